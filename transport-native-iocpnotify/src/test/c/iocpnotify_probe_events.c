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

static void end_of_stream(void) {
    static const struct {
        const char *name;
        unsigned filter;
        BOOL unread;
    } filters[] = { { "C19 FIN with filter IN", IN_, FALSE },
                    { "C19 FIN with filter IN and HANGUP", IN_ | HANGUP_, FALSE },
                    { "C19 FIN with filter HANGUP", HANGUP_, FALSE },
                    { "C19 FIN with filter OUT", OUT_, FALSE },
                    { "C19 FIN behind unread data with filter IN and HANGUP", IN_ | HANGUP_, TRUE },
                    { "C19 FIN behind unread data with filter HANGUP", HANGUP_, TRUE } };
    for (size_t i = 0; i < ARRAYSIZE(filters); i++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        if (filters[i].unread) {
            send_all(pair.right, "x");
        }
        CHECK_WSA(shutdown(pair.right, SD_SEND));
        Sleep(100); /* until it has arrived */
        SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, filters[i].filter);
        ask_about("%s", filters[i].name);
        ask_and_answer(port, &entry, WAIT_MS);
        close_pair(pair);
        CLOSE_PORT(port);
    }
}

static void reset(void) {
    static const struct {
        const char *name;
        unsigned filter;
    } filters[] = { { "C20 reset with filter IN", IN_ },
                    { "C20 reset with filter IN and HANGUP", IN_ | HANGUP_ },
                    { "C20 reset with filter OUT", OUT_ },
                    { "C20 reset with all", IN_ | HANGUP_ | OUT_ } };
    for (size_t i = 0; i < ARRAYSIZE(filters); i++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        reset_socket(pair.right);
        Sleep(100); /* until it has arrived */
        SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, filters[i].filter);
        ask_about("%s", filters[i].name);
        ask_and_answer(port, &entry, WAIT_MS);
        CLOSE_SOCKET(pair.left);
        CLOSE_PORT(port);
    }
}

static void unconnected(void) {
    HANDLE port = open_port();
    SOCKET socket = new_socket(SOCK_STREAM);
    SOCK_NOTIFY_REGISTRATION entry = enable(socket, 7, IN_ | OUT_ | HANGUP_);
    ask_about("C21 socket that is not connected, all events");
    ask_and_answer(port, &entry, WAIT_MS);
    struct sockaddr_in address = closed_address();
    connect(socket, (struct sockaddr *) &address, sizeof(address));
    entry = enable(socket, 7, IN_ | OUT_ | HANGUP_);
    ask_about("C21 the same, connecting to a closed port");
    ask_and_answer(port, &entry, 5 * WAIT_MS);
    CLOSE_SOCKET(socket);
    CLOSE_PORT(port);
}

static void unconnected_input(void) {
    HANDLE port = open_port();
    SOCKET socket = new_socket(SOCK_STREAM);
    SOCK_NOTIFY_REGISTRATION entry = enable(socket, 7, IN_ | HANGUP_);
    ask_about("C21 socket that is not connected, IN and HANGUP");
    ask_and_answer(port, &entry, WAIT_MS);
    CLOSE_SOCKET(socket);
    CLOSE_PORT(port);
}

static void failed_connect(void) {
    HANDLE port = open_port();
    struct sockaddr_in address = closed_address();
    SOCKET socket = new_socket(SOCK_STREAM);
    ask_about("C21 connect to a closed port");
    int result = connect(socket, (struct sockaddr *) &address, sizeof(address));
    answer("returned %d error %d", result, result < 0 ? WSAGetLastError() : 0);
    ask_about("C21 connect to a closed port, OUT armed");
    SOCK_NOTIFY_REGISTRATION entry = enable(socket, 7, OUT_);
    ask_and_answer(port, &entry, 5 * WAIT_MS);
    ask_about("C21 failed connect, SO_ERROR");
    int error = socket_error(socket);
    answer("%d, then %d", error, socket_error(socket));
    ask_about("C21 failed connect, send");
    result = send(socket, "x", 1, 0);
    answer("returned %d error %d", result, result < 0 ? WSAGetLastError() : 0);
    ask_about("C21 failed connect, OUT armed again");
    entry = enable(socket, 7, OUT_);
    ask_and_answer(port, &entry, WAIT_MS);
    CLOSE_SOCKET(socket);
    CLOSE_PORT(port);
}

static void close_then_packet(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, OUT_);
    Sleep(100); /* its packet is queued */
    CLOSE_SOCKET(pair.left);
    ask_about("C27 a packet is queued, closesocket");
    ask_and_answer(port, NULL, WAIT_MS);
    CLOSE_SOCKET(pair.right);
    CLOSE_PORT(port);
}

const probe_question eventQuestions[] = { end_of_stream,     reset, unconnected, unconnected_input, failed_connect,
                                          close_then_packet, NULL };
