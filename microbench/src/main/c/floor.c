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
 * The floor: a server that does what an echo server must, or one that sends without end, and nothing else. Some threads
 * share one completion port; a thread that was handed a socket receives, sends, and arms the socket again in the same
 * call that fetches the next one. What a transport adds to this is its own cost, what is left is the system's.
 *
 *   floor THREADS
 *
 * Understands the lines of the benchmark's server: "start echo ...", "start stream ...", "connections", "stop"; ends
 * with its standard input.
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
#define READABLE (SOCK_NOTIFY_REGISTER_EVENT_IN | SOCK_NOTIFY_REGISTER_EVENT_HANGUP)
#define WRITABLE SOCK_NOTIFY_REGISTER_EVENT_OUT

/* The tape of the benchmark. */
#define TAPE_PERIOD 65536
#define TAPE_SEED 20477
/* What a channel of Netty's has for its socket at once, between the marks of its write buffer: 3 blocks of 16 KiB. */
#define BYTES_PER_SEND (3 * 16384)
/* As many as Netty makes before it is another channel's turn. */
#define SENDS_PER_TURN 16
#define MAX_SOCKETS 65536

static const netty_iocpnotify_provider *provider;
static HANDLE port;
static volatile LONG connections;
/* Set by start(), before it listens. What is left of the connections of the service before, either service closes. */
static volatile BOOL isStream;
static char tape[TAPE_PERIOD + BYTES_PER_SEND];
/* Where each socket is on the tape; for the thread that serves it. */
static int places[MAX_SOCKETS];

static void die(const char *what, int error) {
    fprintf(stderr, "floor: %s failed with error %d\n", what, error);
    ExitProcess(1);
}

/* Wine and Windows both hand out small numbers as sockets, so the lowest bit of a key is free to tell listeners. */
static uintptr_t key_of(SOCKET socket, BOOL isListener) {
    return (uintptr_t) socket << 1 | (uintptr_t) isListener;
}

static SOCK_NOTIFY_REGISTRATION arm_of(uintptr_t key, UINT16 filter) {
    SOCK_NOTIFY_REGISTRATION arm;
    memset(&arm, 0, sizeof(arm));
    arm.socket = (SOCKET) (key >> 1);
    arm.completionKey = (PVOID) key;
    arm.eventFilter = filter;
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

/* How many bytes there were, 0 if there are none yet, -1 if the connection is over. */
static int receive(SOCKET socket, char *buffer) {
    int received = recv(socket, buffer, BUFFER_SIZE, 0);
    if (received == SOCKET_ERROR && WSAGetLastError() == WSAEWOULDBLOCK) {
        return 0;
    }
    return received > 0 ? received : -1;
}

/* What the socket is to be armed for, or 0 if the connection is over. */
static UINT16 echo(SOCKET socket, char *buffer) {
    int received = receive(socket, buffer);
    return received >= 0 && send_all(socket, buffer, received) ? READABLE : 0;
}

/* As echo(). The client's first byte begins it, after that the socket is armed for room to send. */
static UINT16 stream(SOCKET socket, DWORD events, char *buffer) {
    int *place = &places[socket];
    int i;
    if ((events & SOCK_NOTIFY_EVENT_OUT) == 0) {
        int received = receive(socket, buffer);
        if (received <= 0) {
            return received == 0 ? READABLE : 0;
        }
        *place = 0;
    }
    for (i = 0; i < SENDS_PER_TURN; i++) {
        int sent = send(socket, tape + *place, BYTES_PER_SEND, 0);
        if (sent == SOCKET_ERROR) {
            return WSAGetLastError() == WSAEWOULDBLOCK ? WRITABLE : 0;
        }
        *place = (*place + sent) % TAPE_PERIOD;
    }
    return WRITABLE;
}

/* The numbers of java.util.SplittableRandom, which is where the benchmark has its tape from. */
static void fill_tape(void) {
    uint64_t state = TAPE_SEED;
    int i;
    for (i = 0; i < TAPE_PERIOD; i++) {
        uint64_t mixed = state += UINT64_C(0x9e3779b97f4a7c15);
        mixed = (mixed ^ mixed >> 33) * UINT64_C(0x62a9d9ed799705f5);
        mixed = (mixed ^ mixed >> 28) * UINT64_C(0xcb24d0a5c88c35b3);
        tape[i] = (char) (mixed >> 32);
    }
    memcpy(tape + TAPE_PERIOD, tape, BYTES_PER_SEND);
}

/* The key of the accepted socket, or 0. */
static uintptr_t accept_one(SOCKET listener) {
    /* Inherits from the listener that it does not block. */
    SOCKET socket = accept(listener, NULL, NULL);
    BOOL noDelay = TRUE;
    if (socket == INVALID_SOCKET) {
        return 0;
    }
    if (socket >= MAX_SOCKETS) {
        die("accepting: the number of the socket is too large", (int) socket);
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
            arms[nextCount++] = arm_of(key, READABLE);
            if (accepted != 0) {
                arms[nextCount++] = arm_of(accepted, READABLE);
            }
        } else {
            UINT16 filter = isStream ? stream(socket, packet.dwNumberOfBytesTransferred, buffer) : echo(socket, buffer);
            if (filter != 0) {
                arms[nextCount++] = arm_of(key, filter);
            } else {
                close_connection(socket);
            }
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

static SOCKET start(BOOL sendsWithoutEnd) {
    SOCKET listener = WSASocketW(AF_INET, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    struct sockaddr_in address;
    int length = sizeof(address);
    u_long nonBlocking = 1;
    SOCK_NOTIFY_REGISTRATION arm;
    DWORD error;

    isStream = sendsWithoutEnd;
    memset(&address, 0, sizeof(address));
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (listener == INVALID_SOCKET || ioctlsocket(listener, (long) FIONBIO, &nonBlocking) != 0 ||
        bind(listener, (struct sockaddr *) &address, sizeof(address)) != 0 || listen(listener, LISTENER_BACKLOG) != 0 ||
        getsockname(listener, (struct sockaddr *) &address, &length) != 0) {
        die("listening", WSAGetLastError());
    }
    arm = arm_of(key_of(listener, TRUE), READABLE);
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
        if (strncmp(line, "start echo ", 11) == 0) {
            listener = start(FALSE);
        } else if (strncmp(line, "start stream ", 13) == 0) {
            listener = start(TRUE);
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
        fprintf(stderr, "usage: floor THREADS, at most %d\n", MAX_THREADS);
        return 2;
    }
    error = (DWORD) WSAStartup(MAKEWORD(2, 2), &data);
    if (error != 0) {
        die("WSAStartup", (int) error);
    }
    error = netty_iocpnotify_provider_choose("auto", &provider, &missing);
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
    fill_tape();
    printf("ready %s\n", provider->name);
    fflush(stdout);
    obey();
    /* The threads and their sockets end with the process. */
    ExitProcess(0);
}
