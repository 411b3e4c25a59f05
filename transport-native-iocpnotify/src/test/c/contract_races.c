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
 * Two or more threads at the places where other users of AFD polls went wrong.
 */

static BOOL next_within(HANDLE port, DWORD timeoutMs, OVERLAPPED_ENTRY *packet) {
    UINT32 received = 0;
    DWORD code = provider->process(port, 0, NULL, timeoutMs, 1, packet, &received);
    if (is_timeout(code)) {
        return FALSE;
    }
    CHECK_EQ(code, 0);
    CHECK_EQ(received, 1);
    return TRUE;
}

typedef struct sender {
    SOCKET socket;
    HANDLE go;
    HANDLE done;
    int rounds;
} sender;

static DWORD WINAPI send_each_round(void *argument) {
    sender *self = argument;
    for (int i = 0; i < self->rounds; i++) {
        CHECK_EQ(WaitForSingleObject(self->go, INFINITE), WAIT_OBJECT_0);
        send_all(self->socket, "x");
        CHECK_WIN(SetEvent(self->done));
    }
    return 0;
}

static sender new_sender(SOCKET socket, int rounds) {
    sender self = { socket, CreateEventW(NULL, FALSE, FALSE, NULL), CreateEventW(NULL, FALSE, FALSE, NULL), rounds };
    CHECK_WIN(self.go != NULL && self.done != NULL);
    return self;
}

static void close_sender(sender *self) {
    CloseHandle(self->go);
    CloseHandle(self->done);
}

/* The cancel that a wider filter needs, against the completion of the poll by data at the same moment. */
static void a_wider_filter_against_the_event(void) {
    enum { ROUNDS = 300 };
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    sender other = new_sender(pair.right, ROUNDS);
    HANDLE thread = start_thread(send_each_round, &other);
    for (int i = 0; i < ROUNDS; i++) {
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        CHECK_WIN(SetEvent(other.go));
        ARM(port, pair.left, 7, IN_ | HANGUP_ | OUT_);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), 0, IN_ | OUT_);
        CHECK_EQ(WaitForSingleObject(other.done, INFINITE), WAIT_OBJECT_0);
        /* Whichever it was: re-armed, the data must be reported. */
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), 0, IN_ | OUT_);
        read_exactly(pair.left, 1);
    }
    join_thread(thread);
    close_sender(&other);
    close_pair(pair);
    CLOSE_PORT(port);
}

/* REMOVE against the event: one REMOVE packet, at most one before it, none after it. */
static void remove_against_the_event(void) {
    enum { ROUNDS = 300 };
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    sender other = new_sender(pair.right, ROUNDS);
    HANDLE thread = start_thread(send_each_round, &other);
    for (int i = 0; i < ROUNDS; i++) {
        uintptr_t key = 1000 + (uintptr_t) i;
        ARM(port, pair.left, key, IN_ | HANGUP_);
        CHECK_WIN(SetEvent(other.go));
        REMOVE(port, pair.left, key);
        unsigned events = NEXT_EVENTS(port, key);
        if ((events & REMOVE_) == 0) {
            CHECK_EVENTS(events, IN_, 0);
            CHECK_EVENTS(NEXT_EVENTS(port, key), REMOVE_, 0);
        }
        CHECK_EQ(WaitForSingleObject(other.done, INFINITE), WAIT_OBJECT_0);
        read_exactly(pair.left, 1);
        OVERLAPPED_ENTRY packet;
        CHECK(!next_within(port, 0, &packet));
    }
    join_thread(thread);
    close_sender(&other);
    close_pair(pair);
    CLOSE_PORT(port);
}

/* DISABLE and ENABLE against the event: nothing while disabled, nothing lost after. */
static void disable_against_the_event(void) {
    enum { ROUNDS = 300 };
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    sender other = new_sender(pair.right, ROUNDS);
    HANDLE thread = start_thread(send_each_round, &other);
    for (int i = 0; i < ROUNDS; i++) {
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        CHECK_WIN(SetEvent(other.go));
        DISABLE(port, pair.left, 7);
        if (i % 2 == 0) {
            CHECK_EQ(WaitForSingleObject(other.done, INFINITE), WAIT_OBJECT_0);
        }
        OVERLAPPED_ENTRY packet;
        if (next_within(port, 0, &packet)) {
            CHECK(realSystem); /* queued before DISABLE: the system may deliver it */
        }
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
        if (i % 2 != 0) {
            CHECK_EQ(WaitForSingleObject(other.done, INFINITE), WAIT_OBJECT_0);
        }
        read_exactly(pair.left, 1);
    }
    join_thread(thread);
    close_sender(&other);
    close_pair(pair);
    CLOSE_PORT(port);
}

/* The late end of the old socket's poll must not end the new socket's that got its number. */
static void close_and_reuse_against_the_old_end(void) {
    enum { ROUNDS = 150 };
    HANDLE port = open_port();
    struct sockaddr_in address;
    struct sockaddr_in other;
    SOCKET sink = new_udp(&other);
    SOCKET last = INVALID_SOCKET;
    int reused = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uintptr_t key = 1000 + (uintptr_t) i;
        SOCKET socket = new_udp(&address);
        reused += socket == last;
        ARM(port, socket, key, IN_);
        if (i % 3 == 0) {
            /* The old one's end is still queued: dequeue it between arm and event. */
            OVERLAPPED_ENTRY packet;
            CHECK(!next_within(port, 0, &packet));
        }
        CHECK_EQ(sendto(sink, "x", 1, 0, (struct sockaddr *) &address, sizeof(address)), 1);
        CHECK_EVENTS(NEXT_EVENTS(port, key), IN_, 0);
        ARM(port, socket, key, i % 2 == 0 ? IN_ : OUT_);
        if (i % 2 != 0) {
            CHECK_EVENTS(NEXT_EVENTS(port, key), OUT_, 0);
            char byte;
            CHECK_EQ(recv(socket, &byte, 1, 0), 1);
            ARM(port, socket, key, IN_);
        }
        last = socket;
        if (realSystem && i % 2 == 0) {
            CHECK_EVENTS(NEXT_EVENTS(port, key), IN_, 0); /* else it might come after the close */
        }
        CLOSE_SOCKET(socket);
    }
    OVERLAPPED_ENTRY packet;
    CHECK(!next_within(port, 0, &packet));
    CLOSE_SOCKET(sink);
    CLOSE_PORT(port);
    if (reused == 0) {
        contract_skip("no number of a closed socket was used again");
    }
}

typedef struct changer {
    HANDLE port;
    SOCKET socket;
    unsigned filter;
    volatile LONG *stop; /* for the one that runs until it is told */
    HANDLE go;           /* for the one that starts when it is told */
} changer;

static DWORD WINAPI change_filter(void *argument) {
    changer *self = argument;
    while (!*self->stop) {
        SOCK_NOTIFY_REGISTRATION entry = entry_of(self->socket, 7, self->filter, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
        CHECK_EQ(provider->process(self->port, 1, &entry, 0, 0, NULL, NULL), 0);
        CHECK_EQ(entry.registrationResult, 0);
    }
    return 0;
}

/* Unspecified in order, but never a lost registration: afterwards it works as ever. */
static void filters_changed_by_two_threads_while_a_third_dequeues(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    volatile LONG stop = 0;
    changer changers[2] = { { port, pair.left, IN_ | HANGUP_, &stop, NULL }, { port, pair.left, OUT_, &stop, NULL } };
    HANDLE threads[2];
    for (int i = 0; i < 2; i++) {
        threads[i] = start_thread(change_filter, &changers[i]);
    }
    ULONGLONG end = GetTickCount64() + 1500;
    int packets = 0;
    while (GetTickCount64() < end) {
        OVERLAPPED_ENTRY packet;
        if (next_within(port, 10, &packet)) {
            CHECK_EQ(packet.lpCompletionKey, 7);
            CHECK_EVENTS(packet.dwNumberOfBytesTransferred, 0, OUT_);
            packets++;
        }
    }
    CHECK(packets > 0);
    InterlockedExchange(&stop, 1);
    join_thread(threads[0]);
    join_thread(threads[1]);
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    OVERLAPPED_ENTRY packet;
    while (next_within(port, QUIET_MS, &packet)) {
        CHECK_EVENTS(packet.dwNumberOfBytesTransferred, 0, OUT_); /* at most one that was queued */
    }
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static DWORD WINAPI first_enable(void *argument) {
    changer *self = argument;
    CHECK_EQ(WaitForSingleObject(self->go, INFINITE), WAIT_OBJECT_0);
    ARM(self->port, self->socket, 7, self->filter);
    return 0;
}

/* Both create it, one wins, the other finds it: one registration, one packet. */
static void two_threads_register_the_same_socket(void) {
    HANDLE port = open_port();
    for (int i = 0; i < 100; i++) {
        HANDLE go = CreateEventW(NULL, TRUE, FALSE, NULL);
        CHECK_WIN(go != NULL);
        socket_pair pair = new_pair();
        changer racers[2] = { { port, pair.left, IN_ | HANGUP_, NULL, go },
                              { port, pair.left, IN_ | HANGUP_, NULL, go } };
        HANDLE threads[2] = { start_thread(first_enable, &racers[0]), start_thread(first_enable, &racers[1]) };
        CHECK_WIN(SetEvent(go));
        join_thread(threads[0]);
        join_thread(threads[1]);
        send_all(pair.right, "x");
        CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
        OVERLAPPED_ENTRY packet;
        CHECK(!next_within(port, 0, &packet));
        close_pair(pair);
        CloseHandle(go);
    }
    CLOSE_PORT(port);
}

typedef struct closer {
    SOCKET sockets[40];
    HANDLE go;
} closer;

static DWORD WINAPI close_all(void *argument) {
    closer *self = argument;
    CHECK_EQ(WaitForSingleObject(self->go, INFINITE), WAIT_OBJECT_0);
    for (size_t i = 0; i < ARRAYSIZE(self->sockets); i++) {
        CLOSE_SOCKET(self->sockets[i]);
    }
    return 0;
}

/* Channels that are closed while the port is. */
static void sockets_closed_while_the_port_is(void) {
    static closer other;
    other.go = CreateEventW(NULL, FALSE, FALSE, NULL);
    CHECK_WIN(other.go != NULL);
    for (int round = 0; round < 20; round++) {
        HANDLE port = open_port();
        for (size_t i = 0; i < ARRAYSIZE(other.sockets); i++) {
            struct sockaddr_in address;
            other.sockets[i] = new_udp(&address);
            ARM(port, other.sockets[i], i, i % 2 == 0 ? IN_ : OUT_);
        }
        HANDLE thread = start_thread(close_all, &other);
        CHECK_WIN(SetEvent(other.go));
        CLOSE_PORT(port);
        join_thread(thread);
    }
    CloseHandle(other.go);
}

const contract_test raceTests[] = {
    { "race_a_wider_filter_against_the_event", a_wider_filter_against_the_event },
    { "race_remove_against_the_event", remove_against_the_event },
    { "race_disable_against_the_event", disable_against_the_event },
    { "race_close_and_reuse_against_the_old_end", close_and_reuse_against_the_old_end },
    { "race_filters_changed_by_two_threads", filters_changed_by_two_threads_while_a_third_dequeues },
    { "race_two_threads_register_the_same_socket", two_threads_register_the_same_socket },
    { "race_sockets_closed_while_the_port_is", sockets_closed_while_the_port_is },
    { NULL, NULL }
};
