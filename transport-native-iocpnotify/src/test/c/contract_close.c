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
 * closesocket while registered, numbers that are used again, closing the port.
 */

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
                ARM(port, pairs[i].left, (uintptr_t) i, IN_ | HANGUP_);
                break;
            case 1: /* its packet is queued */
                ARM(port, pairs[i].left, (uintptr_t) i, OUT_);
                break;
            case 2: /* persistent */
                ARM_PERSISTENT(port, pairs[i].left, (uintptr_t) i, IN_ | HANGUP_);
                break;
            default: /* its REMOVE packet is under way */
                ARM(port, pairs[i].left, (uintptr_t) i, IN_ | HANGUP_);
                REMOVE(port, pairs[i].left, (uintptr_t) i);
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
            ARM(port, pairs[i].left, (uintptr_t) i, IN_ | HANGUP_);
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

const contract_test closeTests[] = {
    { "C27_close_with_an_arm_pending", close_with_an_arm_pending },
    { "C27_close_with_a_packet_queued", close_with_a_packet_queued },
    { "C27_close_behind_the_providers_back", close_behind_the_providers_back },
    { "C27_a_number_used_again", a_number_used_again },
    { "C27_a_number_used_again_with_the_same_key", a_number_used_again_with_the_same_key },
    { "C27_a_number_used_again_behind_the_providers_back", a_number_used_again_behind_the_providers_back },
    { "C27_no_handle_is_left", no_handle_is_left },
    { "C28_another_port_after_close", another_port_after_close },
    { "C29_a_port_closed_with_arms_pending", a_port_closed_with_arms_pending },
    { "C29_waiters_are_woken_before_the_port_is_closed", waiters_are_woken_before_the_port_is_closed },
    { NULL, NULL }
};
