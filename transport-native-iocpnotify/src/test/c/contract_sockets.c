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
 * What the tests share: calls of the provider that must go well, and sockets.
 */

BOOL is_timeout(DWORD code) {
    return code == WAIT_TIMEOUT || code == ERROR_TIMEOUT; /* the documentation names both */
}

HANDLE open_port(void) {
    HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0);
    CHECK_WIN(port != NULL);
    return port;
}

SOCK_NOTIFY_REGISTRATION entry_of(SOCKET socket, uintptr_t key, unsigned filter, unsigned operation,
                                  unsigned triggers) {
    SOCK_NOTIFY_REGISTRATION entry = { 0 };
    entry.socket = socket;
    entry.completionKey = (PVOID) key;
    entry.eventFilter = (UINT16) filter;
    entry.operation = (UINT8) operation;
    entry.triggerFlags = (UINT8) triggers;
    entry.registrationResult = 0xDEAD; /* must be overwritten */
    return entry;
}

DWORD try_apply(const char *file, int line, HANDLE port, SOCK_NOTIFY_REGISTRATION entry) {
    contract_step(file, line);
    DWORD code = provider->process(port, 1, &entry, 0, 0, NULL, NULL);
    if (code != 0) {
        contract_fail(file, line, "the call failed with %lu", code);
    }
    if (entry.registrationResult == 0xDEAD) {
        contract_fail(file, line, "registrationResult was not set");
    }
    return entry.registrationResult;
}

void expect_applied(const char *file, int line, HANDLE port, SOCK_NOTIFY_REGISTRATION entry) {
    DWORD result = try_apply(file, line, port, entry);
    if (result != 0) {
        contract_fail(file, line, "registrationResult is %lu", result);
    }
}

OVERLAPPED_ENTRY next_packet(const char *file, int line, HANDLE port) {
    contract_step(file, line);
    OVERLAPPED_ENTRY entry = { 0 };
    UINT32 received = 0;
    DWORD code = provider->process(port, 0, NULL, SOON_MS, 1, &entry, &received);
    if (code != 0 || received != 1) {
        contract_fail(file, line, "no packet: code %lu, received %u", code, received);
    }
    return entry;
}

unsigned next_events(const char *file, int line, HANDLE port, uintptr_t key) {
    OVERLAPPED_ENTRY entry = next_packet(file, line, port);
    if (entry.lpCompletionKey != key) {
        contract_fail(file, line, "packet with key 0x%llx, expected 0x%llx, events 0x%lx",
                      (unsigned long long) entry.lpCompletionKey, (unsigned long long) key,
                      entry.dwNumberOfBytesTransferred);
    }
    return entry.dwNumberOfBytesTransferred;
}

void expect_quiet(const char *file, int line, HANDLE port) {
    contract_step(file, line);
    OVERLAPPED_ENTRY entry = { 0 };
    UINT32 received = 0;
    DWORD code = provider->process(port, 0, NULL, QUIET_MS, 1, &entry, &received);
    if (!is_timeout(code)) {
        contract_fail(file, line, "expected no packet: code %lu, received %u, key 0x%llx, events 0x%lx", code, received,
                      (unsigned long long) entry.lpCompletionKey, entry.dwNumberOfBytesTransferred);
    }
}

void close_socket_at(const char *file, int line, SOCKET socket) {
    contract_step(file, line);
    provider->forget(socket);
    if (closesocket(socket) == SOCKET_ERROR) {
        contract_fail(file, line, "closesocket: WSA error %d", WSAGetLastError());
    }
}

void close_port_at(const char *file, int line, HANDLE port) {
    contract_step(file, line);
    DWORD error = provider->close_port(port);
    if (error != 0) {
        contract_fail(file, line, "close_port: error %lu", error);
    }
}

void set_blocking(SOCKET socket, BOOL blocking) {
    u_long nonBlocking = blocking ? 0 : 1;
    CHECK_WSA(ioctlsocket(socket, (long) FIONBIO, &nonBlocking));
}

SOCKET new_socket(int type) {
    SOCKET socket = WSASocketW(AF_INET, type, 0, NULL, 0, WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    CHECK(socket != INVALID_SOCKET);
    set_blocking(socket, FALSE);
    return socket;
}

static void bind_loopback(SOCKET socket, struct sockaddr_in *address) {
    int length = sizeof(*address);
    ZeroMemory(address, sizeof(*address));
    address->sin_family = AF_INET;
    address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK_WSA(bind(socket, (struct sockaddr *) address, sizeof(*address)));
    CHECK_WSA(getsockname(socket, (struct sockaddr *) address, &length));
}

SOCKET new_listener(struct sockaddr_in *address) {
    SOCKET listener = new_socket(SOCK_STREAM);
    bind_loopback(listener, address);
    CHECK_WSA(listen(listener, 200));
    return listener;
}

SOCKET new_udp(struct sockaddr_in *address) {
    SOCKET socket = new_socket(SOCK_DGRAM);
    bind_loopback(socket, address);
    return socket;
}

socket_pair new_pair(void) {
    struct sockaddr_in address;
    socket_pair pair;
    SOCKET listener = new_listener(&address);
    set_blocking(listener, TRUE);
    pair.left = new_socket(SOCK_STREAM);
    set_blocking(pair.left, TRUE);
    CHECK_WSA(connect(pair.left, (struct sockaddr *) &address, sizeof(address)));
    pair.right = accept(listener, NULL, NULL);
    CHECK(pair.right != INVALID_SOCKET);
    set_blocking(pair.left, FALSE);
    set_blocking(pair.right, FALSE);
    CHECK_WSA(closesocket(listener));
    return pair;
}

void close_pair(socket_pair pair) {
    CLOSE_SOCKET(pair.left);
    CLOSE_SOCKET(pair.right);
}

void send_all(SOCKET socket, const char *text) {
    int length = (int) strlen(text);
    CHECK_EQ(send(socket, text, length, 0), length);
}

int drain(SOCKET socket) {
    char buffer[4096];
    int total = 0;
    for (;;) {
        int count = recv(socket, buffer, sizeof(buffer), 0);
        if (count == SOCKET_ERROR) {
            CHECK_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
            return total;
        }
        CHECK(count > 0);
        total += count;
    }
}

void read_exactly(SOCKET socket, int bytes) {
    char buffer[4096];
    ULONGLONG deadline = GetTickCount64() + SOON_MS;
    while (bytes > 0) {
        int count = recv(socket, buffer, bytes < (int) sizeof(buffer) ? bytes : (int) sizeof(buffer), 0);
        if (count == SOCKET_ERROR) {
            CHECK_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
            CHECK(GetTickCount64() < deadline);
            Sleep(1);
        } else {
            CHECK(count > 0);
            bytes -= count;
        }
    }
}

size_t fill(SOCKET socket) {
    static const char block[16384];
    size_t total = 0;
    for (;;) {
        int count = send(socket, block, sizeof(block), 0);
        if (count == SOCKET_ERROR) {
            int error = WSAGetLastError();
            CHECK(error == WSAEWOULDBLOCK || error == WSAENOBUFS);
            return total;
        }
        total += (size_t) count;
        CHECK(total < ((size_t) 1 << 30));
    }
}

void reset_socket(SOCKET socket) {
    struct linger linger = { 1, 0 };
    CHECK_WSA(setsockopt(socket, SOL_SOCKET, SO_LINGER, (const char *) &linger, sizeof(linger)));
    CLOSE_SOCKET(socket);
}

struct sockaddr_in closed_address(void) {
    struct sockaddr_in address;
    SOCKET socket = new_socket(SOCK_STREAM);
    bind_loopback(socket, &address);
    CHECK_WSA(closesocket(socket));
    return address;
}

HANDLE start_thread(DWORD(WINAPI *body)(void *), void *argument) {
    HANDLE thread = CreateThread(NULL, 0, body, argument, 0, NULL);
    CHECK_WIN(thread != NULL);
    return thread;
}

void join_thread(HANDLE thread) {
    contract_step(__FILE__, __LINE__);
    CHECK_EQ(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
    CloseHandle(thread);
}
