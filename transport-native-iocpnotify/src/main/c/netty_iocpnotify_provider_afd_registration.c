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
 * The state machine of a registration: what its owner asks for, and what its packets mean.
 */

static DWORD check_entry(const SOCK_NOTIFY_REGISTRATION *entry) {
    UINT8 triggers = entry->triggerFlags;
    switch (entry->operation) {
    case SOCK_NOTIFY_OP_ENABLE:
    case NETTY_IOCPNOTIFY_OP_ENABLE_DIRECT: {
        BOOL oneShot = (triggers & SOCK_NOTIFY_TRIGGER_ONESHOT) != 0;
        BOOL persistent = (triggers & SOCK_NOTIFY_TRIGGER_PERSISTENT) != 0;
        BOOL level = (triggers & SOCK_NOTIFY_TRIGGER_LEVEL) != 0;
        BOOL edge = (triggers & SOCK_NOTIFY_TRIGGER_EDGE) != 0;
        if ((entry->eventFilter & ~SOCK_NOTIFY_REGISTER_EVENTS_ALL) != 0 ||
            (triggers & ~SOCK_NOTIFY_TRIGGER_ALL) != 0 || oneShot == persistent || level == edge) {
            return ERROR_INVALID_PARAMETER;
        }
        /* AFD looks at the state of a socket, it does not see who reads: a change is not to be had from it. */
        return edge ? WSAEOPNOTSUPP : 0;
    }
    case SOCK_NOTIFY_OP_DISABLE:
    case SOCK_NOTIFY_OP_REMOVE:
        return entry->eventFilter == 0 && triggers == 0 ? 0 : ERROR_INVALID_PARAMETER;
    default:
        return ERROR_INVALID_PARAMETER;
    }
}

static void unlock(afd_registration *registration) {
    ReleaseSRWLockExclusive(&registration->lock);
}

/* The object is locked and IDLE. Unlocks it. */
static void release(afd_registration *registration) {
    afd_port *port = registration->port;
    afd_group *group = registration->group;
    afd_registry_remove(registration);
    afd_refire_drop(port, registration);
    registration->group = NULL;
    afd_group_leave(port, group);
    afd_slab_give(registration);
}

/* The socket is no longer its own: freed now or with its packet. Unlocks it. */
static void orphan(afd_registration *registration, BOOL cancel) {
    afd_registry_remove(registration);
    if (registration->poll == AFD_IDLE) {
        release(registration);
        return;
    }
    registration->state = AFD_ORPHAN;
    if (cancel && registration->poll == AFD_PENDING) {
        afd_cancel(registration); /* if that is refused the packet comes with the next event or the close */
    }
    unlock(registration);
}

/* A new registration, already submitted. ERROR_ALREADY_EXISTS: another thread was faster, look again. */
static DWORD create(afd_port *port, const SOCK_NOTIFY_REGISTRATION *entry) {
    HANDLE base = (HANDLE) entry->socket;
    BOOLEAN stream = TRUE;
    afd_group *group = NULL;
    DWORD error = 0;
    if (entry->operation != NETTY_IOCPNOTIFY_OP_ENABLE_DIRECT) {
        error = afd_look_at(entry->socket, &base, &stream);
    }
    if (error == 0) {
        error = afd_group_join(port, &group);
    }
    if (error != 0) {
        return error;
    }
    afd_registration *registration = afd_slab_take();
    if (registration == NULL) {
        afd_group_leave(port, group);
        return ERROR_NOT_ENOUGH_MEMORY;
    }
    registration->socket = entry->socket;
    registration->base = base;
    registration->stream = stream ? 1u : 0u;
    registration->port = port;
    registration->group = group;
    registration->key = entry->completionKey;
    registration->poll = AFD_IDLE;
    registration->state = AFD_ENABLED;
    registration->filter = entry->eventFilter;
    registration->triggers = entry->triggerFlags;
    if (!afd_registry_add(registration)) {
        release(registration);
        return ERROR_ALREADY_EXISTS;
    }
    netty_iocpnotify_ntstatus status = afd_submit(registration);
    if (status != NETTY_IOCPNOTIFY_STATUS_SUCCESS && afd_base_handle(entry->socket, &base) == 0 &&
        base != registration->base) {
        /* A layered provider whose sockets tell the protocol below them. */
        registration->base = base;
        status = afd_submit(registration);
    }
    if (status != NETTY_IOCPNOTIFY_STATUS_SUCCESS) {
        release(registration);
        return status == NETTY_IOCPNOTIFY_STATUS_INVALID_HANDLE ? WSAENOTSOCK : netty_iocpnotify_winapi_error(status);
    }
    unlock(registration);
    return 0;
}

/* New filter and triggers for a live registration, all or nothing. Unlocks it. */
static DWORD enable_again(afd_registration *registration, const SOCK_NOTIFY_REGISTRATION *entry) {
    UINT16 oldFilter = registration->filter;
    UINT8 oldTriggers = (UINT8) registration->triggers;
    unsigned oldState = registration->state;
    registration->filter = entry->eventFilter;
    registration->triggers = entry->triggerFlags;
    registration->state = AFD_ENABLED;

    netty_iocpnotify_ntstatus status = NETTY_IOCPNOTIFY_STATUS_SUCCESS;
    if (registration->poll == AFD_IDLE) {
        status = afd_submit(registration);
        if (status == NETTY_IOCPNOTIFY_STATUS_INVALID_HANDLE) {
            release(registration); /* closed behind our back: this registration went with it */
            return WSAENOTSOCK;
        }
    } else if (registration->poll == AFD_PENDING && (afd_poll_mask(registration) & ~(ULONG) registration->mask) != 0) {
        /* Never two polls on one socket, AFD mixes them up: who dequeues this one's packet submits the wider. */
        status = afd_cancel(registration);
    }
    /* Otherwise the packet under way is judged by the new filter when it is dequeued. */

    if (status != NETTY_IOCPNOTIFY_STATUS_SUCCESS) {
        registration->filter = oldFilter;
        registration->triggers = oldTriggers;
        registration->state = oldState & 7u; /* gcc forgets the width */
        unlock(registration);
        return netty_iocpnotify_winapi_error(status);
    }
    afd_refire_drop(registration->port, registration);
    unlock(registration);
    return 0;
}

static DWORD enable(afd_port *port, const SOCK_NOTIFY_REGISTRATION *entry) {
    for (;;) {
        afd_registration *registration = afd_registry_lock(entry->socket);
        if (registration != NULL) {
            if (registration->port != port) {
                unlock(registration);
                return ERROR_INVALID_PARAMETER;
            }
            if (registration->state == AFD_REMOVING) {
                unlock(registration);
                return ERROR_BUSY; /* a new poll must wait for the old one's packet, which is the REMOVE packet */
            }
            if (registration->key == entry->completionKey) {
                return enable_again(registration, entry);
            }
            /* Keys never change while a socket lives, so this is a new socket that got the number of a closed one. */
            orphan(registration, TRUE);
        }
        DWORD error = create(port, entry);
        if (error != ERROR_ALREADY_EXISTS) {
            return error;
        }
    }
}

static DWORD disable(afd_registration *registration) {
    /* A poll under way is left alone, which is cheap; its packet is dropped unless ENABLE comes first. */
    registration->state = AFD_DISABLED;
    afd_refire_drop(registration->port, registration);
    unlock(registration);
    return 0;
}

static DWORD begin_remove(afd_registration *registration) {
    if (registration->poll == AFD_IDLE) {
        DWORD error = afd_post(registration, SOCK_NOTIFY_EVENT_REMOVE);
        if (error != 0) {
            unlock(registration);
            return error;
        }
        /* No poll is under way: the socket may be registered anew at once. */
        afd_registry_remove(registration);
        afd_refire_drop(registration->port, registration);
    } else if (registration->poll == AFD_PENDING) {
        afd_cancel(registration); /* if that is refused, REMOVE comes with the next event or the close */
    }
    registration->state = AFD_REMOVING;
    unlock(registration);
    return 0;
}

DWORD afd_apply(afd_port *port, const SOCK_NOTIFY_REGISTRATION *entry) {
    DWORD error = check_entry(entry);
    if (error != 0) {
        return error;
    }
    if (entry->operation == SOCK_NOTIFY_OP_ENABLE || entry->operation == NETTY_IOCPNOTIFY_OP_ENABLE_DIRECT) {
        return enable(port, entry);
    }
    afd_registration *registration = afd_registry_lock(entry->socket);
    if (registration == NULL) {
        return ERROR_NOT_FOUND;
    }
    if (registration->port != port || registration->state == AFD_REMOVING) {
        unlock(registration);
        return ERROR_NOT_FOUND;
    }
    return entry->operation == SOCK_NOTIFY_OP_DISABLE ? disable(registration) : begin_remove(registration);
}

/* Unlocks the object. Always TRUE: the entry is the caller's now. */
static BOOL deliver(afd_registration *registration, OVERLAPPED_ENTRY *entry, UINT32 events) {
    entry->lpCompletionKey = (ULONG_PTR) registration->key;
    entry->lpOverlapped = NULL;
    entry->Internal = 0;
    entry->dwNumberOfBytesTransferred = events;
    if (events & SOCK_NOTIFY_EVENT_REMOVE) {
        release(registration);
        return TRUE;
    }
    if (registration->triggers & SOCK_NOTIFY_TRIGGER_ONESHOT) {
        registration->state = AFD_DISABLED;
        unlock(registration);
        return TRUE;
    }
    /*
     * PERSISTENT. Submitted at once the poll would find the same data again before the caller had a chance to read it,
     * so that is left to the next call. But a thread that waits already makes no next call. It counts itself in before
     * it looks at the list, we look at the count after we put the object in: one of us two submits. That takes a full
     * barrier on either side between the write and the read, here and in dequeue(): a lock that is released, or an
     * interlocked operation on ARM64, lets a later read go first.
     */
    afd_port *port = registration->port;
    afd_refire_push(port, registration);
    MemoryBarrier();
    if (port->waiters > 0 && afd_submit(registration) == NETTY_IOCPNOTIFY_STATUS_SUCCESS) {
        afd_refire_drop(port, registration);
    }
    unlock(registration);
    return TRUE;
}

/*
 * There is no poll, and the registration is ENABLED: it must have one again, or its owner must hear of it. If the system
 * has no memory for a poll, the owner gets a packet without events: nothing has happened but that it must arm again.
 */
static BOOL submit_again(afd_registration *registration, OVERLAPPED_ENTRY *entry) {
    netty_iocpnotify_ntstatus status = afd_submit(registration);
    if (status == NETTY_IOCPNOTIFY_STATUS_SUCCESS) {
        unlock(registration);
        return FALSE;
    }
    if (status == NETTY_IOCPNOTIFY_STATUS_INVALID_HANDLE) {
        release(registration); /* closed: silently, as the system does */
        return FALSE;
    }
    registration->triggers = SOCK_NOTIFY_TRIGGER_ONESHOT | SOCK_NOTIFY_TRIGGER_LEVEL;
    return deliver(registration, entry, 0);
}

BOOL afd_translate(afd_registration *registration, OVERLAPPED_ENTRY *entry) {
    AcquireSRWLockExclusive(&registration->lock);
    BOOL posted = registration->poll == AFD_POSTED;
    /* An ended poll's status comes first: a cancelled one's buffer still holds what was asked. */
    netty_iocpnotify_ntstatus status = registration->iosb.status;
    ULONG afdEvents = !posted && status == NETTY_IOCPNOTIFY_STATUS_SUCCESS && registration->info.numberOfHandles != 0
                          ? registration->info.events
                          : 0;
    afd_received(registration);

    if (registration->state == AFD_ORPHAN) {
        release(registration);
        return FALSE;
    }
    if (registration->state == AFD_REMOVING) {
        return deliver(registration, entry, SOCK_NOTIFY_EVENT_REMOVE);
    }
    if (!posted && ((afdEvents & AFD_POLL_LOCAL_CLOSE) || status == NETTY_IOCPNOTIFY_STATUS_INVALID_HANDLE)) {
        release(registration); /* closed: silently, as the system does */
        return FALSE;
    }
    if (registration->state == AFD_DISABLED) {
        unlock(registration);
        return FALSE;
    }
    if (posted) {
        return deliver(registration, entry, registration->posted);
    }
    if (status != NETTY_IOCPNOTIFY_STATUS_SUCCESS && status != NETTY_IOCPNOTIFY_STATUS_CANCELLED) {
        return deliver(registration, entry, SOCK_NOTIFY_EVENT_ERR);
    }
    UINT32 events = afd_poll_events(registration, afdEvents);
    return events != 0 ? deliver(registration, entry, events) : submit_again(registration, entry);
}

void afd_refire(afd_port *port) {
    while (port->refireCount > 0) {
        afd_registration *registration = afd_refire_pop(port);
        if (registration == NULL) {
            return;
        }
        AcquireSRWLockExclusive(&registration->lock);
        if (registration->port != port || registration->state != AFD_ENABLED || registration->poll != AFD_IDLE) {
            unlock(registration); /* somebody was faster, or it is another registration by now */
            continue;
        }
        netty_iocpnotify_ntstatus status = afd_submit(registration);
        if (status == NETTY_IOCPNOTIFY_STATUS_INVALID_HANDLE) {
            release(registration);
            continue;
        }
        BOOL stuck = status != NETTY_IOCPNOTIFY_STATUS_SUCCESS && afd_post(registration, SOCK_NOTIFY_EVENT_ERR) != 0;
        if (stuck) {
            afd_refire_push(port, registration); /* no memory even for a packet: the next call tries again */
        }
        unlock(registration);
        if (stuck) {
            return;
        }
    }
}

void afd_forget(SOCKET socket) {
    afd_registration *registration = afd_registry_lock(socket);
    if (registration == NULL) {
        return;
    }
    if (registration->state == AFD_REMOVING) {
        afd_registry_remove(registration); /* its REMOVE packet is owed all the same */
        unlock(registration);
    } else {
        orphan(registration, FALSE); /* the close itself ends the poll, for less than a cancel costs */
    }
}

void afd_abandon(afd_port *port) {
    afd_registration *registration;
    for (size_t i = 0; (registration = afd_slab_index(i)) != NULL; i++) {
        if (registration->port != port) {
            continue;
        }
        AcquireSRWLockExclusive(&registration->lock);
        if (registration->port != port) {
            unlock(registration); /* forgotten meanwhile */
        } else {
            orphan(registration, TRUE);
        }
    }
}
