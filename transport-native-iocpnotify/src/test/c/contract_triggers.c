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
 * One-shot, persistent, level, edge, DISABLE, and packets that are queued while the registration changes.
 */

static void one_shot_fires_once(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    EXPECT_QUIET(port);
    send_all(pair.right, "y");
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void one_shot_disarms_both_directions(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_ | OUT_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    send_all(pair.right, "x");
    EXPECT_QUIET(port);
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void one_shot_stays_registered(void) {
    HANDLE port = open_port();
    HANDLE other = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, OUT_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    CHECK(TRY_APPLY(other, entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL)) != 0);
    DISABLE(port, pair.left, 7);
    REMOVE(port, pair.left, 7);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), REMOVE_, 0);
    close_pair(pair);
    CLOSE_PORT(other);
    CLOSE_PORT(port);
}

static void persistent_fires_until_disabled(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM_PERSISTENT(port, pair.left, 7, IN_ | HANGUP_);
    EXPECT_QUIET(port);
    for (int i = 0; i < 5; i++) {
        send_all(pair.right, "x");
        CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0); /* level: still there */
        CHECK_EQ(drain(pair.left), 1);
        if (realSystem) {
            /* One may have been queued before the drain. */
            OVERLAPPED_ENTRY packet;
            UINT32 received = 0;
            provider->process(port, 0, NULL, QUIET_MS, 1, &packet, &received);
        }
        EXPECT_QUIET(port);
    }
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    DISABLE(port, pair.left, 7);
    if (realSystem) {
        OVERLAPPED_ENTRY packet;
        UINT32 received = 0;
        provider->process(port, 0, NULL, QUIET_MS, 1, &packet, &received);
    }
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

typedef struct waiter {
    HANDLE port;
    uintptr_t key;
} waiter;

static DWORD WINAPI wait_for_key(void *argument) {
    waiter *self = argument;
    CHECK_EVENTS(NEXT_EVENTS(self->port, self->key), IN_, 0);
    return 0;
}

/* The thread that got the packet makes no further call: the one that waits already must get the next. */
static void persistent_fires_for_a_thread_that_waits_already(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    waiter both = { port, 7 };
    ARM_PERSISTENT(port, pair.left, 7, IN_ | HANGUP_);
    HANDLE first = start_thread(wait_for_key, &both);
    HANDLE second = start_thread(wait_for_key, &both);
    Sleep(50);
    send_all(pair.right, "x");
    join_thread(first);
    join_thread(second);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void persistent_many_sockets(void) {
    enum { PAIRS = 8 };
    HANDLE port = open_port();
    socket_pair pairs[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        pairs[i] = new_pair();
        ARM_PERSISTENT(port, pairs[i].left, 100 + (uintptr_t) i, IN_ | HANGUP_);
        send_all(pairs[i].right, "x");
    }
    /* All keep firing until drained; none starves. */
    int fired[PAIRS] = { 0 };
    for (int left = PAIRS; left > 0;) {
        OVERLAPPED_ENTRY packet = NEXT_PACKET(port);
        size_t index = packet.lpCompletionKey - 100;
        CHECK(index < PAIRS);
        if (++fired[index] == 3) {
            CHECK_EQ(drain(pairs[index].left), 1);
            left--;
        }
        CHECK(fired[index] < 100);
    }
    for (int i = 0; i < PAIRS; i++) {
        REMOVE(port, pairs[i].left, 100 + (uintptr_t) i);
    }
    for (int removed = 0; removed < PAIRS;) {
        removed += (NEXT_PACKET(port).dwNumberOfBytesTransferred & REMOVE_) != 0;
    }
    EXPECT_QUIET(port);
    for (int i = 0; i < PAIRS; i++) {
        close_pair(pairs[i]);
    }
    CLOSE_PORT(port);
}

static void edge_is_refused(void) {
    if (realSystem) {
        contract_skip("the system's own provider has edge triggers");
    }
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    unsigned triggers[] = { SOCK_NOTIFY_TRIGGER_ONESHOT | SOCK_NOTIFY_TRIGGER_EDGE,
                            SOCK_NOTIFY_TRIGGER_PERSISTENT | SOCK_NOTIFY_TRIGGER_EDGE };
    for (size_t i = 0; i < ARRAYSIZE(triggers); i++) {
        CHECK_EQ(TRY_APPLY(port, entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, triggers[i])), WSAEOPNOTSUPP);
        CHECK(TRY_APPLY(port, entry_of(pair.left, 7, 0, SOCK_NOTIFY_OP_REMOVE, 0)) != 0); /* was not registered */
    }
    /* On a live registration the refusal leaves what was. */
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EQ(TRY_APPLY(port, entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, triggers[0])), WSAEOPNOTSUPP);
    EXPECT_QUIET(port);
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void edge_fires_on_a_change_only(void) {
    if (!realSystem) {
        contract_skip("edge triggers need the system's own provider");
    }
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "xy");
    read_exactly(pair.left, 1); /* so the other one is there, too */
    CHECK_EQ(TRY_APPLY(port, entry_of(pair.left, 7, IN_ | HANGUP_, SOCK_NOTIFY_OP_ENABLE,
                                      SOCK_NOTIFY_TRIGGER_PERSISTENT | SOCK_NOTIFY_TRIGGER_EDGE)),
             0);
    EXPECT_QUIET(port); /* was there before */
    CHECK_EQ(drain(pair.left), 1);
    send_all(pair.right, "y");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void conditions_coalesce(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    CHECK_WSA(shutdown(pair.right, SD_SEND));
    ARM(port, pair.left, 7, IN_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0); /* it has arrived */
    ARM(port, pair.left, 7, IN_ | OUT_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_ | OUT_, HANGUP_);
    EXPECT_QUIET(port);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void disabled_nothing_is_queued(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    DISABLE(port, pair.left, 7);
    EXPECT_QUIET(port); /* no acknowledgement either */
    send_all(pair.right, "x");
    EXPECT_QUIET(port);
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void enabled_again_before_the_event(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    unsigned filters[] = { IN_ | HANGUP_, IN_, IN_ | HANGUP_ | OUT_ };
    for (size_t i = 0; i < ARRAYSIZE(filters); i++) {
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        DISABLE(port, pair.left, 7);
        ARM(port, pair.left, 7, filters[i]);
        send_all(pair.right, "x");
        CHECK_EVENTS(NEXT_EVENTS(port, 7), 0, IN_ | (filters[i] & OUT_));
        EXPECT_QUIET(port);
        CHECK_EQ(drain(pair.left), 1);
    }
    close_pair(pair);
    CLOSE_PORT(port);
}

static void disabled_with_a_packet_queued(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    DISABLE(port, pair.left, 7);
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    DWORD code = provider->process(port, 0, NULL, QUIET_MS, 1, &packet, &received);
    if (realSystem && code == 0) {
        CHECK_EQ(packet.lpCompletionKey, 7); /* queued before: it may come */
    } else {
        CHECK(is_timeout(code));
    }
    EXPECT_QUIET(port);
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void disable_is_idempotent(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, OUT_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    DISABLE(port, pair.left, 7);
    DISABLE(port, pair.left, 7);
    EXPECT_QUIET(port);
    if (!realSystem) {
        CHECK_EQ(TRY_APPLY(port, entry_of(pair.right, 8, 0, SOCK_NOTIFY_OP_DISABLE, 0)), ERROR_NOT_FOUND);
    }
    close_pair(pair);
    CLOSE_PORT(port);
}

static void the_packet_may_be_stale(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    read_exactly(pair.left, 1);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    CHECK_EQ(drain(pair.left), 0); /* would block */
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    EXPECT_QUIET(port);
    send_all(pair.right, "y");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void another_filter_while_a_packet_is_queued(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    for (int i = 0; i < 20; i++) {
        send_all(pair.right, "x");
        ARM(port, pair.left, 7, IN_ | HANGUP_); /* its packet is queued now */
        ARM(port, pair.left, 7, OUT_);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), 0, IN_ | OUT_);
        EXPECT_QUIET(port);
        CHECK_EQ(drain(pair.left), 1);
    }
    close_pair(pair);
    CLOSE_PORT(port);
}

const contract_test triggerTests[] = {
    { "C10_one_shot_fires_once", one_shot_fires_once },
    { "C10_one_shot_disarms_both_directions", one_shot_disarms_both_directions },
    { "C10_one_shot_stays_registered", one_shot_stays_registered },
    { "C11_persistent_fires_until_disabled", persistent_fires_until_disabled },
    { "C11_persistent_fires_for_a_thread_that_waits_already", persistent_fires_for_a_thread_that_waits_already },
    { "C11_persistent_many_sockets", persistent_many_sockets },
    { "C12_edge_is_refused", edge_is_refused },
    { "C12_edge_fires_on_a_change_only", edge_fires_on_a_change_only },
    { "C13_conditions_coalesce", conditions_coalesce },
    { "C14_disabled_nothing_is_queued", disabled_nothing_is_queued },
    { "C14_enabled_again_before_the_event", enabled_again_before_the_event },
    { "C14_disabled_with_a_packet_queued", disabled_with_a_packet_queued },
    { "C14_disable_is_idempotent", disable_is_idempotent },
    { "C15_the_packet_may_be_stale", the_packet_may_be_stale },
    { "C16_another_filter_while_a_packet_is_queued", another_filter_while_a_packet_is_queued },
    { NULL, NULL }
};
