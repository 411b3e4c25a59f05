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

#include <string.h>

/*
 * Connecting and listening.
 */

static int socket_error(SOCKET socket) {
    int error = -1;
    int length = sizeof(error);
    CHECK_WSA(getsockopt(socket, SOL_SOCKET, SO_ERROR, (char *) &error, &length));
    return error;
}

static void begin_connect(SOCKET socket, const struct sockaddr_in *address) {
    if (connect(socket, (const struct sockaddr *) address, sizeof(*address)) == SOCKET_ERROR) {
        CHECK_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
    }
}

static void connect_done_means_out(void) {
    HANDLE port = open_port();
    struct sockaddr_in address;
    SOCKET listener = new_listener(&address);
    for (int armFirst = 0; armFirst < 2; armFirst++) {
        SOCKET socket = new_socket(SOCK_STREAM);
        if (armFirst) {
            /* The socket needs an address before it may be connecting, or it is not one that can be ready. */
            ARM(port, socket, 7, OUT_);
            begin_connect(socket, &address);
        } else {
            begin_connect(socket, &address);
            ARM(port, socket, 7, OUT_);
        }
        CHECK_EVENTS(NEXT_EVENTS(port, 7), OUT_, 0);
        CHECK_EQ(socket_error(socket), 0);
        send_all(socket, "x");
        CLOSE_SOCKET(socket);
    }
    CLOSE_SOCKET(listener);
    CLOSE_PORT(port);
}

static void connect_failed_means_err_without_out(void) {
    HANDLE port = open_port();
    struct sockaddr_in address = closed_address();
    unsigned filters[] = { OUT_, IN_ | HANGUP_ | OUT_, IN_ | HANGUP_ };
    for (size_t i = 0; i < ARRAYSIZE(filters); i++) {
        SOCKET socket = new_socket(SOCK_STREAM);
        begin_connect(socket, &address);
        ARM(port, socket, 7, filters[i]);
        CHECK_EVENTS(NEXT_EVENTS(port, 7), ERR_, HANGUP_);
        CHECK_EQ(socket_error(socket), WSAECONNREFUSED);
        CLOSE_SOCKET(socket);
    }
    CLOSE_PORT(port);
}

static void a_socket_that_does_not_connect_is_never_ready(void) {
    if (realSystem) {
        contract_skip("sockets that are not connected: outcome undocumented");
    }
    HANDLE port = open_port();
    SOCKET socket = new_socket(SOCK_STREAM);
    ARM(port, socket, 7, IN_ | HANGUP_ | OUT_);
    EXPECT_QUIET(port);
    CLOSE_SOCKET(socket);
    EXPECT_QUIET(port);
    CLOSE_PORT(port);
}

static void a_connection_means_in_on_the_listener(void) {
    HANDLE port = open_port();
    struct sockaddr_in address;
    SOCKET listener = new_listener(&address);
    ARM(port, listener, 7, IN_);
    EXPECT_QUIET(port);
    SOCKET clients[3];
    for (int i = 0; i < 3; i++) {
        clients[i] = new_socket(SOCK_STREAM);
        begin_connect(clients[i], &address);
    }
    for (int i = 0; i < 3; i++) {
        CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
        SOCKET accepted = accept(listener, NULL, NULL);
        CHECK(accepted != INVALID_SOCKET);
        CLOSE_SOCKET(accepted);
        ARM(port, listener, 7, IN_); /* level: the next one is there, or will be */
    }
    EXPECT_QUIET(port);
    CHECK(accept(listener, NULL, NULL) == INVALID_SOCKET);
    CHECK_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
    for (int i = 0; i < 3; i++) {
        CLOSE_SOCKET(clients[i]);
    }
    CLOSE_SOCKET(listener);
    CLOSE_PORT(port);
}

static void a_listener_that_listens_after_it_was_armed(void) {
    if (realSystem) {
        contract_skip("armed before listen(): outcome undocumented");
    }
    HANDLE port = open_port();
    struct sockaddr_in address = { 0 };
    int length = sizeof(address);
    SOCKET listener = new_socket(SOCK_STREAM);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK_WSA(bind(listener, (struct sockaddr *) &address, sizeof(address)));
    CHECK_WSA(getsockname(listener, (struct sockaddr *) &address, &length));
    ARM(port, listener, 7, IN_);
    EXPECT_QUIET(port);
    CHECK_WSA(listen(listener, 10));
    SOCKET client = new_socket(SOCK_STREAM);
    begin_connect(client, &address);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    CLOSE_SOCKET(client);
    CLOSE_SOCKET(listener);
    CLOSE_PORT(port);
}

/* The accept that waits already takes the connection, the notification does not see it. */
static void a_pending_accept_takes_the_connection(void) {
    if (realSystem) {
        contract_skip("overlapped accept on a registered listener: outcome undocumented");
    }
    HANDLE port = open_port();
    struct sockaddr_in address;
    SOCKET listener = new_listener(&address);
    SOCKET accepted = new_socket(SOCK_STREAM);
    GUID guid = WSAID_ACCEPTEX;
    LPFN_ACCEPTEX acceptEx = NULL;
    DWORD bytes = 0;
    char addresses[2 * (sizeof(struct sockaddr_in) + 16)];
    OVERLAPPED overlapped = { 0 };
    CHECK_WSA(WSAIoctl(listener, SIO_GET_EXTENSION_FUNCTION_POINTER, &guid, sizeof(guid), &acceptEx, sizeof(acceptEx),
                       &bytes, NULL, NULL));
    CHECK_WIN(CreateIoCompletionPort((HANDLE) listener, port, 99, 0) != NULL);
    CHECK(!acceptEx(listener, accepted, addresses, 0, sizeof(struct sockaddr_in) + 16, sizeof(struct sockaddr_in) + 16,
                    &bytes, &overlapped));
    CHECK_EQ(WSAGetLastError(), ERROR_IO_PENDING);
    ARM(port, listener, 7, IN_);
    SOCKET client = new_socket(SOCK_STREAM);
    begin_connect(client, &address);
    OVERLAPPED_ENTRY packet = NEXT_PACKET(port);
    CHECK_EQ(packet.lpCompletionKey, 99);
    CHECK(packet.lpOverlapped == &overlapped);
    EXPECT_QUIET(port);
    SOCKET second = new_socket(SOCK_STREAM);
    begin_connect(second, &address);
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    CLOSE_SOCKET(second);
    CLOSE_SOCKET(client);
    CLOSE_SOCKET(accepted);
    CLOSE_SOCKET(listener);
    CLOSE_PORT(port);
}

const contract_test connectTests[] = {
    { "C21_connect_done_means_out", connect_done_means_out },
    { "C21_connect_failed_means_err_without_out", connect_failed_means_err_without_out },
    { "C21_a_socket_that_does_not_connect_is_never_ready", a_socket_that_does_not_connect_is_never_ready },
    { "C23_a_connection_means_in_on_the_listener", a_connection_means_in_on_the_listener },
    { "C23_a_listener_that_listens_after_it_was_armed", a_listener_that_listens_after_it_was_armed },
    { "C23_a_pending_accept_takes_the_connection", a_pending_accept_takes_the_connection },
    { NULL, NULL }
};
