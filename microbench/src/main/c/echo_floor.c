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

/*
 * The floor: an echo server that does what an echo server must and nothing else. Some threads share one completion
 * port; a thread that was handed a socket receives, sends, and arms the socket again in the same call that fetches the
 * next one. What a transport adds to this is its own cost, what is left is the system's.
 *
 *   echo_floor THREADS
 *
 * Understands the lines of the benchmark's server: "start ...", "connections", "stop"; ends with its standard input.
 */

#include "netty_iocpnotify_provider.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_THREADS 64
#define BUFFER_SIZE 65536
#define ONESHOT_LEVEL (SOCK_NOTIFY_TRIGGER_ONESHOT | SOCK_NOTIFY_TRIGGER_LEVEL)
#define LISTENER_BACKLOG 1024

static const netty_iocpnotify_provider *provider;
static HANDLE port;
static volatile LONG connections;

static void die(const char *what, int error) {
    fprintf(stderr, "echo_floor: %s failed with error %d\n", what, error);
    ExitProcess(1);
}

/* Wine and Windows both hand out small numbers as sockets, so the lowest bit of a key is free to tell listeners. */
static uintptr_t key_of(SOCKET socket, BOOL isListener) {
    return (uintptr_t) socket << 1 | (uintptr_t) isListener;
}

static SOCK_NOTIFY_REGISTRATION arm_of(uintptr_t key) {
    SOCK_NOTIFY_REGISTRATION arm;
    memset(&arm, 0, sizeof(arm));
    arm.socket = (SOCKET) (key >> 1);
    arm.completionKey = (PVOID) key;
    arm.eventFilter = SOCK_NOTIFY_REGISTER_EVENT_IN | SOCK_NOTIFY_REGISTER_EVENT_HANGUP;
    arm.operation = SOCK_NOTIFY_OP_ENABLE;
    arm.triggerFlags = ONESHOT_LEVEL;
    return arm;
}

static void close_connection(SOCKET socket) {
    provider->forget(socket);
    closesocket(socket);
    InterlockedDecrement(&connections);
}

/* Whether the connection is still there. */
static BOOL send_all(SOCKET socket, const char *bytes, int length) {
    while (length > 0) {
        int sent = send(socket, bytes, length, 0);
        if (sent == SOCKET_ERROR) {
            if (WSAGetLastError() != WSAEWOULDBLOCK) {
                return FALSE;
            }
            /* A client that does not read: not what this program is measured with. */
            Sleep(1);
            continue;
        }
        bytes += sent;
        length -= sent;
    }
    return TRUE;
}

/* Whether the socket is to be armed again. */
static BOOL echo(SOCKET socket, char *buffer) {
    int received = recv(socket, buffer, BUFFER_SIZE, 0);
    if (received == SOCKET_ERROR && WSAGetLastError() == WSAEWOULDBLOCK) {
        return TRUE;
    }
    if (received <= 0 || !send_all(socket, buffer, received)) {
        close_connection(socket);
        return FALSE;
    }
    return TRUE;
}

/* The key of the accepted socket, or 0. */
static uintptr_t accept_one(SOCKET listener) {
    /* Inherits from the listener that it does not block. */
    SOCKET socket = accept(listener, NULL, NULL);
    BOOL noDelay = TRUE;
    if (socket == INVALID_SOCKET) {
        return 0;
    }
    InterlockedIncrement(&connections);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, (const char *) &noDelay, sizeof(noDelay));
    return key_of(socket, FALSE);
}

/* One call and what it brings: applies the arms and leaves the next ones there; how many. */
static UINT32 serve_once(SOCK_NOTIFY_REGISTRATION *arms, UINT32 armCount, char *buffer) {
    OVERLAPPED_ENTRY packet;
    UINT32 count = 0;
    UINT32 nextCount = 0;
    UINT32 i;
    /* One packet at a time: a second one would wait behind the first while another thread is idle. */
    DWORD error = provider->process(port, armCount, armCount == 0 ? NULL : arms, INFINITE, 1, &packet, &count);
    if (error != 0 && error != WAIT_TIMEOUT) {
        die(NETTY_IOCPNOTIFY_PROCESS_NAME, (int) error);
    }
    for (i = 0; i < armCount; i++) {
        /* A listener may be closed by "stop" at any time, a connection only by the thread that serves it. */
        if (arms[i].registrationResult != 0 && ((uintptr_t) arms[i].completionKey & 1) == 0) {
            die("arming a socket", (int) arms[i].registrationResult);
        }
    }
    if (count != 0) {
        uintptr_t key = packet.lpCompletionKey;
        SOCKET socket = (SOCKET) (key >> 1);
        if ((key & 1) != 0) {
            uintptr_t accepted = accept_one(socket);
            arms[nextCount++] = arm_of(key);
            if (accepted != 0) {
                arms[nextCount++] = arm_of(accepted);
            }
        } else if (echo(socket, buffer)) {
            arms[nextCount++] = arm_of(key);
        }
    }
    return nextCount;
}

static DWORD WINAPI serve(void *unused) {
    char *buffer = malloc(BUFFER_SIZE);
    SOCK_NOTIFY_REGISTRATION arms[2];
    UINT32 armCount = 0;
    (void) unused;
    if (buffer == NULL) {
        die("malloc", ERROR_NOT_ENOUGH_MEMORY);
    }
    for (;;) {
        armCount = serve_once(arms, armCount, buffer);
    }
    return 0;
}

static SOCKET start(void) {
    SOCKET listener = WSASocketW(AF_INET, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    struct sockaddr_in address;
    int length = sizeof(address);
    u_long nonBlocking = 1;
    SOCK_NOTIFY_REGISTRATION arm;
    DWORD error;

    memset(&address, 0, sizeof(address));
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (listener == INVALID_SOCKET || ioctlsocket(listener, FIONBIO, &nonBlocking) != 0
            || bind(listener, (struct sockaddr *) &address, sizeof(address)) != 0
            || listen(listener, LISTENER_BACKLOG) != 0
            || getsockname(listener, (struct sockaddr *) &address, &length) != 0) {
        die("listening", WSAGetLastError());
    }
    arm = arm_of(key_of(listener, TRUE));
    error = provider->process(port, 1, &arm, 0, 0, NULL, NULL);
    if (error != 0 || arm.registrationResult != 0) {
        die("arming the listener", (int) (error != 0 ? error : arm.registrationResult));
    }
    printf("port %d\n", ntohs(address.sin_port));
    return listener;
}

static void obey(void) {
    char line[1024];
    SOCKET listener = INVALID_SOCKET;
    while (fgets(line, sizeof(line), stdin) != NULL) {
        if (strncmp(line, "start ", 6) == 0) {
            listener = start();
        } else if (strncmp(line, "connections", 11) == 0) {
            printf("connections %ld\n", connections);
        } else if (strncmp(line, "stop", 4) == 0) {
            provider->forget(listener);
            closesocket(listener);
            printf("stopped\n");
        } else {
            printf("failed no such command\n");
        }
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    int threads = argc == 2 ? atoi(argv[1]) : 0;
    const char *missing = "";
    WSADATA data;
    DWORD error;
    int i;

    if (threads < 1 || threads > MAX_THREADS) {
        fprintf(stderr, "usage: echo_floor THREADS, at most %d\n", MAX_THREADS);
        return 2;
    }
    error = (DWORD) WSAStartup(MAKEWORD(2, 2), &data);
    if (error != 0) {
        die("WSAStartup", (int) error);
    }
    error = netty_iocpnotify_provider_choose("auto", NULL, &provider, &missing);
    if (error != 0) {
        die(missing, (int) error);
    }
    port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0);
    if (port == NULL) {
        die("CreateIoCompletionPort", (int) GetLastError());
    }
    for (i = 0; i < threads; i++) {
        if (CreateThread(NULL, 0, serve, NULL, 0, NULL) == NULL) {
            die("CreateThread", (int) GetLastError());
        }
    }
    printf("ready %s\n", provider->name);
    fflush(stdout);
    obey();
    /* The threads and their sockets end with the process. */
    ExitProcess(0);
}
