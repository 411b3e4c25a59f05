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
#include "netty_iocpnotify_provider_afd.h"

/*
 * The contract of ProcessSocketNotifications on IOCTL_AFD_POLL, for systems that lack the call.
 *
 * afd.sys, the kernel's half of Winsock, can be asked to tell when one of a set of conditions of a socket holds
 * (IOCTL_AFD_POLL). It is an overlapped operation like any other: it ends in one packet on the completion port of the
 * handle that it was issued on. That handle is not the socket but a helper, \Device\Afd opened without a socket behind
 * it, so the socket's own association with a port stays the user's. Every poll names one socket and is level-triggered:
 * what holds already when it is submitted ends it at once.
 *
 * So arming a socket (ENABLE) submits a poll, and a dequeued packet of ours is translated in place: its overlapped
 * address tells the registration, the registration tells the key and the filter. A one-shot registration is then
 * disabled and costs nothing until it is armed again; a persistent one is submitted again by the next call. Packets of
 * others pass through untouched. Ours are recognised by two things together, the helpers' key, which is the address of
 * a variable of this library, and an overlapped address inside the slab. Packets that mean nothing to the caller are
 * taken out, and if none is left the call waits on, for what remains of its time.
 *
 * Three facts shape all the rest:
 *
 * 1. Two polls on one socket get mixed up by afd.sys, whichever handle or thread issued them. So there is one at most,
 *    and the next one is submitted only when the packet of the last was dequeued. A narrower filter is applied to the
 *    answer; a wider one cancels the poll, and who dequeues its packet submits the new one before doing anything else,
 *    or the socket would be deaf. REMOVE cancels too, and the cancelled poll's packet becomes the REMOVE packet: so
 *    it is exactly one, and the last.
 * 2. Memory lent to the kernel is the kernel's until the packet was dequeued, also after a cancel and after
 *    closesocket(). So registrations live in a slab that is never unmapped, and are freed by their last packet.
 * 3. The number of a closed socket is used again at once. So the registration is the identity, not the number: the
 *    registry (socket to registration) forgets it when forget() says that the socket will be closed, or when the number
 *    comes back with another key, and a packet that is still under way then frees its own registration only.
 *
 * State of a registration: what its owner wants (ENABLED, DISABLED, REMOVING, ORPHAN) times what is under way (IDLE,
 * PENDING, CANCELLING, POSTED). All transitions happen under its own lock, none of them waits, and submissions for
 * different sockets never share a lock. The packet of a poll may be dequeued by another thread before the submission
 * returned: it waits for that lock.
 *
 *      IDLE       -- ENABLE --------------------> PENDING      submit
 *      IDLE       -- REMOVE --------------------> POSTED       post the REMOVE packet ourselves
 *      PENDING    -- ENABLE, wider filter ------> CANCELLING   cancel
 *      PENDING    -- REMOVE --------------------> CANCELLING   cancel
 *      any other  -- packet dequeued -----------> IDLE         then deliver, or submit again, or free
 *
 * The contract is whole: DISABLE and persistent registrations, too, which the transport itself never asks for. The
 * contract suite asks the same of both providers.
 *
 * What differs from the system's own: EDGE is refused (WSAEOPNOTSUPP), HANGUP without IN does not see the end of stream
 * on Wine, packets must be dequeued by process() only, and the two hooks of the provider table must be called.
 */

/* How long close_port() waits for the packets of cancelled polls; they come at once unless something is broken. */
#define CLOSE_PORT_MS 5000

const netty_iocpnotify_winapi *afd_api;

static BOOL overlap(const SOCK_NOTIFY_REGISTRATION *registrations, UINT32 registrationCount,
                    const OVERLAPPED_ENTRY *entries, ULONG entryCount) {
    const char *a = (const char *) registrations;
    const char *b = (const char *) entries;
    return a < b + sizeof(*entries) * (size_t) entryCount &&
           b < a + sizeof(*registrations) * (size_t) registrationCount;
}

static BOOL arguments_are_valid(UINT32 registrationCount, const SOCK_NOTIFY_REGISTRATION *registrations,
                                UINT32 timeoutMs, ULONG completionCount, const OVERLAPPED_ENTRY *entries,
                                const UINT32 *receivedCount) {
    if ((registrationCount == 0) != (registrations == NULL)) {
        return FALSE;
    }
    if (completionCount == 0) {
        return registrationCount != 0 && timeoutMs == 0 && entries == NULL && receivedCount == NULL;
    }
    return entries != NULL && receivedCount != NULL &&
           (registrationCount == 0 || !overlap(registrations, registrationCount, entries, completionCount));
}

/* Our packets to notifications, in place, the meaningless ones taken out. How many are left. */
static ULONG translate_batch(OVERLAPPED_ENTRY *entries, ULONG count) {
    ULONG kept = 0;
    for (ULONG i = 0; i < count; i++) {
        afd_registration *registration = entries[i].lpCompletionKey == afd_helper_key()
                                             ? afd_slab_at(entries[i].lpOverlapped)
                                             : NULL;
        if (registration == NULL || afd_translate(registration, &entries[i])) {
            if (kept != i) {
                entries[kept] = entries[i];
            }
            kept++;
        }
    }
    return kept;
}

static ULONGLONG clock_ms(void) {
    LARGE_INTEGER frequency;
    LARGE_INTEGER now;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    return (ULONGLONG) (now.QuadPart / frequency.QuadPart) * 1000 +
           (ULONGLONG) (now.QuadPart % frequency.QuadPart) * 1000 / (ULONGLONG) frequency.QuadPart;
}

static DWORD dequeue(afd_port *port, UINT32 timeoutMs, ULONG completionCount, OVERLAPPED_ENTRY *entries,
                     UINT32 *receivedCount) {
    BOOL timed = timeoutMs != 0 && timeoutMs != INFINITE;
    ULONGLONG start = timed ? clock_ms() : 0;
    DWORD remaining = timeoutMs;
    for (;;) {
        ULONG count = 0;
        InterlockedIncrement(&port->waiters); /* before the look at the refire list: see deliver() */
        MemoryBarrier();
        afd_refire(port);
        BOOL dequeued = GetQueuedCompletionStatusEx(port->handle, entries, completionCount, &count, remaining, FALSE);
        DWORD error = dequeued ? 0 : GetLastError();
        InterlockedDecrement(&port->waiters);
        if (!dequeued) {
            return error; /* the count says nothing then; WAIT_TIMEOUT also when it ended a little early */
        }
        count = translate_batch(entries, count);
        if (count != 0) {
            *receivedCount = count;
            return 0;
        }
        if (timed) {
            ULONGLONG elapsed = clock_ms() - start;
            remaining = elapsed < timeoutMs ? timeoutMs - (DWORD) elapsed : 0;
        }
    }
}

static DWORD WSAAPI afd_process(HANDLE handle, UINT32 registrationCount, SOCK_NOTIFY_REGISTRATION *registrations,
                                UINT32 timeoutMs, ULONG completionCount, OVERLAPPED_ENTRY *entries,
                                UINT32 *receivedCount) {
    if (!arguments_are_valid(registrationCount, registrations, timeoutMs, completionCount, entries, receivedCount)) {
        return ERROR_INVALID_PARAMETER;
    }
    if (receivedCount != NULL) {
        *receivedCount = 0;
    }
    if (handle == NULL || handle == INVALID_HANDLE_VALUE) {
        return ERROR_INVALID_HANDLE; /* CreateIoCompletionPort() would make a new port of the first */
    }
    afd_port *port;
    DWORD error = afd_port_get(handle, &port);
    if (error != 0) {
        return error;
    }
    for (UINT32 i = 0; i < registrationCount; i++) {
        registrations[i].registrationResult = afd_apply(port, &registrations[i]);
    }
    error = completionCount == 0 ? 0 : dequeue(port, timeoutMs, completionCount, entries, receivedCount);
    /* An error says that nothing was registered. So if something was, the next call has to tell. */
    return registrationCount != 0 && error != 0 ? WAIT_TIMEOUT : error;
}

static DWORD afd_close_port(HANDLE handle) {
    afd_port *port = afd_port_withdraw(handle);
    if (port != NULL) {
        afd_abandon(port);
        ULONGLONG start = clock_ms();
        BOOL dequeued = TRUE;
        while (port->outstanding > 0 && dequeued && clock_ms() - start < CLOSE_PORT_MS) {
            OVERLAPPED_ENTRY entries[64];
            ULONG count = 0;
            dequeued = GetQueuedCompletionStatusEx(handle, entries, ARRAYSIZE(entries), &count, CLOSE_PORT_MS, FALSE);
            if (dequeued) {
                translate_batch(entries, count);
            }
        }
        afd_port_recycle(port, port->outstanding > 0);
    }
    return CloseHandle(handle) ? 0 : GetLastError();
}

static INIT_ONCE afdOnce = INIT_ONCE_STATIC_INIT;
static DWORD afdError;
static const char *afdMissing;

static BOOL afd_unload(void) {
    if (!afd_ports_unload() || !afd_registry_unload()) {
        return FALSE;
    }
    InitOnceInitialize(&afdOnce);
    return TRUE;
}

static const netty_iocpnotify_provider afdProvider = { "afd", afd_process, afd_forget, afd_close_port, afd_unload };

static BOOL CALLBACK afd_load(PINIT_ONCE once, PVOID parameter, PVOID *context) {
    (void) once;
    (void) parameter;
    (void) context;
    afd_api = netty_iocpnotify_winapi_get(&afdMissing);
    if (afd_api == NULL) {
        afdError = ERROR_PROC_NOT_FOUND;
        return TRUE;
    }
    HANDLE helper;
    afdError = afd_helper_open(NULL, &helper);
    if (afdError != 0) {
        afdMissing = "access to \\Device\\Afd";
        return TRUE;
    }
    CloseHandle(helper);
    afdError = afd_registry_load();
    if (afdError != 0) {
        afdMissing = "address space for socket registrations";
    }
    return TRUE;
}

DWORD netty_iocpnotify_provider_afd(const netty_iocpnotify_provider **provider, const char **missing) {
    InitOnceExecuteOnce(&afdOnce, afd_load, NULL, NULL);
    if (afdError != 0) {
        *missing = afdMissing;
        return afdError;
    }
    *provider = &afdProvider;
    return 0;
}
