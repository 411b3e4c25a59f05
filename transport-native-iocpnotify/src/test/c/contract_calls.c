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
#include "netty_iocpnotify_provider_afd.h"

#include <string.h>

/*
 * The call itself: arguments, return codes, time-outs, entries that fail, the choice of a provider.
 */

#define TICKS_MS 32 /* two ticks of the system clock: time-outs are no finer, and may end early */

static BOOL failed(DWORD code) {
    return code != 0 && !is_timeout(code);
}

static void arguments_that_contradict_each_other(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    CHECK(failed(provider->process(port, 0, &entry, 0, 1, &packet, &received)));
    CHECK(failed(provider->process(port, 1, NULL, 0, 1, &packet, &received)));
    CHECK(failed(provider->process(port, 1, &entry, 10, 0, NULL, NULL)));
    CHECK(failed(provider->process(port, 1, &entry, 0, 0, &packet, NULL)));
    CHECK(failed(provider->process(port, 1, &entry, 0, 0, NULL, &received)));
    CHECK(failed(provider->process(port, 1, &entry, 0, 1, NULL, &received)));
    CHECK(failed(provider->process(port, 1, &entry, 0, 1, &packet, NULL)));
    if (!realSystem) {
        union {
            SOCK_NOTIFY_REGISTRATION registrations[4];
            OVERLAPPED_ENTRY packets[3];
        } both;
        both.registrations[0] = entry;
        CHECK(failed(provider->process(port, 1, both.registrations, 0, 3, both.packets, &received)));
        CHECK(failed(provider->process(port, 0, NULL, 0, 0, NULL, NULL)));
    }
    EXPECT_QUIET(port); /* nothing was registered */
    close_pair(pair);
    CLOSE_PORT(port);
}

/* Without a layered provider, what the protocol of a socket tells spares the question for the socket below it. */
static void base_handle(SOCKET socket, BOOLEAN isStream) {
    HANDLE known = NULL;
    HANDLE asked = NULL;
    BOOLEAN stream = !isStream;
    CHECK(afd_look_at(socket, &known, &stream) == 0);
    CHECK(afd_base_handle(socket, &asked) == 0);
    CHECK(known == asked);
    CHECK(stream == isStream);
}

static void base_handle_is_known_as_asked(void) {
    struct sockaddr_in address;
    socket_pair pair = new_pair();
    base_handle(pair.left, TRUE);
    close_pair(pair);
    SOCKET listener = new_listener(&address);
    base_handle(listener, TRUE);
    closesocket(listener);
    SOCKET udp = new_udp(&address);
    base_handle(udp, FALSE);
    closesocket(udp);
    HANDLE base = NULL;
    BOOLEAN stream = FALSE;
    CHECK(afd_look_at(udp, &base, &stream) == WSAENOTSOCK);
    CHECK(afd_look_at(INVALID_SOCKET, &base, &stream) == WSAENOTSOCK);
}

static void call_that_fails_changes_nothing(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
    CHECK(failed(provider->process(port, 1, &entry, 10, 0, NULL, NULL)));
    EXPECT_QUIET(port);
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void handles_that_are_no_port(void) {
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    HANDLE event = CreateEventW(NULL, TRUE, FALSE, NULL);
    HANDLE closed = CreateEventW(NULL, TRUE, FALSE, NULL);
    socket_pair pair = new_pair();
    CHECK_WIN(CloseHandle(closed));
    HANDLE handles[] = { NULL, INVALID_HANDLE_VALUE, event, closed };
    for (size_t i = 0; i < ARRAYSIZE(handles); i++) {
        SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
        CHECK(failed(provider->process(handles[i], 0, NULL, 0, 1, &packet, &received)));
        CHECK(failed(provider->process(handles[i], 1, &entry, 0, 1, &packet, &received)));
        CHECK(failed(provider->process(handles[i], 1, &entry, 0, 0, NULL, NULL)));
    }
    CloseHandle(event);
    /* The socket belongs to no port yet. */
    HANDLE port = open_port();
    ARM(port, pair.left, 7, OUT_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static DWORD timed_call(HANDLE port, DWORD timeoutMs, ULONGLONG *elapsed) {
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    ULONGLONG start = GetTickCount64();
    DWORD code = provider->process(port, 0, NULL, timeoutMs, 1, &packet, &received);
    *elapsed = GetTickCount64() - start;
    if (code != 0 && !realSystem) {
        CHECK_EQ(received, 0);
    }
    return code;
}

static void timeout_zero_polls(void) {
    HANDLE port = open_port();
    ULONGLONG elapsed;
    CHECK(is_timeout(timed_call(port, 0, &elapsed)));
    CHECK(elapsed < 1000);
    CLOSE_PORT(port);
}

static void timeout_ends_in_time(void) {
    HANDLE port = open_port();
    ULONGLONG elapsed;
    CHECK(is_timeout(timed_call(port, 200, &elapsed)));
    CHECK(elapsed + TICKS_MS >= 200);
    CHECK(elapsed < 5000);
    CLOSE_PORT(port);
}

static DWORD WINAPI post_later(void *port) {
    Sleep(150);
    CHECK_WIN(PostQueuedCompletionStatus(port, 1, 2, NULL));
    return 0;
}

static void timeout_infinite_waits(void) {
    HANDLE port = open_port();
    ULONGLONG elapsed;
    HANDLE poster = start_thread(post_later, port);
    CHECK_EQ(timed_call(port, INFINITE, &elapsed), 0);
    CHECK(elapsed + TICKS_MS >= 150);
    join_thread(poster);
    CLOSE_PORT(port);
}

static DWORD WINAPI trickle(void *socket) {
    for (int i = 0; i < 20; i++) {
        send_all((SOCKET) (UINT_PTR) socket, "x");
        Sleep(20);
    }
    return 0;
}

/* What the provider takes out of the queue for itself must neither end a wait nor stretch it. */
static void timeout_is_kept_through_internal_packets(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    fill(pair.left);
    /* Armed for IN and then narrowed: with ours the data ends a poll whose answer means nothing. */
    ARM(port, pair.left, 7, IN_ | OUT_);
    ARM(port, pair.left, 7, OUT_);
    HANDLE sender = start_thread(trickle, (void *) (UINT_PTR) pair.right);
    ULONGLONG elapsed;
    CHECK(is_timeout(timed_call(port, 300, &elapsed)));
    CHECK(elapsed + TICKS_MS >= 300);
    CHECK(elapsed < 5000);
    join_thread(sender);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void entries_are_applied_before_packets_are_dequeued(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    CHECK_EQ(provider->process(port, 1, &entry, SOON_MS, 1, &packet, &received), 0);
    CHECK_EQ(entry.registrationResult, 0);
    CHECK_EQ(received, 1);
    CHECK_EQ(packet.lpCompletionKey, 7);
    CHECK_EVENTS(packet.dwNumberOfBytesTransferred, OUT_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void entries_are_applied_with_timeout_zero(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    DWORD code = provider->process(port, 1, &entry, 0, 1, &packet, &received);
    CHECK_EQ(entry.registrationResult, 0);
    if (!realSystem) {
        CHECK_EQ(code, 0);
    }
    if (code != 0) {
        CHECK(is_timeout(code));
        CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    } else {
        CHECK_EVENTS(packet.dwNumberOfBytesTransferred, OUT_, 0);
    }
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void results_are_set_on_timeout(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entries[2] = { entry_of(pair.left, 7, IN_ | HANGUP_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL),
                                            entry_of(INVALID_SOCKET, 8, IN_ | HANGUP_, SOCK_NOTIFY_OP_ENABLE,
                                                     ONESHOT_LEVEL) };
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    CHECK(is_timeout(provider->process(port, 2, entries, 20, 1, &packet, &received)));
    CHECK_EQ(entries[0].registrationResult, 0);
    CHECK(entries[1].registrationResult != 0 && entries[1].registrationResult != 0xDEAD);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void choosing_a_provider(void) {
    const netty_iocpnotify_provider *chosen = NULL;
    const char *missing = NULL;
    CHECK_EQ(netty_iocpnotify_provider_choose("nonsense", &chosen, &missing), ERROR_INVALID_PARAMETER);
    CHECK(chosen == NULL && missing != NULL && strstr(missing, "auto") != NULL);
    CHECK_EQ(netty_iocpnotify_provider_choose("afd", &chosen, NULL), 0);
    CHECK(strcmp(chosen->name, "afd") == 0);

    DWORD error = netty_iocpnotify_provider_choose("system", &chosen, &missing);
    const netty_iocpnotify_provider *automatic = NULL;
    CHECK_EQ(netty_iocpnotify_provider_choose(NULL, &automatic, NULL), 0);
    if (error == 0) {
        CHECK(strcmp(chosen->name, "system") == 0 && automatic == chosen);
    } else {
        CHECK_EQ(error, ERROR_PROC_NOT_FOUND);
        CHECK(chosen == NULL && strstr(missing, NETTY_IOCPNOTIFY_PROCESS_NAME) != NULL);
        CHECK(strcmp(automatic->name, "afd") == 0);
    }
}

static void only_in_64_bit_processes(void) {
    const netty_iocpnotify_provider *chosen = NULL;
    const char *missing = NULL;
    DWORD expected = sizeof(void *) == 8 ? 0 : ERROR_NOT_SUPPORTED;
    CHECK_EQ(netty_iocpnotify_provider_choose("auto", &chosen, &missing), expected);
    CHECK((chosen != NULL) == (expected == 0));
}

/* The close of a socket that lingers makes it blocking. */
static void socket_with_an_event_cannot_block(void) {
    struct sockaddr_in address;
    SOCKET udp = new_udp(&address);
    WSAEVENT event = WSACreateEvent();
    u_long nonBlocking = 0;
    CHECK(event != WSA_INVALID_EVENT);
    CHECK_WSA(WSAEventSelect(udp, event, FD_READ));
    CHECK(ioctlsocket(udp, (long) FIONBIO, &nonBlocking) == SOCKET_ERROR);
    CHECK_EQ(WSAGetLastError(), WSAEINVAL);
    CHECK_WSA(WSAEventSelect(udp, NULL, 0));
    set_blocking(udp, TRUE);
    CLOSE_SOCKET(udp);
    CHECK(WSACloseEvent(event));
}

/* As when the class loader of the library is collected, and another one loads it. */
static void choose_again_after_unload(void) {
    struct sockaddr_in address;
    if (provider->unload == NULL) {
        contract_skip("this provider holds nothing");
    }
    for (int i = 0; i < 3; i++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        SOCKET forgotten = new_udp(&address);
        ARM(port, pair.left, 7, OUT_);
        CHECK_EQ(NEXT_EVENTS(port, 7), OUT_);
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        ARM(port, forgotten, 8, IN_);
        CHECK(!provider->unload()); /* the port is open */
        close_pair(pair);
        CLOSE_PORT(port);
        CHECK(provider->unload());
        CHECK_WSA(closesocket(forgotten));
        const netty_iocpnotify_provider *again = NULL;
        CHECK_EQ(netty_iocpnotify_provider_choose(provider->name, &again, NULL), 0);
        CHECK(again == provider);
    }
}

const contract_test callTests[] = {
    { "call_arguments_that_contradict_each_other", arguments_that_contradict_each_other },
    { "call_base_handle_is_known_as_asked", base_handle_is_known_as_asked },
    { "call_that_fails_changes_nothing", call_that_fails_changes_nothing },
    { "call_on_handles_that_are_no_port", handles_that_are_no_port },
    { "call_timeout_zero_polls", timeout_zero_polls },
    { "call_timeout_ends_in_time", timeout_ends_in_time },
    { "call_timeout_infinite_waits", timeout_infinite_waits },
    { "call_timeout_is_kept_through_internal_packets", timeout_is_kept_through_internal_packets },
    { "call_results_are_set_on_timeout", results_are_set_on_timeout },
    { "C02_entries_are_applied_before_packets_are_dequeued", entries_are_applied_before_packets_are_dequeued },
    { "C02_entries_are_applied_with_timeout_zero", entries_are_applied_with_timeout_zero },
    { "C35_only_in_64_bit_processes", only_in_64_bit_processes },
    { "call_socket_with_an_event_cannot_block", socket_with_an_event_cannot_block },
    { "choose_provider", choosing_a_provider },
    { "choose_again_after_unload", choose_again_after_unload },
    { NULL, NULL }
};
