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
 * Completion ports: their helper handles, and their list of what is to be submitted again.
 */

static SRWLOCK portsLock = SRWLOCK_INIT;
static afd_port *ports[64];   /* under portsLock, by handle */
static afd_port *portsUnused; /* under portsLock */

static afd_port **port_bucket(HANDLE handle) {
    return &ports[((ULONG_PTR) handle >> 2) % ARRAYSIZE(ports)];
}

/* Under portsLock. */
static afd_port *port_find(HANDLE handle) {
    afd_port *port = *port_bucket(handle);
    while (port != NULL && port->handle != handle) {
        port = port->next;
    }
    return port;
}

static DWORD group_open(HANDLE port, afd_group **group) {
    afd_group *opened = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, sizeof(*opened));
    if (opened == NULL) {
        return ERROR_NOT_ENOUGH_MEMORY;
    }
    DWORD error = afd_helper_open(port, &opened->helper);
    if (error != 0) {
        HeapFree(GetProcessHeap(), 0, opened);
        return error;
    }
    *group = opened;
    return 0;
}

static void group_close(afd_group *group) {
    if (group != NULL) {
        CloseHandle(group->helper);
        HeapFree(GetProcessHeap(), 0, group);
    }
}

BOOL afd_ports_unload(void) {
    BOOL open = FALSE;
    AcquireSRWLockExclusive(&portsLock);
    for (size_t i = 0; i < ARRAYSIZE(ports); i++) {
        open = open || ports[i] != NULL;
    }
    while (!open && portsUnused != NULL) {
        afd_port *next = portsUnused->next;
        HeapFree(GetProcessHeap(), 0, portsUnused);
        portsUnused = next;
    }
    ReleaseSRWLockExclusive(&portsLock);
    return !open;
}

DWORD afd_port_get(HANDLE handle, afd_port **found) {
    AcquireSRWLockShared(&portsLock);
    *found = port_find(handle);
    ReleaseSRWLockShared(&portsLock);
    if (*found != NULL) {
        return 0;
    }
    /* The first helper shows whether the handle is a completion port at all. */
    afd_group *group;
    DWORD error = group_open(handle, &group);
    if (error != 0) {
        return error;
    }
    AcquireSRWLockExclusive(&portsLock);
    afd_port *port = port_find(handle);
    if (port == NULL) {
        port = portsUnused;
        if (port != NULL) {
            portsUnused = port->next;
        } else {
            port = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, sizeof(*port));
        }
        if (port != NULL) {
            port->groups = group;
            group = NULL;
            port->handle = handle;
            port->next = *port_bucket(handle);
            *port_bucket(handle) = port;
        }
    }
    ReleaseSRWLockExclusive(&portsLock);
    group_close(group);
    *found = port;
    return port != NULL ? 0 : ERROR_NOT_ENOUGH_MEMORY;
}

afd_port *afd_port_withdraw(HANDLE handle) {
    AcquireSRWLockExclusive(&portsLock);
    afd_port **link = port_bucket(handle);
    while (*link != NULL && (*link)->handle != handle) {
        link = &(*link)->next;
    }
    afd_port *port = *link;
    if (port != NULL) {
        *link = port->next;
    }
    ReleaseSRWLockExclusive(&portsLock);
    return port;
}

void afd_port_recycle(afd_port *port, BOOL leak) {
    AcquireSRWLockExclusive(&port->lock);
    afd_group *group = port->groups;
    port->groups = NULL;
    ReleaseSRWLockExclusive(&port->lock);
    while (group != NULL) {
        afd_group *next = group->next;
        if (leak) {
            /* Members still name the group: only its handle goes, which also ends their polls. */
            CloseHandle(group->helper);
        } else {
            group_close(group);
        }
        group = next;
    }
    if (leak) {
        return;
    }
    AcquireSRWLockExclusive(&portsLock);
    port->handle = NULL;
    port->next = portsUnused;
    portsUnused = port;
    ReleaseSRWLockExclusive(&portsLock);
}

/* Under the port's lock: counts a member in if any group has room. */
static afd_group *group_with_room(afd_port *port) {
    for (afd_group *group = port->groups; group != NULL; group = group->next) {
        if (group->members < AFD_GROUP_MEMBERS) {
            group->members++;
            return group;
        }
    }
    return NULL;
}

DWORD afd_group_join(afd_port *port, afd_group **joined) {
    AcquireSRWLockExclusive(&port->lock);
    *joined = group_with_room(port);
    ReleaseSRWLockExclusive(&port->lock);
    if (*joined != NULL) {
        return 0;
    }
    afd_group *group;
    DWORD error = group_open(port->handle, &group);
    if (error != 0) {
        return error;
    }
    group->members = 1;
    *joined = group;
    AcquireSRWLockExclusive(&port->lock);
    group->next = port->groups;
    port->groups = group;
    ReleaseSRWLockExclusive(&port->lock);
    return 0;
}

void afd_group_leave(afd_port *port, afd_group *group) {
    /* One empty group is kept, so that a lone socket that comes and goes opens no handle each time. */
    afd_group *surplus = NULL;
    AcquireSRWLockExclusive(&port->lock);
    if (--group->members == 0) {
        afd_group **link = &port->groups;
        BOOL otherRoom = FALSE;
        afd_group **mine = NULL;
        for (; *link != NULL; link = &(*link)->next) {
            if (*link == group) {
                mine = link;
            } else if ((*link)->members < AFD_GROUP_MEMBERS) {
                otherRoom = TRUE;
            }
        }
        if (otherRoom && mine != NULL) {
            *mine = group->next;
            surplus = group;
        }
    }
    ReleaseSRWLockExclusive(&port->lock);
    group_close(surplus);
}

void afd_refire_push(afd_port *port, afd_registration *registration) {
    AcquireSRWLockExclusive(&port->lock);
    if (registration->refireLink == NULL) {
        registration->refireNext = port->refire;
        registration->refireLink = &port->refire;
        if (port->refire != NULL) {
            port->refire->refireLink = &registration->refireNext;
        }
        port->refire = registration;
        InterlockedIncrement(&port->refireCount);
    }
    ReleaseSRWLockExclusive(&port->lock);
}

/* Under the port's lock. */
static void refire_unlink(afd_port *port, afd_registration *registration) {
    *registration->refireLink = registration->refireNext;
    if (registration->refireNext != NULL) {
        registration->refireNext->refireLink = registration->refireLink;
    }
    registration->refireNext = NULL;
    registration->refireLink = NULL;
    InterlockedDecrement(&port->refireCount);
}

void afd_refire_drop(afd_port *port, afd_registration *registration) {
    /* Only a holder of the object's lock pushes, and that is the caller: NULL stays NULL. */
    if (registration->refireLink == NULL) {
        return;
    }
    AcquireSRWLockExclusive(&port->lock);
    if (registration->refireLink != NULL) {
        refire_unlink(port, registration);
    }
    ReleaseSRWLockExclusive(&port->lock);
}

afd_registration *afd_refire_pop(afd_port *port) {
    AcquireSRWLockExclusive(&port->lock);
    afd_registration *registration = port->refire;
    if (registration != NULL) {
        refire_unlink(port, registration);
    }
    ReleaseSRWLockExclusive(&port->lock);
    return registration;
}
