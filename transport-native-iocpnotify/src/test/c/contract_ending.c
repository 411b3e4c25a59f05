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
 * The end of a registration: REMOVE, closesocket, closing the port.
 */

/* What may still be queued for the key, up to and with its REMOVE packet. */
static void expect_removed(HANDLE port, uintptr_t key) {
    unsigned events;
    int packets = 0;
    do {
        events = NEXT_EVENTS(port, key);
        CHECK(++packets <= 2);
    } while ((events & REMOVE_) == 0);
    EXPECT_QUIET(port);
}

static void remove_ends_in_one_packet(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    /* Armed, nothing happened. */
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    REMOVE(port, pair.left, 7);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), REMOVE_, 0);
    EXPECT_QUIET(port);
    send_all(pair.right, "x");
    EXPECT_QUIET(port);
    /* One-shot that has fired. */
    ARM(port, pair.left, 8, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 8), IN_, 0);
    REMOVE(port, pair.left, 8);
    CHECK_EVENTS(NEXT_EVENTS(port, 8), REMOVE_, 0);
    EXPECT_QUIET(port);
    /* Disabled while armed. */
    CHECK_EQ(drain(pair.left), 1);
    ARM(port, pair.left, 9, IN_ | HANGUP_);
    DISABLE(port, pair.left, 9);
    REMOVE(port, pair.left, 9);
    CHECK_EVENTS(NEXT_EVENTS(port, 9), REMOVE_, 0);
    EXPECT_QUIET(port);
    /* Persistent. */
    send_all(pair.right, "x");
    ARM_PERSISTENT(port, pair.left, 10, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 10), IN_, 0);
    REMOVE(port, pair.left, 10);
    expect_removed(port, 10);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void packets_ahead_of_the_remove_packet(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    for (int i = 0; i < 20; i++) {
        ARM(port, pair.left, 7 + i, IN_ | HANGUP_); /* its packet is queued now */
        REMOVE(port, pair.left, 7 + i);
        expect_removed(port, 7 + i);
    }
    close_pair(pair);
    CLOSE_PORT(port);
}

static void remove_while_a_wider_filter_is_on_its_way(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    ARM(port, pair.left, 7, IN_ | HANGUP_ | OUT_);
    REMOVE(port, pair.left, 7);
    expect_removed(port, 7);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void remove_of_what_is_not_registered(void) {
    HANDLE port = open_port();
    HANDLE other = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, 0, SOCK_NOTIFY_OP_REMOVE, 0);
    CHECK(TRY_APPLY(port, entry) != 0);
    EXPECT_QUIET(port);
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK(TRY_APPLY(other, entry) != 0);
    EXPECT_QUIET(other);
    REMOVE(port, pair.left, 7);
    if (!realSystem) {
        CHECK(TRY_APPLY(port, entry) != 0); /* under way already */
    }
    expect_removed(port, 7);
    CHECK(TRY_APPLY(port, entry) != 0);
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(other);
    CLOSE_PORT(port);
}

static void remove_then_the_same_port_again(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    for (uintptr_t key = 1; key <= 10; key++) {
        ARM(port, pair.left, key, IN_ | HANGUP_);
        CHECK_EVENTS(NEXT_EVENTS(port, key), IN_, 0);
        REMOVE(port, pair.left, key);
        CHECK_EVENTS(NEXT_EVENTS(port, key), REMOVE_, 0);
    }
    close_pair(pair);
    CLOSE_PORT(port);
}

static void remove_then_close_before_the_packet(void) {
    if (realSystem) {
        contract_skip("close between REMOVE and its packet: outcome undocumented");
    }
    HANDLE port = open_port();
    for (int armed = 0; armed < 2; armed++) {
        socket_pair pair = new_pair();
        ARM(port, pair.left, 7, armed ? IN_ | HANGUP_ : OUT_);
        if (!armed) {
            CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
        }
        REMOVE(port, pair.left, 7);
        close_pair(pair);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), REMOVE_, 0); /* owed all the same */
        EXPECT_QUIET(port);
    }
    CLOSE_PORT(port);
}

static void close_with_an_arm_pending(void) {
    HANDLE port = open_port();
    for (int i = 0; i < 5; i++) {
        socket_pair pair = new_pair();
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        CLOSE_SOCKET(pair.left);
        EXPECT_QUIET(port);
        CLOSE_SOCKET(pair.right);
    }
    CLOSE_PORT(port);
}

static void close_with_a_packet_queued(void) {
    HANDLE port = open_port();
    for (int i = 0; i < 5; i++) {
        socket_pair pair = new_pair();
        ARM(port, pair.left, 7, OUT_);
        CLOSE_SOCKET(pair.left);
        OVERLAPPED_ENTRY packet;
        UINT32 received = 0;
        DWORD code = provider->process(port, 0, NULL, QUIET_MS, 1, &packet, &received);
        if (realSystem && code == 0) {
            CHECK_EQ(packet.lpCompletionKey, 7); /* queued before: it may come */
            CHECK_EVENTS(packet.dwNumberOfBytesTransferred, 0, OUT_);
        } else {
            CHECK(is_timeout(code)); /* ours promises more: after forget() nothing comes */
        }
        EXPECT_QUIET(port);
        CLOSE_SOCKET(pair.right);
    }
    CLOSE_PORT(port);
}

/* The hook is what makes it exact; but a close behind our back must not make noise either. */
static void close_behind_the_providers_back(void) {
    HANDLE port = open_port();
    for (int i = 0; i < 5; i++) {
        socket_pair pair = new_pair();
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        CHECK_WSA(closesocket(pair.left));
        EXPECT_QUIET(port);
        CLOSE_SOCKET(pair.right);
    }
    CLOSE_PORT(port);
}

/* New sockets until one gets the number; it is connected to `right`, the others are closed again. */
static socket_pair pair_with_number(SOCKET number) {
    SOCKET others[64];
    int count = 0;
    socket_pair found = { INVALID_SOCKET, INVALID_SOCKET };
    struct sockaddr_in address;
    SOCKET listener = new_listener(&address);
    if (listener == number) {
        listener = new_listener(&address);
        CLOSE_SOCKET(number);
    }
    while (count < (int) ARRAYSIZE(others) && found.left == INVALID_SOCKET) {
        SOCKET socket = new_socket(SOCK_STREAM);
        if (socket == number) {
            set_blocking(listener, TRUE);
            set_blocking(socket, TRUE);
            CHECK_WSA(connect(socket, (struct sockaddr *) &address, sizeof(address)));
            found.left = socket;
            found.right = accept(listener, NULL, NULL);
            CHECK(found.right != INVALID_SOCKET);
            set_blocking(found.left, FALSE);
            set_blocking(found.right, FALSE);
        } else {
            others[count++] = socket;
        }
    }
    CLOSE_SOCKET(listener);
    while (count > 0) {
        CLOSE_SOCKET(others[--count]);
    }
    return found;
}

static void a_number_that_is_used_again(BOOL behindItsBack, BOOL sameKey) {
    HANDLE port = open_port();
    int reused = 0;
    for (int i = 0; i < 30; i++) {
        uintptr_t oldKey = 100 + (uintptr_t) i;
        uintptr_t newKey = sameKey ? oldKey : oldKey + 500;
        socket_pair old = new_pair();
        /* All the states in which the old one may be left. */
        switch (i % 3) {
        case 0: /* armed */
            ARM(port, old.left, oldKey, IN_ | HANGUP_);
            break;
        case 1: /* fired */
            ARM(port, old.left, oldKey, OUT_);
            CHECK_EVENTS(NEXT_EVENTS(port, oldKey), OUT_, 0);
            break;
        default: /* a wider filter is on its way */
            ARM(port, old.left, oldKey, IN_ | HANGUP_);
            if (!realSystem) {
                fill(old.left);
                ARM(port, old.left, oldKey, IN_ | HANGUP_ | OUT_);
            }
            break;
        }
        SOCKET number = old.left;
        if (behindItsBack) {
            CHECK_WSA(closesocket(old.left));
        } else {
            CLOSE_SOCKET(old.left);
        }
        socket_pair pair = pair_with_number(number);
        if (pair.left != INVALID_SOCKET) {
            reused++;
            ARM(port, pair.left, newKey, IN_ | HANGUP_);
            EXPECT_QUIET(port); /* nothing of the old one */
            send_all(pair.right, "x");
            CHECK_EVENTS(NEXT_EVENTS(port, newKey), IN_, 0);
            EXPECT_QUIET(port);
            close_pair(pair);
        }
        CLOSE_SOCKET(old.right);
    }
    CLOSE_PORT(port);
    if (reused == 0) {
        contract_skip("no number of a closed socket was used again");
    }
}

static void a_number_used_again(void) {
    a_number_that_is_used_again(FALSE, FALSE);
}

static void a_number_used_again_with_the_same_key(void) {
    a_number_that_is_used_again(FALSE, TRUE);
}

static void a_number_used_again_behind_the_providers_back(void) {
    a_number_that_is_used_again(TRUE, FALSE);
}

static void another_port_after_remove(void) {
    HANDLE port = open_port();
    HANDLE other = open_port();
    socket_pair pair = new_pair();
    for (int armed = 0; armed < 2; armed++) {
        ARM(port, pair.left, 7, armed ? IN_ | HANGUP_ : OUT_);
        if (!armed) {
            CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
        }
        REMOVE(port, pair.left, 7);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), REMOVE_, 0);
        ARM(other, pair.left, 8, OUT_);
        CHECK_EVENTS(NEXT_EVENTS(other, 8), OUT_, 0);
        REMOVE(other, pair.left, 8);
        CHECK_EVENTS(NEXT_EVENTS(other, 8), REMOVE_, 0);
    }
    EXPECT_QUIET(port);
    EXPECT_QUIET(other);
    close_pair(pair);
    CLOSE_PORT(other);
    CLOSE_PORT(port);
}

static void another_port_after_close(void) {
    HANDLE port = open_port();
    HANDLE other = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    SOCKET number = pair.left;
    close_pair(pair);
    pair = pair_with_number(number);
    if (pair.left == INVALID_SOCKET) {
        contract_skip("no number of a closed socket was used again");
    }
    ARM(other, pair.left, 8, OUT_);
    CHECK_EVENTS(NEXT_EVENTS(other, 8), OUT_, 0);
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(other);
    CLOSE_PORT(port);
}

static DWORD handle_count(void) {
    DWORD count = 0;
    CHECK_WIN(GetProcessHandleCount(GetCurrentProcess(), &count));
    return count;
}

static void a_port_closed_with_arms_pending(void) {
    enum { PAIRS = 100 };
    static socket_pair pairs[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        pairs[i] = new_pair();
    }
    DWORD handles = 0;
    for (int round = 0; round < 4; round++) {
        HANDLE port = open_port();
        for (int i = 0; i < PAIRS; i++) {
            switch (i % 4) {
            case 0: /* armed */
                ARM(port, pairs[i].left, i, IN_ | HANGUP_);
                break;
            case 1: /* its packet is queued */
                ARM(port, pairs[i].left, i, OUT_);
                break;
            case 2: /* persistent */
                ARM_PERSISTENT(port, pairs[i].left, i, IN_ | HANGUP_);
                break;
            default: /* its REMOVE packet is under way */
                ARM(port, pairs[i].left, i, IN_ | HANGUP_);
                REMOVE(port, pairs[i].left, i);
                break;
            }
        }
        CLOSE_PORT(port);
        if (realSystem) {
            break; /* what becomes of the registrations is undocumented */
        }
        if (round == 0) {
            handles = handle_count();
        } else {
            CHECK_EQ(handle_count(), handles);
        }
    }
    if (!realSystem) {
        HANDLE port = open_port();
        ARM(port, pairs[0].left, 7, OUT_);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
        EXPECT_QUIET(port);
        CLOSE_PORT(port);
    }
    for (int i = 0; i < PAIRS; i++) {
        close_pair(pairs[i]);
    }
}

static DWORD WINAPI wait_for_the_end(void *port) {
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    CHECK_EQ(provider->process(port, 0, NULL, INFINITE, 1, &packet, &received), 0);
    CHECK_EQ(packet.lpCompletionKey, 99);
    return 0;
}

static void waiters_are_woken_before_the_port_is_closed(void) {
    HANDLE port = open_port();
    HANDLE waiters[4];
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    for (int i = 0; i < 4; i++) {
        waiters[i] = start_thread(wait_for_the_end, port);
    }
    Sleep(50);
    for (int i = 0; i < 4; i++) {
        CHECK_WIN(PostQueuedCompletionStatus(port, 0, 99, NULL));
    }
    for (int i = 0; i < 4; i++) {
        join_thread(waiters[i]);
    }
    CLOSE_PORT(port);
    close_pair(pair);
}

static void no_handle_is_left(void) {
    DWORD handles = 0;
    for (int round = 0; round < 3; round++) {
        enum { PAIRS = 150 };
        static socket_pair pairs[PAIRS];
        HANDLE port = open_port();
        for (int i = 0; i < PAIRS; i++) {
            pairs[i] = new_pair();
            ARM(port, pairs[i].left, i, IN_ | HANGUP_);
        }
        for (int i = 0; i < PAIRS; i++) {
            close_pair(pairs[i]);
        }
        EXPECT_QUIET(port);
        DWORD empty = handle_count();
        ARM(port, (pairs[0] = new_pair()).left, 1, OUT_);
        NEXT_EVENTS(port, 1);
        close_pair(pairs[0]);
        EXPECT_QUIET(port);
        CHECK(handle_count() <= empty + 1); /* at most one helper that was not there */
        CLOSE_PORT(port);
        if (round == 0) {
            handles = handle_count();
        } else {
            CHECK_EQ(handle_count(), handles);
        }
    }
}

const contract_test endingTests[] = {
    { "C24_remove_ends_in_one_packet", remove_ends_in_one_packet },
    { "C25_packets_ahead_of_the_remove_packet", packets_ahead_of_the_remove_packet },
    { "C25_remove_while_a_wider_filter_is_on_its_way", remove_while_a_wider_filter_is_on_its_way },
    { "C26_remove_of_what_is_not_registered", remove_of_what_is_not_registered },
    { "C27_remove_then_close_before_the_packet", remove_then_close_before_the_packet },
    { "C27_close_with_an_arm_pending", close_with_an_arm_pending },
    { "C27_close_with_a_packet_queued", close_with_a_packet_queued },
    { "C27_close_behind_the_providers_back", close_behind_the_providers_back },
    { "C27_a_number_used_again", a_number_used_again },
    { "C27_a_number_used_again_with_the_same_key", a_number_used_again_with_the_same_key },
    { "C27_a_number_used_again_behind_the_providers_back", a_number_used_again_behind_the_providers_back },
    { "C27_no_handle_is_left", no_handle_is_left },
    { "C28_remove_then_the_same_port_again", remove_then_the_same_port_again },
    { "C28_another_port_after_remove", another_port_after_remove },
    { "C28_another_port_after_close", another_port_after_close },
    { "C29_a_port_closed_with_arms_pending", a_port_closed_with_arms_pending },
    { "C29_waiters_are_woken_before_the_port_is_closed", waiters_are_woken_before_the_port_is_closed },
    { NULL, NULL }
};
