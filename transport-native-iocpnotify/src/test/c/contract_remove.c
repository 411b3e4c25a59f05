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
 * REMOVE, its packet, and what may come after it.
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
        ARM(port, pair.left, 7 + (uintptr_t) i, IN_ | HANGUP_); /* its packet is queued now */
        REMOVE(port, pair.left, 7 + (uintptr_t) i);
        expect_removed(port, 7 + (uintptr_t) i);
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

const contract_test removeTests[] = {
    { "C24_remove_ends_in_one_packet", remove_ends_in_one_packet },
    { "C25_packets_ahead_of_the_remove_packet", packets_ahead_of_the_remove_packet },
    { "C25_remove_while_a_wider_filter_is_on_its_way", remove_while_a_wider_filter_is_on_its_way },
    { "C26_remove_of_what_is_not_registered", remove_of_what_is_not_registered },
    { "C27_remove_then_close_before_the_packet", remove_then_close_before_the_packet },
    { "C28_remove_then_the_same_port_again", remove_then_the_same_port_again },
    { "C28_another_port_after_remove", another_port_after_remove },
    { NULL, NULL }
};
