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
 * Many sockets on one port, several threads that serve them, and clients that check every byte. An event that gets lost
 * leaves its client without an echo; a packet for a key that is dead is seen at once.
 */

enum { SLOTS = 32, WORKERS = 4, DRIVERS = 4, BATCH = 8, STOP_KEY = 0x7FFFFFFF, ECHO_MS = 60000 };

typedef struct slot {
    SRWLOCK lock;          /* one packet of a socket at a time: the others in this mode may be stale */
    SOCKET socket;         /* INVALID_SOCKET while closed; under lock */
    uintptr_t key;         /* generation and index; under lock */
    volatile LONG handled; /* threads that handle a packet of it right now */
    HANDLE closed;         /* set by the worker that closed it */
} slot;

static slot slots[SLOTS];
static HANDLE stressPort;
static BOOL meddled; /* a further thread changes filters: then a socket may have two packets at once, and stale ones */
static volatile LONG stopMeddling;
static volatile LONG echoed;

static const unsigned wanted = SOCK_NOTIFY_REGISTER_EVENT_IN | SOCK_NOTIFY_REGISTER_EVENT_HANGUP;

/* FALSE: end of stream. */
static BOOL echo_all(SOCKET socket) {
    char buffer[256];
    for (;;) {
        int count = recv(socket, buffer, sizeof(buffer), 0);
        if (count == 0) {
            return FALSE;
        }
        if (count == SOCKET_ERROR) {
            CHECK_EQ(WSAGetLastError(), WSAEWOULDBLOCK);
            return TRUE;
        }
        CHECK_EQ(send(socket, buffer, count, 0), count);
        InterlockedAdd(&echoed, count);
    }
}

/* One packet; TRUE and an entry for the next call if the socket is to be armed again by the caller. */
static BOOL handle_packet(const OVERLAPPED_ENTRY *packet, SOCK_NOTIFY_REGISTRATION *rearm) {
    uintptr_t key = packet->lpCompletionKey;
    unsigned events = packet->dwNumberOfBytesTransferred;
    slot *self = &slots[key % SLOTS];
    BOOL again = FALSE;
    CHECK(packet->lpOverlapped == NULL || realSystem);
    AcquireSRWLockExclusive(&self->lock);
    if (self->key != key || self->socket == INVALID_SOCKET) {
        CHECK(meddled); /* a key that is dead */
        ReleaseSRWLockExclusive(&self->lock);
        return FALSE;
    }
    CHECK(InterlockedIncrement(&self->handled) == 1);
    CHECK_EVENTS(events, 0, IN_ | HANGUP_ | OUT_ | REMOVE_);
    if (events & REMOVE_) {
        CLOSE_SOCKET(self->socket);
        self->socket = INVALID_SOCKET;
    } else if (echo_all(self->socket)) {
        *rearm = entry_of(self->socket, key, wanted, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
        again = TRUE;
    } else if ((key / SLOTS) % 2 == 0) {
        CLOSE_SOCKET(self->socket);
        self->socket = INVALID_SOCKET;
    } else {
        *rearm = entry_of(self->socket, key, 0, SOCK_NOTIFY_OP_REMOVE, 0);
        again = TRUE;
    }
    if (again && meddled) {
        /* Others may change this socket's filter or close it as soon as we let go: no arm may be held back. */
        DWORD result = TRY_APPLY(stressPort, *rearm);
        CHECK(result == 0 || result == ERROR_BUSY || result == ERROR_NOT_FOUND);
        again = FALSE;
    }
    BOOL closed = self->socket == INVALID_SOCKET;
    InterlockedDecrement(&self->handled);
    ReleaseSRWLockExclusive(&self->lock);
    if (closed) {
        CHECK_WIN(SetEvent(self->closed));
    }
    return again;
}

static DWORD WINAPI work(void *unused) {
    SOCK_NOTIFY_REGISTRATION rearm[BATCH];
    UINT32 rearmCount = 0;
    (void) unused;
    for (;;) {
        OVERLAPPED_ENTRY packets[BATCH];
        UINT32 received = 0;
        CHECK_EQ(provider->process(stressPort, rearmCount, rearmCount != 0 ? rearm : NULL, INFINITE, BATCH, packets,
                                   &received),
                 0);
        for (UINT32 i = 0; i < rearmCount; i++) {
            CHECK_EQ(rearm[i].registrationResult, 0);
        }
        rearmCount = 0;
        BOOL stop = FALSE;
        for (UINT32 i = 0; i < received; i++) {
            if (packets[i].lpCompletionKey == STOP_KEY) {
                stop = TRUE;
            } else if (handle_packet(&packets[i], &rearm[rearmCount])) {
                rearmCount++;
            }
        }
        if (stop) {
            CHECK_EQ(rearmCount, 0);
            CHECK_WIN(PostQueuedCompletionStatus(stressPort, 0, STOP_KEY, NULL)); /* for the next thread */
            return 0;
        }
    }
}

static SOCKET open_slot(slot *self) {
    socket_pair pair = new_pair();
    DWORD timeout = ECHO_MS;
    set_blocking(pair.right, TRUE);
    CHECK_WSA(setsockopt(pair.right, SOL_SOCKET, SO_RCVTIMEO, (const char *) &timeout, sizeof(timeout)));
    AcquireSRWLockExclusive(&self->lock);
    self->socket = pair.left;
    self->key += SLOTS; /* the next generation */
    uintptr_t key = self->key;
    ARM(stressPort, pair.left, key, wanted);
    ReleaseSRWLockExclusive(&self->lock);
    return pair.right;
}

static void close_client(slot *self, SOCKET client) {
    char byte;
    CHECK_WSA(shutdown(client, SD_SEND));
    CHECK_EQ(recv(client, &byte, 1, 0), 0);
    CHECK_WSA(closesocket(client));
    CHECK_EQ(WaitForSingleObject(self->closed, ECHO_MS), WAIT_OBJECT_0);
}

typedef struct driver {
    int index;
    int rounds;
    int roundsPerConnection;
} driver;

static DWORD WINAPI drive(void *argument) {
    driver *self = argument;
    enum { MINE = SLOTS / DRIVERS };
    SOCKET clients[MINE];
    unsigned random = 12345u + (unsigned) self->index;
    for (int round = 0; round < self->rounds; round++) {
        char sent[MINE][64];
        int lengths[MINE];
        for (int i = 0; i < MINE; i++) {
            slot *mine = &slots[self->index * MINE + i];
            if (round % self->roundsPerConnection == 0) {
                if (round != 0) {
                    close_client(mine, clients[i]);
                }
                clients[i] = open_slot(mine);
            }
            random = random * 1103515245u + 12345u;
            lengths[i] = 1 + (int) (random >> 16) % (int) sizeof(sent[i]);
            memset(sent[i], (int) (random >> 8), (size_t) lengths[i]);
            CHECK_EQ(send(clients[i], sent[i], lengths[i], 0), lengths[i]);
        }
        for (int i = 0; i < MINE; i++) {
            for (int got = 0; got < lengths[i];) {
                char back[64];
                int count = recv(clients[i], back, lengths[i] - got, 0);
                if (count <= 0) {
                    contract_fail(__FILE__, __LINE__, "no echo in round %d of slot %d: recv %d, WSA error %d", round,
                                  self->index * MINE + i, count, WSAGetLastError());
                }
                CHECK(memcmp(back, sent[i] + got, (size_t) count) == 0);
                got += count;
            }
        }
    }
    for (int i = 0; i < MINE; i++) {
        close_client(&slots[self->index * MINE + i], clients[i]);
    }
    return 0;
}

/* Asks for OUT, too, of sockets that others are serving. */
static DWORD WINAPI meddle(void *unused) {
    (void) unused;
    for (unsigned i = 0; !stopMeddling; i++) {
        slot *self = &slots[i * 7 % SLOTS];
        AcquireSRWLockExclusive(&self->lock);
        if (self->socket != INVALID_SOCKET) {
            DWORD result = TRY_APPLY(
                stressPort, entry_of(self->socket, self->key, wanted | OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL));
            /* A registration that is being removed cannot be enabled; nor, on some, made anew right after. */
            CHECK(result == 0 || result == ERROR_BUSY || realSystem);
        }
        ReleaseSRWLockExclusive(&self->lock);
        if (i % 4 == 0) {
            Sleep(1);
        }
    }
    return 0;
}

static void run_stress(int rounds, int roundsPerConnection) {
    HANDLE workers[WORKERS];
    HANDLE drivers[DRIVERS];
    static driver arguments[DRIVERS];
    HANDLE meddler = NULL;
    stressPort = open_port();
    for (int i = 0; i < SLOTS; i++) {
        InitializeSRWLock(&slots[i].lock);
        slots[i].socket = INVALID_SOCKET;
        slots[i].key = (uintptr_t) i;
        slots[i].closed = CreateEventW(NULL, FALSE, FALSE, NULL);
        CHECK_WIN(slots[i].closed != NULL);
    }
    for (int i = 0; i < WORKERS; i++) {
        workers[i] = start_thread(work, NULL);
    }
    for (int i = 0; i < DRIVERS; i++) {
        arguments[i].index = i;
        arguments[i].rounds = rounds;
        arguments[i].roundsPerConnection = roundsPerConnection;
        drivers[i] = start_thread(drive, &arguments[i]);
    }
    if (meddled) {
        meddler = start_thread(meddle, NULL);
    }
    for (int i = 0; i < DRIVERS; i++) {
        join_thread(drivers[i]);
    }
    if (meddled) {
        InterlockedExchange(&stopMeddling, 1);
        join_thread(meddler);
    }
    if (!meddled) {
        EXPECT_QUIET(stressPort); /* all are closed: whatever came now would be for a dead key */
    }
    CHECK_WIN(PostQueuedCompletionStatus(stressPort, 0, STOP_KEY, NULL));
    for (int i = 0; i < WORKERS; i++) {
        join_thread(workers[i]);
    }
    CHECK(echoed > rounds * SLOTS);
    CLOSE_PORT(stressPort);
}

static void one_shot_echo(void) {
    run_stress(300, 1000000);
}

static void one_shot_echo_with_close_and_reopen(void) {
    run_stress(120, 3);
}

static void one_shot_echo_with_filters_changed(void) {
    meddled = TRUE;
    run_stress(200, 10);
}

/* PERSISTENT with several threads: the same event may go to more than one, none may be lost. */
enum { PERSISTENT_PAIRS = 16, PERSISTENT_BYTES = 120 };

typedef struct persistent_slot {
    SRWLOCK lock;
    socket_pair pair;
    volatile LONG received;
} persistent_slot;

static persistent_slot persistentSlots[PERSISTENT_PAIRS];
static volatile LONG persistentTotal;
static HANDLE persistentDone;

static DWORD WINAPI serve_persistent(void *unused) {
    (void) unused;
    for (;;) {
        OVERLAPPED_ENTRY packets[4];
        UINT32 received = 0;
        CHECK_EQ(provider->process(stressPort, 0, NULL, INFINITE, 4, packets, &received), 0);
        for (UINT32 i = 0; i < received; i++) {
            if (packets[i].lpCompletionKey == STOP_KEY) {
                CHECK_WIN(PostQueuedCompletionStatus(stressPort, 0, STOP_KEY, NULL)); /* for the next thread */
                return 0;
            }
            CHECK(packets[i].lpCompletionKey < PERSISTENT_PAIRS);
            CHECK_EVENTS(packets[i].dwNumberOfBytesTransferred, IN_, 0);
            persistent_slot *self = &persistentSlots[packets[i].lpCompletionKey];
            AcquireSRWLockExclusive(&self->lock);
            int count = drain(self->pair.left);
            ReleaseSRWLockExclusive(&self->lock);
            InterlockedAdd(&self->received, count);
            if (InterlockedAdd(&persistentTotal, count) == PERSISTENT_PAIRS * PERSISTENT_BYTES) {
                CHECK_WIN(SetEvent(persistentDone));
            }
        }
    }
}

static void persistent_with_several_threads(void) {
    HANDLE workers[3];
    stressPort = open_port();
    persistentDone = CreateEventW(NULL, TRUE, FALSE, NULL);
    CHECK_WIN(persistentDone != NULL);
    for (int i = 0; i < PERSISTENT_PAIRS; i++) {
        InitializeSRWLock(&persistentSlots[i].lock);
        persistentSlots[i].pair = new_pair();
        ARM_PERSISTENT(stressPort, persistentSlots[i].pair.left, (uintptr_t) i, wanted);
    }
    for (int i = 0; i < 3; i++) {
        workers[i] = start_thread(serve_persistent, NULL);
    }
    for (int byte = 0; byte < PERSISTENT_BYTES; byte++) {
        for (int i = 0; i < PERSISTENT_PAIRS; i++) {
            send_all(persistentSlots[i].pair.right, "x");
        }
    }
    if (WaitForSingleObject(persistentDone, ECHO_MS) != WAIT_OBJECT_0) {
        for (int i = 0; i < PERSISTENT_PAIRS; i++) {
            CHECK_EQ(persistentSlots[i].received, PERSISTENT_BYTES);
        }
    }
    CHECK_WIN(PostQueuedCompletionStatus(stressPort, 0, STOP_KEY, NULL));
    for (int i = 0; i < 3; i++) {
        join_thread(workers[i]);
    }
    CLOSE_PORT(stressPort);
    for (int i = 0; i < PERSISTENT_PAIRS; i++) {
        close_pair(persistentSlots[i].pair);
    }
    CloseHandle(persistentDone);
}

const contract_test stressTests[] = {
    { "stress_one_shot_echo", one_shot_echo },
    { "stress_one_shot_echo_with_close_and_reopen", one_shot_echo_with_close_and_reopen },
    { "stress_one_shot_echo_with_filters_changed", one_shot_echo_with_filters_changed },
    { "stress_persistent_with_several_threads", persistent_with_several_threads },
    { NULL, NULL }
};
