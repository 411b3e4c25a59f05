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
 * What the events mean: data, space, end of stream, reset, datagrams.
 */

static void in_means_data(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    EXPECT_QUIET(port);
    send_all(pair.right, "hello");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    CHECK_EQ(drain(pair.left), 5);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void out_means_space(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, OUT_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    size_t filled = fill(pair.left);
    ARM(port, pair.left, 7, OUT_);
    EXPECT_QUIET(port);
    for (size_t got = 0; got < filled;) {
        got += (size_t) drain(pair.right);
    }
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void hangup_means_end_of_stream(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_WSA(shutdown(pair.right, SD_SEND));
    CHECK_EVENTS(NEXT_EVENTS(port, 7), HANGUP_, IN_);
    char byte;
    CHECK_EQ(recv(pair.left, &byte, 1, 0), 0);
    /* Half closed only: the other direction works. */
    ARM(port, pair.right, 8, IN_ | HANGUP_);
    send_all(pair.left, "back");
    CHECK_EVENTS(NEXT_EVENTS(port, 8), IN_, 0);
    CHECK_EQ(drain(pair.right), 4);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void end_of_stream_behind_data(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "last");
    CHECK_WSA(shutdown(pair.right, SD_SEND));
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, HANGUP_);
    read_exactly(pair.left, 4);
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), HANGUP_, IN_);
    char byte;
    CHECK_EQ(recv(pair.left, &byte, 1, 0), 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void end_of_stream_with_in_alone(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_);
    CHECK_WSA(shutdown(pair.right, SD_SEND));
    if (realSystem) {
        /* Whether IN fires is undocumented; nothing but IN may. */
        OVERLAPPED_ENTRY packet;
        UINT32 received = 0;
        DWORD code = provider->process(port, 0, NULL, 500, 1, &packet, &received);
        CHECK(code == 0 || is_timeout(code));
        if (code == 0) {
            CHECK_EVENTS(packet.dwNumberOfBytesTransferred, 0, IN_);
        }
    } else {
        CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    }
    close_pair(pair);
    CLOSE_PORT(port);
}

static void end_of_stream_with_hangup_alone(void) {
    if (onWine) {
        contract_skip("Wine spins on HANGUP without IN, so the afd provider leaves it out there");
    }
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, HANGUP_);
    send_all(pair.right, "x");
    EXPECT_QUIET(port);
    read_exactly(pair.left, 1);
    CHECK_WSA(shutdown(pair.right, SD_SEND));
    CHECK_EVENTS(NEXT_EVENTS(port, 7), HANGUP_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

/* After the end only OUT is of interest, and the end must not disturb it. */
static void out_after_end_of_stream(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_WSA(shutdown(pair.right, SD_SEND));
    CHECK_EVENTS(NEXT_EVENTS(port, 7), HANGUP_, IN_);
    char byte;
    CHECK_EQ(recv(pair.left, &byte, 1, 0), 0);
    size_t filled = fill(pair.left);
    ARM(port, pair.left, 7, OUT_);
    EXPECT_QUIET(port);
    for (size_t got = 0; got < filled;) {
        got += (size_t) drain(pair.right);
    }
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void hangup_stays_true(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    CHECK_WSA(shutdown(pair.right, SD_SEND));
    for (int i = 0; i < 5; i++) {
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), HANGUP_, IN_);
    }
    close_pair(pair);
    CLOSE_PORT(port);
}

static void errors_come_unasked(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    fill(pair.left);
    ARM(port, pair.left, 7, OUT_);
    EXPECT_QUIET(port);
    reset_socket(pair.right);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), realSystem ? 0 : ERR_, ERR_ | OUT_);
    CLOSE_SOCKET(pair.left);
    CLOSE_PORT(port);
}

static void reset_by_the_peer(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    reset_socket(pair.right);
    unsigned events = NEXT_EVENTS(port, 7);
    CHECK_EVENTS(events, realSystem ? 0 : ERR_ | HANGUP_, ERR_ | HANGUP_ | IN_);
    CHECK((events & (ERR_ | HANGUP_)) != 0);
    CLOSE_SOCKET(pair.left);
    CLOSE_PORT(port);
}

static void reset_with_data_unread(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "unread");
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    ARM(port, pair.left, 7, OUT_ | IN_ | HANGUP_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_ | OUT_, 0);
    reset_socket(pair.right);
    /* The data may go first or get lost with the reset; the reset itself must be seen in the end. */
    for (int i = 0; i < 1000; i++) {
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        unsigned events = NEXT_EVENTS(port, 7);
        CHECK_EVENTS(events, 0, IN_ | HANGUP_ | ERR_);
        char buffer[16];
        int count = recv(pair.left, buffer, sizeof(buffer), 0);
        if ((events & ERR_) || count == 0 || (count < 0 && WSAGetLastError() != WSAEWOULDBLOCK)) {
            CLOSE_SOCKET(pair.left);
            CLOSE_PORT(port);
            return;
        }
    }
    contract_fail(__FILE__, __LINE__, "the reset was never seen");
}

static void datagram_socket_has_space_at_once(void) {
    HANDLE port = open_port();
    struct sockaddr_in address;
    SOCKET bound = new_udp(&address);
    SOCKET unbound = new_socket(SOCK_DGRAM);
    ARM(port, bound, 7, OUT_);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
    ARM(port, unbound, 8, OUT_);
    CHECK_EVENTS(NEXT_EVENTS(port, 8), OUT_, 0);
    CLOSE_SOCKET(bound);
    CLOSE_SOCKET(unbound);
    CLOSE_PORT(port);
}

static void datagrams_mean_in(void) {
    HANDLE port = open_port();
    struct sockaddr_in address;
    struct sockaddr_in other;
    SOCKET receiver = new_udp(&address);
    SOCKET sender = new_udp(&other);
    ARM(port, receiver, 7, IN_ | HANGUP_);
    EXPECT_QUIET(port);
    for (int i = 0; i < 3; i++) {
        CHECK_EQ(sendto(sender, "datagram", 8, 0, (struct sockaddr *) &address, sizeof(address)), 8);
    }
    for (int i = 0; i < 3; i++) {
        char buffer[16];
        CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
        CHECK_EQ(recv(receiver, buffer, sizeof(buffer), 0), 8);
        ARM(port, receiver, 7, IN_ | HANGUP_); /* level: the next one is there, or will be */
    }
    EXPECT_QUIET(port);
    CLOSE_SOCKET(sender);
    EXPECT_QUIET(port); /* datagrams know no hang-up */
    CLOSE_SOCKET(receiver);
    CLOSE_PORT(port);
}

static void an_empty_datagram_means_in(void) {
    HANDLE port = open_port();
    struct sockaddr_in address;
    struct sockaddr_in other;
    SOCKET receiver = new_udp(&address);
    SOCKET sender = new_udp(&other);
    char buffer[16];
    ARM(port, receiver, 7, IN_ | HANGUP_);
    CHECK_EQ(sendto(sender, buffer, 0, 0, (struct sockaddr *) &address, sizeof(address)), 0);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    CHECK_EQ(recv(receiver, buffer, sizeof(buffer), 0), 0);
    CLOSE_SOCKET(sender);
    CLOSE_SOCKET(receiver);
    CLOSE_PORT(port);
}

const contract_test eventTests[] = { { "C17_in_means_data", in_means_data },
                                     { "C17_out_means_space", out_means_space },
                                     { "C17_hangup_means_end_of_stream", hangup_means_end_of_stream },
                                     { "C17_end_of_stream_behind_data", end_of_stream_behind_data },
                                     { "C18_errors_come_unasked", errors_come_unasked },
                                     { "C19_end_of_stream_with_in_alone", end_of_stream_with_in_alone },
                                     { "C19_end_of_stream_with_hangup_alone", end_of_stream_with_hangup_alone },
                                     { "C19_out_after_end_of_stream", out_after_end_of_stream },
                                     { "C19_hangup_stays_true", hangup_stays_true },
                                     { "C20_reset_by_the_peer", reset_by_the_peer },
                                     { "C20_reset_with_data_unread", reset_with_data_unread },
                                     { "C22_datagram_socket_has_space_at_once", datagram_socket_has_space_at_once },
                                     { "C22_datagrams_mean_in", datagrams_mean_in },
                                     { "C22_an_empty_datagram_means_in", an_empty_datagram_means_in },
                                     { NULL, NULL } };
