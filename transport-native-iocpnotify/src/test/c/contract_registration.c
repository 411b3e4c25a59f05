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
 * Registering: who, with what, how often.
 */

static void first_enable_registers(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 0x123456789ABCDEF0, IN_ | HANGUP_);
    EXPECT_QUIET(port);
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 0x123456789ABCDEF0), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void what_is_no_socket_fails_alone(void) {
    HANDLE port = open_port();
    HANDLE event = CreateEventW(NULL, TRUE, FALSE, NULL);
    SOCKET closed = new_socket(SOCK_STREAM);
    CHECK_WSA(closesocket(closed));
    SOCKET sockets[] = { INVALID_SOCKET, 0, (SOCKET) event, closed };
    for (size_t i = 0; i < ARRAYSIZE(sockets); i++) {
        SOCK_NOTIFY_REGISTRATION entry = entry_of(sockets[i], 7, IN_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
        DWORD result = TRY_APPLY(port, entry);
        CHECK(result != 0);
        if (!realSystem) {
            CHECK_EQ(result, WSAENOTSOCK);
        }
    }
    EXPECT_QUIET(port);
    CloseHandle(event);
    CLOSE_PORT(port);
}

static void a_failed_entry_among_good_ones(void) {
    HANDLE port = open_port();
    socket_pair pairs[3] = { new_pair(), new_pair(), new_pair() };
    SOCK_NOTIFY_REGISTRATION entries[5] = { entry_of(pairs[0].left, 10, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL),
                                            entry_of(INVALID_SOCKET, 11, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL),
                                            entry_of(pairs[1].left, 12, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL),
                                            entry_of(pairs[1].right, 13, 0, SOCK_NOTIFY_OP_REMOVE, 0),
                                            entry_of(pairs[2].left, 14, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL) };
    BOOL seen[5] = { FALSE };
    OVERLAPPED_ENTRY packets[8];
    UINT32 received = 0;
    CHECK_EQ(provider->process(port, 5, entries, SOON_MS, 8, packets, &received), 0);
    for (int total = 0; total < 3;) {
        for (UINT32 i = 0; i < received; i++) {
            uintptr_t index = packets[i].lpCompletionKey - 10;
            CHECK(index < 5 && !seen[index]);
            seen[index] = TRUE;
            total++;
        }
        if (total < 3) {
            CHECK_EQ(provider->process(port, 0, NULL, SOON_MS, 8, packets, &received), 0);
        }
    }
    CHECK(seen[0] && !seen[1] && seen[2] && !seen[3] && seen[4]);
    CHECK_EQ(entries[0].registrationResult, 0);
    CHECK(entries[1].registrationResult != 0 && entries[1].registrationResult != 0xDEAD);
    CHECK_EQ(entries[2].registrationResult, 0);
    CHECK(entries[3].registrationResult != 0 && entries[3].registrationResult != 0xDEAD);
    CHECK_EQ(entries[4].registrationResult, 0);
    for (int i = 0; i < 3; i++) {
        close_pair(pairs[i]);
    }
    CLOSE_PORT(port);
}

static void enable_again_rearms(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    for (int i = 0; i < 10; i++) {
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0); /* level: nothing was read */
    }
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void a_wider_filter_replaces_while_armed(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    ARM(port, pair.left, 7, IN_ | HANGUP_ | OUT_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    send_all(pair.right, "x");
    EXPECT_QUIET(port); /* OUT disarmed IN too */
    close_pair(pair);
    CLOSE_PORT(port);
}

static void another_filter_replaces_while_armed(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    ARM(port, pair.left, 7, OUT_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void a_narrower_filter_replaces_while_armed(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    size_t filled = fill(pair.left);
    ARM(port, pair.left, 7, IN_ | OUT_);
    ARM(port, pair.left, 7, OUT_);
    send_all(pair.right, "x");
    EXPECT_QUIET(port);
    for (size_t got = 0; got < filled;) {
        got += (size_t) drain(pair.right);
    }
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    ARM(port, pair.left, 7, IN_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

/* Wider, then narrower again before the wider one could take effect. */
static void the_last_of_several_filters_holds(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    fill(pair.left);
    for (int i = 0; i < 20; i++) {
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        ARM(port, pair.left, 7, OUT_);
        ARM(port, pair.left, 7, IN_ | HANGUP_ | OUT_);
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        EXPECT_QUIET(port);
        send_all(pair.right, "x");
        CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
        CHECK_EQ(drain(pair.left), 1);
    }
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void new_triggers_replace(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    ARM_PERSISTENT(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void another_key_means_another_socket(void) {
    if (realSystem) {
        contract_skip("ENABLE with another key: outcome undocumented");
    }
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    ARM(port, pair.left, 8, IN_ | HANGUP_);
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 8), IN_, 0);
    EXPECT_QUIET(port);
    ARM(port, pair.left, 9, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 9), IN_, 0);
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void triggers_exactly_one_of_each_pair(void) {
    if (realSystem) {
        contract_skip("triggers out of the rule: outcome undocumented");
    }
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    for (unsigned triggers = 0; triggers < 256; triggers++) {
        SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, triggers);
        unsigned lifetime = triggers & (SOCK_NOTIFY_TRIGGER_ONESHOT | SOCK_NOTIFY_TRIGGER_PERSISTENT);
        unsigned condition = triggers & (SOCK_NOTIFY_TRIGGER_LEVEL | SOCK_NOTIFY_TRIGGER_EDGE);
        BOOL valid = triggers <= SOCK_NOTIFY_TRIGGER_ALL &&
                     (lifetime == SOCK_NOTIFY_TRIGGER_ONESHOT || lifetime == SOCK_NOTIFY_TRIGGER_PERSISTENT) &&
                     (condition == SOCK_NOTIFY_TRIGGER_LEVEL || condition == SOCK_NOTIFY_TRIGGER_EDGE);
        if (!valid) {
            CHECK_EQ(TRY_APPLY(port, entry), ERROR_INVALID_PARAMETER);
        } else if (condition == SOCK_NOTIFY_TRIGGER_EDGE) {
            CHECK_EQ(TRY_APPLY(port, entry), WSAEOPNOTSUPP);
        }
    }
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void operations_exclude_each_other(void) {
    if (realSystem) {
        contract_skip("no operation, or several at once: outcome undocumented");
    }
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    for (unsigned operation = 0; operation < 256; operation++) {
        if (operation != SOCK_NOTIFY_OP_ENABLE && operation != SOCK_NOTIFY_OP_DISABLE &&
            operation != SOCK_NOTIFY_OP_REMOVE && operation != NETTY_IOCPNOTIFY_OP_ENABLE_DIRECT) {
            SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, OUT_, operation, ONESHOT_LEVEL);
            CHECK_EQ(TRY_APPLY(port, entry), ERROR_INVALID_PARAMETER);
        }
    }
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void an_empty_filter_leaves_errors(void) {
    if (realSystem) {
        contract_skip("ENABLE with no filter: outcome undocumented");
    }
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    ARM(port, pair.left, 7, SOCK_NOTIFY_REGISTER_EVENT_NONE);
    EXPECT_QUIET(port);
    reset_socket(pair.right);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), ERR_, 0);
    CLOSE_SOCKET(pair.left);
    CLOSE_PORT(port);
}

static void a_second_port_is_refused(void) {
    HANDLE port = open_port();
    HANDLE other = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    DWORD result = TRY_APPLY(other, entry_of(pair.left, 8, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL));
    CHECK(result != 0);
    if (!realSystem) {
        CHECK_EQ(result, ERROR_INVALID_PARAMETER);
    }
    EXPECT_QUIET(other);
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(other);
    CLOSE_PORT(port);
}

static void a_socket_twice_in_one_call(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entries[2] = { entry_of(pair.left, 7, IN_ | HANGUP_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL),
                                            entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL) };
    CHECK_EQ(provider->process(port, 2, entries, 0, 0, NULL, NULL), 0);
    if (realSystem) {
        /* One of the two holds, whichever it is. */
        send_all(pair.right, "x");
        CHECK_EVENTS(NEXT_EVENTS(port, 7), 0, IN_ | OUT_);
    } else {
        CHECK_EQ(entries[0].registrationResult, 0);
        CHECK_EQ(entries[1].registrationResult, 0);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    }
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void sockets_without_the_overlapped_flag(void) {
    HANDLE port = open_port();
    struct sockaddr_in address = { 0 };
    SOCKET socket = WSASocketW(AF_INET, SOCK_DGRAM, 0, NULL, 0, 0);
    CHECK(socket != INVALID_SOCKET);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK_WSA(bind(socket, (struct sockaddr *) &address, sizeof(address)));
    ARM(port, socket, 7, OUT_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    CLOSE_SOCKET(socket);
    CLOSE_PORT(port);
}

const contract_test registrationTests[] = {
    { "C01_first_enable_registers", first_enable_registers },
    { "C01_what_is_no_socket_fails_alone", what_is_no_socket_fails_alone },
    { "C01_a_failed_entry_among_good_ones", a_failed_entry_among_good_ones },
    { "C03_enable_again_rearms", enable_again_rearms },
    { "C03_a_wider_filter_replaces_while_armed", a_wider_filter_replaces_while_armed },
    { "C03_another_filter_replaces_while_armed", another_filter_replaces_while_armed },
    { "C03_a_narrower_filter_replaces_while_armed", a_narrower_filter_replaces_while_armed },
    { "C03_the_last_of_several_filters_holds", the_last_of_several_filters_holds },
    { "C03_new_triggers_replace", new_triggers_replace },
    { "C04_another_key_means_another_socket", another_key_means_another_socket },
    { "C05_triggers_exactly_one_of_each_pair", triggers_exactly_one_of_each_pair },
    { "C06_operations_exclude_each_other", operations_exclude_each_other },
    { "C07_an_empty_filter_leaves_errors", an_empty_filter_leaves_errors },
    { "C08_a_second_port_is_refused", a_second_port_is_refused },
    { "C09_a_socket_twice_in_one_call", a_socket_twice_in_one_call },
    { "C34_sockets_without_the_overlapped_flag", sockets_without_the_overlapped_flag },
    { NULL, NULL }
};
