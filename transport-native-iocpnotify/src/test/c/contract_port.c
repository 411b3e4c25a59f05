/*
 * Copyright 2026 The Netty Project
 *
 * The Netty Project licenses this file to you under the Apache License,
 * version 2.0 (the "License"); you may not use this file except in compliance
 * with the License. You may obtain a copy of the License at:
 *
 *   https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS, WITHOUT
 * WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the
 * License for the specific language governing permissions and limitations
 * under the License.
 */
#include "contract.h"

/*
 * The completion port: packets of others among ours, several in one call, threads, overlapped operations.
 */

static void posted_packets_pass_untouched(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    OVERLAPPED overlapped = { 0 };
    /* Whatever they look like: also with the key of a registration, also with an address of nowhere. */
    OVERLAPPED_ENTRY posted[] = { { 0, NULL, 0, 0 },
                                  { 7, NULL, 0, IN_ },
                                  { 99, &overlapped, 0, 12345 },
                                  { (ULONG_PTR) -1, (OVERLAPPED *) 8, 0, 0xFFFFFFFF } };
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    for (size_t i = 0; i < ARRAYSIZE(posted); i++) {
        CHECK_WIN(PostQueuedCompletionStatus(port, posted[i].dwNumberOfBytesTransferred, posted[i].lpCompletionKey,
                                             posted[i].lpOverlapped));
    }
    for (size_t i = 0; i < ARRAYSIZE(posted); i++) {
        OVERLAPPED_ENTRY packet = NEXT_PACKET(port);
        CHECK_EQ(packet.lpCompletionKey, posted[i].lpCompletionKey);
        CHECK(packet.lpOverlapped == posted[i].lpOverlapped);
        CHECK_EQ(packet.dwNumberOfBytesTransferred, posted[i].dwNumberOfBytesTransferred);
    }
    EXPECT_QUIET(port);
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void posted_packets_between_notifications(void) {
    enum { PAIRS = 6 };
    HANDLE port = open_port();
    socket_pair pairs[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        pairs[i] = new_pair();
        ARM(port, pairs[i].left, 100 + (uintptr_t) i, OUT_);
        CHECK_WIN(PostQueuedCompletionStatus(port, (DWORD) i, 200 + (ULONG_PTR) i, NULL));
    }
    /* Every second one is to be dropped: the posted ones behind it must move up. */
    for (int i = 0; i < PAIRS; i += 2) {
        DISABLE(port, pairs[i].left, 100 + (uintptr_t) i);
    }
    BOOL seen[2][PAIRS] = { { FALSE } };
    int expected = PAIRS + PAIRS / 2;
    for (int total = 0; total < expected;) {
        OVERLAPPED_ENTRY packets[2 * PAIRS];
        UINT32 received = 0;
        CHECK_EQ(provider->process(port, 0, NULL, SOON_MS, ARRAYSIZE(packets), packets, &received), 0);
        CHECK(received > 0 && received <= ARRAYSIZE(packets));
        for (UINT32 i = 0; i < received; i++) {
            uintptr_t kind = packets[i].lpCompletionKey / 100 - 1;
            uintptr_t index = packets[i].lpCompletionKey % 100;
            CHECK(kind < 2 && index < PAIRS && !seen[kind][index]);
            seen[kind][index] = TRUE;
            CHECK_EQ(packets[i].dwNumberOfBytesTransferred, kind == 0 ? OUT_ : index);
            if (kind == 0 && index % 2 == 0) {
                CHECK(realSystem); /* queued before DISABLE: the system may deliver it */
                expected++;
            }
            total++;
        }
    }
    for (int i = 0; i < PAIRS; i++) {
        CHECK(seen[1][i]);
        CHECK(seen[0][i] || i % 2 == 0);
        close_pair(pairs[i]);
    }
    CLOSE_PORT(port);
}

static void an_overlapped_file_read_passes(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    wchar_t path[MAX_PATH];
    CHECK_WIN(GetModuleFileNameW(NULL, path, MAX_PATH) != 0);
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, FILE_FLAG_OVERLAPPED, NULL);
    CHECK_WIN(file != INVALID_HANDLE_VALUE);
    CHECK_WIN(CreateIoCompletionPort(file, port, 50, 0) != NULL);
    ARM(port, pair.left, 7, OUT_);
    char buffer[64];
    OVERLAPPED overlapped = { 0 };
    if (!ReadFile(file, buffer, sizeof(buffer), NULL, &overlapped)) {
        CHECK_EQ(GetLastError(), ERROR_IO_PENDING);
    }
    BOOL seenFile = FALSE;
    BOOL seenSocket = FALSE;
    while (!seenFile || !seenSocket) {
        OVERLAPPED_ENTRY packet = NEXT_PACKET(port);
        if (packet.lpCompletionKey == 50) {
            CHECK(!seenFile && packet.lpOverlapped == &overlapped);
            CHECK_EQ(packet.dwNumberOfBytesTransferred, sizeof(buffer));
            CHECK(buffer[0] == 'M' && buffer[1] == 'Z');
            seenFile = TRUE;
        } else {
            CHECK(!seenSocket && packet.lpCompletionKey == 7);
            seenSocket = TRUE;
        }
    }
    CloseHandle(file);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void begin_receive(SOCKET socket, WSABUF *buffer, OVERLAPPED *overlapped) {
    DWORD flags = 0;
    if (WSARecv(socket, buffer, 1, NULL, &flags, overlapped, NULL) == SOCKET_ERROR) {
        CHECK_EQ(WSAGetLastError(), WSA_IO_PENDING);
    }
}

static void an_overlapped_receive_passes(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    socket_pair other = new_pair();
    char bytes[16];
    WSABUF buffer = { sizeof(bytes), bytes };
    OVERLAPPED overlapped = { 0 };
    CHECK_WIN(CreateIoCompletionPort((HANDLE) other.left, port, 50, 0) != NULL);
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    begin_receive(other.left, &buffer, &overlapped);
    EXPECT_QUIET(port);
    send_all(other.right, "hello");
    OVERLAPPED_ENTRY packet = NEXT_PACKET(port);
    CHECK_EQ(packet.lpCompletionKey, 50);
    CHECK(packet.lpOverlapped == &overlapped);
    CHECK_EQ(packet.dwNumberOfBytesTransferred, 5);
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    close_pair(other);
    CLOSE_PORT(port);
}

static void overlapped_and_notification_on_one_socket(void) {
    if (realSystem) {
        contract_skip("a socket that is associated and registered: outcome undocumented");
    }
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    char bytes[16];
    WSABUF buffer = { sizeof(bytes), bytes };
    OVERLAPPED overlapped = { 0 };
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_WIN(CreateIoCompletionPort((HANDLE) pair.left, port, 50, 0) != NULL);
    /* The receive that waits already takes the data, the notification does not see it. */
    begin_receive(pair.left, &buffer, &overlapped);
    send_all(pair.right, "taken");
    OVERLAPPED_ENTRY packet = NEXT_PACKET(port);
    CHECK_EQ(packet.lpCompletionKey, 50);
    CHECK(packet.lpOverlapped == &overlapped);
    CHECK_EQ(packet.dwNumberOfBytesTransferred, 5);
    EXPECT_QUIET(port);
    send_all(pair.right, "seen");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    CHECK_EQ(drain(pair.left), 4);
    /* The other direction. */
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    buffer.len = 3;
    if (WSASend(pair.left, &buffer, 1, NULL, 0, &overlapped, NULL) == SOCKET_ERROR) {
        CHECK_EQ(WSAGetLastError(), WSA_IO_PENDING);
    }
    packet = NEXT_PACKET(port);
    CHECK_EQ(packet.lpCompletionKey, 50);
    CHECK_EQ(packet.dwNumberOfBytesTransferred, 3);
    read_exactly(pair.right, 3);
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void several_in_one_call(void) {
    enum { PAIRS = 20, BATCH = 8 };
    HANDLE port = open_port();
    socket_pair pairs[PAIRS];
    SOCK_NOTIFY_REGISTRATION entries[PAIRS];
    BOOL seen[PAIRS] = { FALSE };
    for (int i = 0; i < PAIRS; i++) {
        pairs[i] = new_pair();
        entries[i] = entry_of(pairs[i].left, 100 + (uintptr_t) i, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
    }
    CHECK_EQ(provider->process(port, PAIRS, entries, 0, 0, NULL, NULL), 0);
    UINT32 most = 0;
    for (int total = 0; total < PAIRS;) {
        OVERLAPPED_ENTRY packets[BATCH + 1];
        UINT32 received = 0;
        packets[BATCH].lpCompletionKey = 0xBEEF;
        CHECK_EQ(provider->process(port, 0, NULL, SOON_MS, BATCH, packets, &received), 0);
        CHECK(received > 0 && received <= BATCH);
        CHECK_EQ(packets[BATCH].lpCompletionKey, 0xBEEF); /* no further than was asked */
        most = received > most ? received : most;
        for (UINT32 i = 0; i < received; i++) {
            uintptr_t index = packets[i].lpCompletionKey - 100;
            CHECK(index < PAIRS && !seen[index]);
            CHECK_EVENTS(packets[i].dwNumberOfBytesTransferred, OUT_, 0);
            seen[index] = TRUE;
            total++;
        }
    }
    CHECK(realSystem || most == BATCH);
    EXPECT_QUIET(port);
    for (int i = 0; i < PAIRS; i++) {
        CHECK_EQ(entries[i].registrationResult, 0);
        close_pair(pairs[i]);
    }
    CLOSE_PORT(port);
}

static void other_ways_to_dequeue(void) {
    if (!realSystem) {
        contract_skip("packets of the afd provider are understood by its own call only");
    }
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, OUT_);
    OVERLAPPED_ENTRY packet;
    ULONG count = 0;
    CHECK_WIN(GetQueuedCompletionStatusEx(port, &packet, 1, &count, SOON_MS, FALSE));
    CHECK_EQ(count, 1);
    CHECK_EQ(packet.lpCompletionKey, 7);
    CHECK_EVENTS(packet.dwNumberOfBytesTransferred, OUT_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

typedef struct blocked {
    HANDLE port;
    OVERLAPPED_ENTRY packet;
} blocked;

static DWORD WINAPI block_for_one(void *argument) {
    blocked *self = argument;
    self->packet = NEXT_PACKET(self->port);
    return 0;
}

static void arms_while_another_thread_is_blocked(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    blocked other = { port, { 0, NULL, 0, 0 } };
    /* A first arm. */
    HANDLE thread = start_thread(block_for_one, &other);
    Sleep(50);
    ARM(port, pair.left, 7, OUT_);
    join_thread(thread);
    CHECK_EQ(other.packet.lpCompletionKey, 7);
    CHECK_EVENTS(other.packet.dwNumberOfBytesTransferred, OUT_, 0);
    /* A re-arm. */
    thread = start_thread(block_for_one, &other);
    Sleep(50);
    ARM(port, pair.left, 7, OUT_);
    join_thread(thread);
    CHECK_EVENTS(other.packet.dwNumberOfBytesTransferred, OUT_, 0);
    /* A wider filter: the blocked thread submits it. */
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    thread = start_thread(block_for_one, &other);
    Sleep(50);
    ARM(port, pair.left, 7, IN_ | HANGUP_ | OUT_);
    join_thread(thread);
    CHECK_EVENTS(other.packet.dwNumberOfBytesTransferred, OUT_, 0);
    /* REMOVE, armed and disarmed. */
    for (int armed = 0; armed < 2; armed++) {
        if (armed) {
            ARM(port, pair.left, 7, IN_ | HANGUP_);
        }
        thread = start_thread(block_for_one, &other);
        Sleep(50);
        REMOVE(port, pair.left, 7);
        join_thread(thread);
        CHECK_EQ(other.packet.lpCompletionKey, 7);
        CHECK_EVENTS(other.packet.dwNumberOfBytesTransferred, REMOVE_, 0);
    }
    close_pair(pair);
    CLOSE_PORT(port);
}

static DWORD WINAPI arm_and_end(void *argument) {
    blocked *self = argument;
    ARM(self->port, (SOCKET) self->packet.lpCompletionKey, 7, IN_ | HANGUP_);
    return 0;
}

static void an_arm_outlives_its_thread(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    blocked other = { port, { pair.left, NULL, 0, 0 } };
    join_thread(start_thread(arm_and_end, &other));
    EXPECT_QUIET(port);
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

const contract_test portTests[] = {
    { "C30_posted_packets_pass_untouched", posted_packets_pass_untouched },
    { "C30_posted_packets_between_notifications", posted_packets_between_notifications },
    { "C30_an_overlapped_file_read_passes", an_overlapped_file_read_passes },
    { "C30_an_overlapped_receive_passes", an_overlapped_receive_passes },
    { "C30_several_in_one_call", several_in_one_call },
    { "C31_other_ways_to_dequeue", other_ways_to_dequeue },
    { "C32_arms_while_another_thread_is_blocked", arms_while_another_thread_is_blocked },
    { "C32_an_arm_outlives_its_thread", an_arm_outlives_its_thread },
    { "C33_overlapped_and_notification_on_one_socket", overlapped_and_notification_on_one_socket },
    { NULL, NULL }
};
