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

static void zero_timeout(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, OUT_);
    ask_about("C2 writable socket, ENABLE OUT, timeout 0, same call");
    ask_and_answer(port, &entry, 0);
    ask_about("C2 the same, next call");
    ask_and_answer(port, NULL, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void changed_key(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 8, OUT_);
    ask_about("C4 armed with key 7, ENABLE OUT with key 8");
    ask_and_answer(port, &entry, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void odd_triggers(void) {
    static const struct {
        const char *name;
        unsigned triggers;
    } odd[] = { { "C5 LEVEL alone", SOCK_NOTIFY_TRIGGER_LEVEL },
                { "C5 ONESHOT alone", SOCK_NOTIFY_TRIGGER_ONESHOT },
                { "C5 PERSISTENT alone", SOCK_NOTIFY_TRIGGER_PERSISTENT },
                { "C5 none", 0 },
                { "C5 ONESHOT, LEVEL and EDGE", ONESHOT_LEVEL | SOCK_NOTIFY_TRIGGER_EDGE } };
    for (size_t i = 0; i < ARRAYSIZE(odd); i++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, odd[i].triggers);
        ask_about("%s", odd[i].name);
        ask_and_answer(port, &entry, WAIT_MS);
        close_pair(pair);
        CLOSE_PORT(port);
    }
}

static void empty_filter(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, SOCK_NOTIFY_REGISTER_EVENT_NONE);
    send_all(pair.right, "x");
    ask_about("C7 readable and writable socket, ENABLE NONE");
    ask_and_answer(port, &entry, WAIT_MS);
    reset_socket(pair.right);
    ask_about("C7 the same, then a reset by the peer");
    ask_and_answer(port, NULL, WAIT_MS);
    CLOSE_SOCKET(pair.left);
    CLOSE_PORT(port);
}

static void second_port(void) {
    HANDLE port = open_port();
    HANDLE other = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 8, OUT_);
    ask_about("C8 ENABLE on a second port");
    ask_and_answer(other, &entry, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(other);
    CLOSE_PORT(port);
}

static void twice_in_one_call(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entries[2] = { enable(pair.left, 7, IN_ | HANGUP_), enable(pair.left, 7, OUT_) };
    ask_about("C9 IN and then OUT of one socket in one call");
    DWORD code = provider->process(port, 2, entries, 0, 0, NULL, NULL);
    answer("returned %lu, registrationResults 0x%08lx and 0x%08lx", code, entries[0].registrationResult,
           entries[1].registrationResult);
    ask_about("C9 the next packet");
    ask_and_answer(port, NULL, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void filter_against_queued_packet(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    Sleep(100); /* its packet is queued */
    SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, OUT_);
    ask_about("C16 a packet of IN is queued, ENABLE OUT");
    ask_and_answer(port, &entry, WAIT_MS);
    ask_about("C16 the next packet");
    ask_and_answer(port, NULL, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void arm_against_queued_packet(void) {
    for (int readFirst = 0; readFirst <= 1; readFirst++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        send_all(pair.right, "x");
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        Sleep(100); /* its packet is queued */
        if (readFirst) {
            drain(pair.left);
        }
        ask_about("C16 a packet of IN is queued%s, the same one-shot arm again", readFirst ? ", the data is read" : "");
        SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, IN_ | HANGUP_);
        ask_and_answer(port, &entry, WAIT_MS);
        ask_and_answer(port, NULL, WAIT_MS / 2);
        close_pair(pair);
        CLOSE_PORT(port);
    }
}

static void remove_unknown(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, 0, SOCK_NOTIFY_OP_REMOVE, 0);
    ask_about("C26 REMOVE of a socket that is not registered");
    ask_and_answer(port, &entry, WAIT_MS);
    entry = entry_of(pair.left, 7, 0, SOCK_NOTIFY_OP_DISABLE, 0);
    ask_about("C26 DISABLE of a socket that is not registered");
    ask_and_answer(port, &entry, WAIT_MS);
    entry = entry_of(INVALID_SOCKET, 7, IN_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
    ask_about("C1 ENABLE of INVALID_SOCKET");
    ask_and_answer(port, &entry, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void both_counts_zero(void) {
    HANDLE port = open_port();
    ask_about("both counts 0");
    answer("returned %lu", provider->process(port, 0, NULL, 0, 0, NULL, NULL));
    CLOSE_PORT(port);
}

const probe_question callQuestions[] = { zero_timeout,
                                         changed_key,
                                         odd_triggers,
                                         empty_filter,
                                         second_port,
                                         twice_in_one_call,
                                         filter_against_queued_packet,
                                         arm_against_queued_packet,
                                         remove_unknown,
                                         both_counts_zero,
                                         NULL };
