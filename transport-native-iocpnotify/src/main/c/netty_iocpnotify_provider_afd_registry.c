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

#include <stdint.h>

/*
 * Where registrations live (the slab) and how a socket finds its own (the registry).
 */

/* One reservation of address space, so that one comparison tells whether an address is ours. 128 MB for a million. */
#define SLAB_OBJECTS ((size_t) 1 << 20)
#define SLAB_COMMIT_OBJECTS ((size_t) 256)

static SRWLOCK slabLock = SRWLOCK_INIT;
static afd_registration *slab;
static afd_registration *slabFree;  /* under slabLock */
static size_t slabCommitted;        /* under slabLock */
static volatile size_t slabUsed;    /* written under slabLock; only grows */

static SRWLOCK registryLock = SRWLOCK_INIT;
static afd_registration **buckets; /* under registryLock, as the following two */
static size_t bucketCount;
static size_t registeredCount;

#define FIRST_BUCKETS ((size_t) 1024)

DWORD afd_registry_load(void) {
    slab = VirtualAlloc(NULL, SLAB_OBJECTS * sizeof(*slab), MEM_RESERVE, PAGE_READWRITE);
    if (slab == NULL) {
        return GetLastError();
    }
    buckets = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, FIRST_BUCKETS * sizeof(*buckets));
    if (buckets == NULL) {
        VirtualFree(slab, 0, MEM_RELEASE);
        slab = NULL;
        return ERROR_NOT_ENOUGH_MEMORY;
    }
    bucketCount = FIRST_BUCKETS;
    return 0;
}

BOOL afd_registry_unload(void) {
    for (size_t i = 0; i < slabUsed; i++) {
        if (slab[i].state != AFD_FREE) {
            return FALSE; /* of a port that was closed before its packets came: AFD may write to it yet */
        }
    }
    HeapFree(GetProcessHeap(), 0, buckets);
    VirtualFree(slab, 0, MEM_RELEASE);
    buckets = NULL;
    bucketCount = 0;
    slab = NULL;
    slabFree = NULL;
    slabCommitted = 0;
    slabUsed = 0;
    return TRUE;
}

static afd_registration *slab_grow(void) {
    if (slabUsed == slabCommitted) {
        if (slabCommitted == SLAB_OBJECTS || VirtualAlloc(slab + slabCommitted, SLAB_COMMIT_OBJECTS * sizeof(*slab),
                                                          MEM_COMMIT, PAGE_READWRITE) == NULL) {
            return NULL;
        }
        slabCommitted += SLAB_COMMIT_OBJECTS;
    }
    return &slab[slabUsed];
}

afd_registration *afd_slab_take(void) {
    AcquireSRWLockExclusive(&slabLock);
    afd_registration *registration = slabFree;
    if (registration != NULL) {
        slabFree = registration->chain;
    } else {
        registration = slab_grow();
        if (registration != NULL) {
            InitializeSRWLock(&registration->lock);
            slabUsed++; /* after its lock is ready: afd_slab_index() may hand it out from now on */
        }
    }
    ReleaseSRWLockExclusive(&slabLock);
    if (registration == NULL) {
        return NULL;
    }
    /* Others may hold the lock for a moment: a late look-up that will find that the object is no longer its. */
    AcquireSRWLockExclusive(&registration->lock);
    ZeroMemory(&registration->iosb, sizeof(*registration) - offsetof(afd_registration, iosb));
    return registration;
}

void afd_slab_give(afd_registration *registration) {
    registration->state = AFD_FREE;
    registration->socket = INVALID_SOCKET;
    registration->port = NULL;
    AcquireSRWLockExclusive(&slabLock);
    registration->chain = slabFree;
    slabFree = registration;
    ReleaseSRWLockExclusive(&slabLock);
    ReleaseSRWLockExclusive(&registration->lock);
}

afd_registration *afd_slab_at(const void *address) {
    uintptr_t offset = (uintptr_t) address - (uintptr_t) slab;
    if (address == NULL || offset >= slabUsed * sizeof(*slab) || offset % sizeof(*slab) != 0) {
        return NULL;
    }
    return &slab[offset / sizeof(*slab)];
}

afd_registration *afd_slab_index(size_t index) {
    return index < slabUsed ? &slab[index] : NULL;
}

static size_t bucket_of(SOCKET socket, size_t count) {
    /* Handles are multiples of 4 and dense: their plain number spreads best. */
    return ((size_t) socket >> 2) & (count - 1);
}

static void registry_grow(void) {
    size_t count = bucketCount * 2;
    afd_registration **grown = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, count * sizeof(*grown));
    if (grown == NULL) {
        return; /* longer chains, no harm */
    }
    for (size_t i = 0; i < bucketCount; i++) {
        afd_registration *registration = buckets[i];
        while (registration != NULL) {
            afd_registration *next = registration->chain;
            size_t bucket = bucket_of(registration->socket, count);
            registration->chain = grown[bucket];
            grown[bucket] = registration;
            registration = next;
        }
    }
    HeapFree(GetProcessHeap(), 0, buckets);
    buckets = grown;
    bucketCount = count;
}

/* Under registryLock. The objects' sockets do not change while they are registered. */
static afd_registration *registry_find(SOCKET socket) {
    afd_registration *registration = buckets[bucket_of(socket, bucketCount)];
    while (registration != NULL && registration->socket != socket) {
        registration = registration->chain;
    }
    return registration;
}

afd_registration *afd_registry_lock(SOCKET socket) {
    for (;;) {
        AcquireSRWLockShared(&registryLock);
        afd_registration *registration = registry_find(socket);
        ReleaseSRWLockShared(&registryLock);
        if (registration == NULL) {
            return NULL;
        }
        AcquireSRWLockExclusive(&registration->lock);
        /* Between the two locks it may have been given up, or even serve another socket by now. */
        if (registration->registered && registration->socket == socket) {
            return registration;
        }
        ReleaseSRWLockExclusive(&registration->lock);
    }
}

BOOL afd_registry_add(afd_registration *registration) {
    AcquireSRWLockExclusive(&registryLock);
    BOOL added = registry_find(registration->socket) == NULL;
    if (added) {
        if (registeredCount >= bucketCount) {
            registry_grow();
        }
        size_t bucket = bucket_of(registration->socket, bucketCount);
        registration->chain = buckets[bucket];
        buckets[bucket] = registration;
        registeredCount++;
    }
    ReleaseSRWLockExclusive(&registryLock);
    registration->registered = added ? 1u : 0u;
    return added;
}

void afd_registry_remove(afd_registration *registration) {
    if (!registration->registered) {
        return;
    }
    AcquireSRWLockExclusive(&registryLock);
    afd_registration **link = &buckets[bucket_of(registration->socket, bucketCount)];
    while (*link != registration) {
        link = &(*link)->chain;
    }
    *link = registration->chain;
    registeredCount--;
    ReleaseSRWLockExclusive(&registryLock);
    registration->registered = 0;
}
