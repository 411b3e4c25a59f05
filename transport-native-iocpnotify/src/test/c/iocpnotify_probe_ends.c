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
#include "iocpnotify_probe.h"

/* The end of a connection: both sides shut it down, the end was read, closesocket. */

static void read_end(SOCKET socket) {
    char byte;
    int count = recv(socket, &byte, 1, 0);
    int error = count < 0 ? WSAGetLastError() : 0;
    answer("recv %d error %d, SO_ERROR %d", count, error, socket_error(socket));
}

static void shut_down(SOCKET socket) {
    CHECK_WSA(shutdown(socket, SD_SEND));
    Sleep(100); /* until the other side has it */
}

static void arm_and_answer(HANDLE port, SOCKET socket, unsigned filter) {
    SOCK_NOTIFY_REGISTRATION entry = enable(socket, 7, filter);
    ask_and_answer(port, &entry, WAIT_MS);
}

/* OUT is armed behind a full buffer, so that it is still armed when both sides shut down. */
static void both_with_arm(const char *order, BOOL localFirst, BOOL out) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    const char *arm = out ? "OUT" : "IN and HANGUP";
    if (out) {
        fill(pair.left);
    }
    ARM(port, pair.left, 7, out ? OUT_ : IN_ | HANGUP_);
    shut_down(localFirst ? pair.left : pair.right);
    shut_down(localFirst ? pair.right : pair.left);
    ask_about("both sides shut down, %s, %s armed before, packet", order, arm);
    ask_and_answer(port, NULL, WAIT_MS);
    ask_about("both sides shut down, %s, %s armed before, then", order, arm);
    read_end(pair.left);
    ask_about("both sides shut down, %s, %s armed before, the end was read, IN and HANGUP armed", order, arm);
    arm_and_answer(port, pair.left, IN_ | HANGUP_);
    ask_about("both sides shut down, %s, %s armed before, the end was read, OUT armed", order, arm);
    arm_and_answer(port, pair.left, OUT_);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void both_then_arm(const char *order, BOOL localFirst, const char *name, unsigned filter) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    shut_down(localFirst ? pair.left : pair.right);
    shut_down(localFirst ? pair.right : pair.left);
    ask_about("both sides shut down, %s, then %s armed, packet", order, name);
    arm_and_answer(port, pair.left, filter);
    ask_about("both sides shut down, %s, then %s armed, then", order, name);
    read_end(pair.left);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void both_sides(const char *order, BOOL localFirst) {
    both_with_arm(order, localFirst, FALSE);
    both_with_arm(order, localFirst, TRUE);
    both_then_arm(order, localFirst, "IN and HANGUP", IN_ | HANGUP_);
    both_then_arm(order, localFirst, "OUT", OUT_);
    both_then_arm(order, localFirst, "IN, HANGUP and OUT", IN_ | HANGUP_ | OUT_);
}

static void local_side_first(void) {
    both_sides("local side first", TRUE);
}

static void peer_first(void) {
    both_sides("peer first", FALSE);
}

static void peer_that_shut_down_closes(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    shut_down(pair.right);
    CLOSE_SOCKET(pair.right);
    shut_down(pair.left);
    ask_about("peer shut down and closed, local side shut down, IN, HANGUP and OUT armed, packet");
    arm_and_answer(port, pair.left, IN_ | HANGUP_ | OUT_);
    ask_about("peer shut down and closed, local side shut down, then");
    read_end(pair.left);
    CLOSE_SOCKET(pair.left);
    CLOSE_PORT(port);
}

static void after_the_end(void) {
    static const struct {
        const char *name;
        unsigned filter;
    } filters[] = { { "IN", IN_ },
                    { "IN and HANGUP", IN_ | HANGUP_ },
                    { "HANGUP", HANGUP_ },
                    { "OUT", OUT_ },
                    { "IN, HANGUP and OUT", IN_ | HANGUP_ | OUT_ } };
    for (size_t i = 0; i < ARRAYSIZE(filters); i++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        char byte;
        shut_down(pair.right);
        ask_about("C19 the end was read, filter %s", filters[i].name);
        CHECK_EQ(recv(pair.left, &byte, 1, 0), 0);
        arm_and_answer(port, pair.left, filters[i].filter);
        ask_about("C19 the end was read, filter %s, armed again", filters[i].name);
        arm_and_answer(port, pair.left, filters[i].filter);
        close_pair(pair);
        CLOSE_PORT(port);
    }
}

/* What the peer of a closed socket reads, after everything that was sent. */
static void what_the_peer_reads(SOCKET peer) {
    static char buffer[65536];
    DWORD timeoutMs = 3 * WAIT_MS;
    int count;
    set_blocking(peer, TRUE);
    CHECK_WSA(setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, (const char *) &timeoutMs, sizeof(timeoutMs)));
    do {
        count = recv(peer, buffer, sizeof(buffer), 0);
    } while (count > 0);
    answer("recv %d error %d", count, count < 0 ? WSAGetLastError() : 0);
}

static void lingering_close(void) {
    static const struct {
        const char *name;
        u_short seconds;
        BOOL unsent;
    } cases[] = { { "all is sent, SO_LINGER 2 s", 2, FALSE },
                  { "bytes are unsent, SO_LINGER 2 s", 2, TRUE },
                  { "bytes are unsent, SO_LINGER 0 s", 0, TRUE } };
    for (size_t i = 0; i < ARRAYSIZE(cases); i++) {
        socket_pair pair = new_pair();
        struct linger linger = { 1, cases[i].seconds };
        if (cases[i].unsent) {
            fill(pair.left);
        }
        CHECK_WSA(setsockopt(pair.left, SOL_SOCKET, SO_LINGER, (const char *) &linger, sizeof(linger)));
        ask_about("closesocket of a non-blocking socket, %s", cases[i].name);
        ULONGLONG begin = GetTickCount64();
        int result = closesocket(pair.left);
        int error = result < 0 ? WSAGetLastError() : 0;
        answer("returned %d error %d, %s", result, error, GetTickCount64() - begin < WAIT_MS ? "at once" : "waited");
        if (result < 0) {
            ask_about("closesocket of a non-blocking socket, %s, once more without SO_LINGER", cases[i].name);
            linger.l_onoff = 0;
            int still = setsockopt(pair.left, SOL_SOCKET, SO_LINGER, (const char *) &linger, sizeof(linger));
            error = still < 0 ? WSAGetLastError() : 0;
            answer("setsockopt %d error %d, closesocket %d", still, error, closesocket(pair.left));
        }
        ask_about("closesocket of a non-blocking socket, %s, peer reads", cases[i].name);
        what_the_peer_reads(pair.right);
        CLOSE_SOCKET(pair.right);
    }
}

const probe_question endQuestions[] = { local_side_first, peer_first,      peer_that_shut_down_closes,
                                        after_the_end,    lingering_close, NULL };
