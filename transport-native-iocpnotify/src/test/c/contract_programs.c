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

#include <stdlib.h>
#include <string.h>

/*
 * The four programs that Microsoft's documentation of the call describes, written out as tests: a single-threaded
 * replacement for poll, an edge-triggered datagram server, a server of many threads that re-arms in the call that
 * dequeues, and deregistering with the wait that makes it safe to free.
 */

enum { CLIENTS = 12, ROUNDS = 30, CLIENT_TIMEOUT_MS = 60000, STOP_KEY = 1, LISTENER_KEY = 2, FIRST_KEY = 16 };

typedef struct client {
    const struct sockaddr_in *server;
    int index;
} client;

/* Connects, sends, wants every byte back, closes. */
static DWORD WINAPI run_client(void *argument) {
    const client *self = argument;
    DWORD timeout = CLIENT_TIMEOUT_MS;
    SOCKET socket = new_socket(SOCK_STREAM);
    set_blocking(socket, TRUE);
    CHECK_WSA(setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, (const char *) &timeout, sizeof(timeout)));
    CHECK_WSA(connect(socket, (const struct sockaddr *) self->server, sizeof(*self->server)));
    for (int round = 0; round < ROUNDS; round++) {
        char sent[512];
        int length = 1 + (round * 37 + self->index * 11) % (int) sizeof(sent);
        memset(sent, 'a' + (round + self->index) % 26, (size_t) length);
        CHECK_EQ(send(socket, sent, length, 0), length);
        for (int got = 0; got < length;) {
            char back[512];
            int count = recv(socket, back, length - got, 0);
            CHECK(count > 0);
            CHECK(memcmp(back, sent + got, (size_t) count) == 0);
            got += count;
        }
    }
    CHECK_WSA(shutdown(socket, SD_SEND));
    char byte;
    CHECK_EQ(recv(socket, &byte, 1, 0), 0);
    CHECK_WSA(closesocket(socket));
    return 0;
}

/* Echoes what can be read now. FALSE: end of stream, or broken. */
static BOOL echo(SOCKET socket) {
    for (;;) {
        char buffer[1024];
        int count = recv(socket, buffer, sizeof(buffer), 0);
        if (count == 0) {
            return FALSE;
        }
        if (count == SOCKET_ERROR) {
            return WSAGetLastError() == WSAEWOULDBLOCK;
        }
        CHECK_EQ(send(socket, buffer, count, 0), count);
    }
}

static void start_clients(HANDLE *threads, client *clients, const struct sockaddr_in *server) {
    for (int i = 0; i < CLIENTS; i++) {
        clients[i].server = server;
        clients[i].index = i;
        threads[i] = start_thread(run_client, &clients[i]);
    }
}

/* Program 1: one thread, PERSISTENT and LEVEL: what poll() does, without handing in the set each time. */
static void poll_replacement(void) {
    struct sockaddr_in address;
    HANDLE port = open_port();
    SOCKET listener = new_listener(&address);
    SOCKET connections[CLIENTS];
    HANDLE threads[CLIENTS];
    client clients[CLIENTS];
    int accepted = 0;
    int ended = 0;
    ARM_PERSISTENT(port, listener, LISTENER_KEY, IN_);
    start_clients(threads, clients, &address);
    while (ended < CLIENTS) {
        OVERLAPPED_ENTRY packets[4];
        UINT32 received = 0;
        DWORD code = provider->process(port, 0, NULL, SOON_MS, ARRAYSIZE(packets), packets, &received);
        CHECK_EQ(code, 0);
        for (UINT32 i = 0; i < received; i++) {
            uintptr_t key = packets[i].lpCompletionKey;
            if (key == LISTENER_KEY) {
                SOCKET connection = accept(listener, NULL, NULL);
                if (connection == INVALID_SOCKET) {
                    CHECK_EQ(WSAGetLastError(), WSAEWOULDBLOCK); /* a hint, no promise */
                    continue;
                }
                CHECK(accepted < CLIENTS);
                set_blocking(connection, FALSE);
                connections[accepted] = connection;
                ARM_PERSISTENT(port, connection, FIRST_KEY + (uintptr_t) accepted, IN_ | HANGUP_);
                accepted++;
                continue;
            }
            CHECK(key >= FIRST_KEY && key < FIRST_KEY + (uintptr_t) accepted);
            SOCKET *connection = &connections[key - FIRST_KEY];
            if (*connection != INVALID_SOCKET && !echo(*connection)) {
                CLOSE_SOCKET(*connection);
                *connection = INVALID_SOCKET;
                ended++;
            }
        }
    }
    for (int i = 0; i < CLIENTS; i++) {
        join_thread(threads[i]);
    }
    CLOSE_SOCKET(listener);
    CLOSE_PORT(port);
}

/* Program 2: datagrams, PERSISTENT and EDGE: each packet means "read until it would block". */
static void edge_triggered_datagram_server(void) {
    if (!realSystem) {
        contract_skip("edge triggers need the system's own provider");
    }
    enum { DATAGRAMS = 500, BURST = 10 };
    struct sockaddr_in serverAddress;
    struct sockaddr_in clientAddress;
    HANDLE port = open_port();
    SOCKET server = new_udp(&serverAddress);
    SOCKET sender = new_udp(&clientAddress);
    CHECK_EQ(TRY_APPLY(port, entry_of(server, FIRST_KEY, IN_, SOCK_NOTIFY_OP_ENABLE,
                                      SOCK_NOTIFY_TRIGGER_PERSISTENT | SOCK_NOTIFY_TRIGGER_EDGE)),
             0);
    int next = 0;
    for (int sent = 0; sent < DATAGRAMS; sent += BURST) {
        for (int i = sent; i < sent + BURST; i++) {
            CHECK_EQ(sendto(sender, (const char *) &i, sizeof(i), 0, (struct sockaddr *) &serverAddress,
                            sizeof(serverAddress)),
                     sizeof(i));
        }
        while (next < sent + BURST) {
            CHECK_EVENTS(NEXT_EVENTS(port, FIRST_KEY), IN_, 0);
            int number;
            while (recv(server, (char *) &number, sizeof(number), 0) == sizeof(number)) {
                CHECK_EQ(number, next);
                next++;
            }
            CHECK_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
        }
    }
    CLOSE_SOCKET(sender);
    CLOSE_SOCKET(server);
    CLOSE_PORT(port);
}

/* Program 3: 16 threads, ONESHOT and LEVEL, every re-arm handed in with the next dequeue. */
enum { THREADS = 16, MAX_PACKETS = 6 };

typedef struct pool {
    HANDLE port;
    SOCKET listener;
    SOCKET connections[CLIENTS];
    volatile LONG busy[CLIENTS];
    volatile LONG accepting;
    volatile LONG accepted;
    volatile LONG ended;
    HANDLE done;
} pool;

static void serve_listener(pool *self, SOCK_NOTIFY_REGISTRATION *rearm, UINT32 *count) {
    CHECK(InterlockedIncrement(&self->accepting) == 1); /* one-shot: nobody else has a packet of it */
    SOCKET connection = accept(self->listener, NULL, NULL);
    if (connection == INVALID_SOCKET) {
        CHECK_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
    } else {
        LONG index = InterlockedIncrement(&self->accepted) - 1;
        CHECK(index < CLIENTS);
        set_blocking(connection, FALSE);
        self->connections[index] = connection;
        rearm[(*count)++] = entry_of(connection, FIRST_KEY + (uintptr_t) index, IN_ | HANGUP_, SOCK_NOTIFY_OP_ENABLE,
                                     ONESHOT_LEVEL);
    }
    CHECK(InterlockedDecrement(&self->accepting) == 0);
    rearm[(*count)++] = entry_of(self->listener, LISTENER_KEY, IN_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
}

static void serve_connection(pool *self, uintptr_t key, SOCK_NOTIFY_REGISTRATION *rearm, UINT32 *count) {
    uintptr_t index = key - FIRST_KEY;
    CHECK(key >= FIRST_KEY && index < CLIENTS);
    CHECK(InterlockedIncrement(&self->busy[index]) == 1); /* one-shot: nobody else has a packet of it */
    if (echo(self->connections[index])) {
        rearm[(*count)++] = entry_of(self->connections[index], key, IN_ | HANGUP_, SOCK_NOTIFY_OP_ENABLE,
                                     ONESHOT_LEVEL);
    } else {
        CLOSE_SOCKET(self->connections[index]);
        if (InterlockedIncrement(&self->ended) == CLIENTS) {
            CHECK_WIN(SetEvent(self->done));
        }
    }
    InterlockedDecrement(&self->busy[index]);
}

static DWORD WINAPI serve(void *argument) {
    pool *self = argument;
    SOCK_NOTIFY_REGISTRATION rearm[2 * MAX_PACKETS];
    UINT32 rearmCount = 0;
    for (;;) {
        OVERLAPPED_ENTRY packets[MAX_PACKETS];
        UINT32 received = 0;
        CHECK_EQ(provider->process(self->port, rearmCount, rearmCount != 0 ? rearm : NULL, INFINITE, MAX_PACKETS,
                                   packets, &received),
                 0);
        for (UINT32 i = 0; i < rearmCount; i++) {
            CHECK_EQ(rearm[i].registrationResult, 0);
        }
        rearmCount = 0;
        for (UINT32 i = 0; i < received; i++) {
            uintptr_t key = packets[i].lpCompletionKey;
            if (key == STOP_KEY) {
                CHECK_WIN(PostQueuedCompletionStatus(self->port, 0, STOP_KEY, NULL)); /* for the next thread */
                return 0;
            }
            if (key == LISTENER_KEY) {
                serve_listener(self, rearm, &rearmCount);
            } else {
                serve_connection(self, key, rearm, &rearmCount);
            }
        }
    }
}

static void sixteen_threads_one_shot(void) {
    static pool self;
    struct sockaddr_in address;
    HANDLE servers[THREADS];
    HANDLE threads[CLIENTS];
    client clients[CLIENTS];
    self.port = open_port();
    self.listener = new_listener(&address);
    self.done = CreateEventW(NULL, TRUE, FALSE, NULL);
    CHECK_WIN(self.done != NULL);
    for (int i = 0; i < THREADS; i++) {
        servers[i] = start_thread(serve, &self);
    }
    ARM(self.port, self.listener, LISTENER_KEY, IN_);
    start_clients(threads, clients, &address);
    for (int i = 0; i < CLIENTS; i++) {
        join_thread(threads[i]);
    }
    CHECK_EQ(WaitForSingleObject(self.done, CLIENT_TIMEOUT_MS), WAIT_OBJECT_0);
    CHECK_WIN(PostQueuedCompletionStatus(self.port, 0, STOP_KEY, NULL));
    for (int i = 0; i < THREADS; i++) {
        join_thread(servers[i]);
    }
    CLOSE_SOCKET(self.listener);
    CLOSE_PORT(self.port);
    CloseHandle(self.done);
}

/* Program 4: the key is the address of a context that must live until the REMOVE packet, and no longer. */
typedef struct context {
    ULONG alive;
    SOCKET socket;
    volatile LONG removing;
} context;

enum { ALIVE = 0xA11FE, DEAD = 0xDEAD, CONTEXTS = 20 };

static volatile LONG contextsFreed;
static volatile LONG contextEvents;

static DWORD WINAPI serve_contexts(void *port) {
    for (;;) {
        OVERLAPPED_ENTRY packets[4];
        UINT32 received = 0;
        CHECK_EQ(provider->process(port, 0, NULL, INFINITE, 4, packets, &received), 0);
        BOOL stop = FALSE;
        context *toFree[4];
        UINT32 freeCount = 0;
        for (UINT32 i = 0; i < received; i++) {
            if (packets[i].lpCompletionKey == STOP_KEY) {
                stop = TRUE;
                continue;
            }
            context *self = (context *) packets[i].lpCompletionKey;
            CHECK_EQ(self->alive, ALIVE); /* never a packet after the REMOVE packet */
            InterlockedIncrement(&contextEvents);
            if (packets[i].dwNumberOfBytesTransferred & REMOVE_) {
                CHECK(self->removing);
                toFree[freeCount++] = self; /* after the batch: earlier entries may name it, too */
            }
        }
        for (UINT32 i = 0; i < freeCount; i++) {
            toFree[i]->alive = DEAD;
            CLOSE_SOCKET(toFree[i]->socket);
            free(toFree[i]);
            InterlockedIncrement(&contextsFreed);
        }
        if (stop) {
            return 0;
        }
    }
}

static void deregister_and_wait(void) {
    HANDLE port = open_port();
    HANDLE server = start_thread(serve_contexts, port);
    for (int round = 0; round < 10; round++) {
        context *contexts[CONTEXTS];
        SOCKET peers[CONTEXTS];
        SOCK_NOTIFY_REGISTRATION removals[CONTEXTS];
        LONG before = contextsFreed;
        for (int i = 0; i < CONTEXTS; i++) {
            socket_pair pair = new_pair();
            contexts[i] = calloc(1, sizeof(*contexts[i]));
            CHECK(contexts[i] != NULL);
            contexts[i]->alive = ALIVE;
            contexts[i]->socket = pair.left;
            peers[i] = pair.right;
            if (i % 2 == 0) {
                ARM_PERSISTENT(port, pair.left, (uintptr_t) contexts[i], IN_ | HANGUP_);
            } else {
                ARM(port, pair.left, (uintptr_t) contexts[i], IN_ | HANGUP_);
            }
            removals[i] = entry_of(pair.left, (uintptr_t) contexts[i], 0, SOCK_NOTIFY_OP_REMOVE, 0);
        }
        for (int i = 0; i < CONTEXTS; i++) {
            if (i % 3 != 0) {
                send_all(peers[i], "x");
            }
            contexts[i]->removing = 1;
        }
        CHECK_EQ(provider->process(port, CONTEXTS, removals, 0, 0, NULL, NULL), 0);
        for (int i = 0; i < CONTEXTS; i++) {
            CHECK_EQ(removals[i].registrationResult, 0);
        }
        ULONGLONG deadline = GetTickCount64() + SOON_MS;
        while (contextsFreed - before < CONTEXTS) {
            CHECK(GetTickCount64() < deadline);
            Sleep(1);
        }
        for (int i = 0; i < CONTEXTS; i++) {
            CLOSE_SOCKET(peers[i]);
        }
    }
    CHECK(contextEvents >= contextsFreed);
    CHECK_WIN(PostQueuedCompletionStatus(port, 0, STOP_KEY, NULL));
    join_thread(server);
    CLOSE_PORT(port);
}

const contract_test programTests[] = { { "program_poll_replacement", poll_replacement },
                                       { "program_edge_triggered_datagram_server", edge_triggered_datagram_server },
                                       { "program_sixteen_threads_one_shot", sixteen_threads_one_shot },
                                       { "program_deregister_and_wait", deregister_and_wait },
                                       { NULL, NULL } };
