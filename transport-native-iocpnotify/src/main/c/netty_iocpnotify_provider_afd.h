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
#ifndef NETTY_IOCPNOTIFY_PROVIDER_AFD_H_
#define NETTY_IOCPNOTIFY_PROVIDER_AFD_H_

/*
 * Inside of the afd provider; netty_iocpnotify_provider_afd.c tells the mechanism. Only tests include it too.
 *
 * Locks: an object's own lock may be held while one of the leaf locks (registry, slab, port) is taken; no leaf lock is
 * ever held while any other lock is taken. None is held across a wait.
 */

#include "netty_iocpnotify_provider.h"

/* Missing from older headers. */
#ifndef SIO_BASE_HANDLE
#define SIO_BASE_HANDLE 0x48000022
#endif
#ifndef SIO_BSP_HANDLE
#define SIO_BSP_HANDLE 0x4800001B
#endif
#ifndef SIO_BSP_HANDLE_SELECT
#define SIO_BSP_HANDLE_SELECT 0x4800001C
#endif
#ifndef SIO_BSP_HANDLE_POLL
#define SIO_BSP_HANDLE_POLL 0x4800001D
#endif

/* AFD_POLL_INFO with room for one handle, as afd.sys lays it out. */
typedef struct afd_poll_info {
    LARGE_INTEGER timeout;
    ULONG numberOfHandles;
    ULONG exclusive;
    HANDLE handle;
    ULONG events;
    netty_iocpnotify_ntstatus status;
} afd_poll_info;

#ifdef _WIN64
static_assert(offsetof(afd_poll_info, timeout) == 0, "AFD_POLL_INFO.Timeout");
static_assert(offsetof(afd_poll_info, numberOfHandles) == 8, "AFD_POLL_INFO.NumberOfHandles");
static_assert(offsetof(afd_poll_info, exclusive) == 12, "AFD_POLL_INFO.Exclusive");
static_assert(offsetof(afd_poll_info, handle) == 16, "AFD_POLL_INFO.Handles[0].Handle");
static_assert(offsetof(afd_poll_info, events) == 24, "AFD_POLL_INFO.Handles[0].Events");
static_assert(offsetof(afd_poll_info, status) == 28, "AFD_POLL_INFO.Handles[0].Status");
static_assert(sizeof(afd_poll_info) == 32, "AFD_POLL_INFO");
#endif

#define AFD_POLL_RECEIVE 0x001
#define AFD_POLL_SEND 0x004
#define AFD_POLL_DISCONNECT 0x008
#define AFD_POLL_ABORT 0x010
#define AFD_POLL_LOCAL_CLOSE 0x020
#define AFD_POLL_ACCEPT 0x080
#define AFD_POLL_CONNECT_FAIL 0x100
/* Watched whatever the filter, as ERR is. */
#define AFD_POLL_ALWAYS (AFD_POLL_ABORT | AFD_POLL_CONNECT_FAIL | AFD_POLL_LOCAL_CLOSE)

/* What is under way for an object: at most one packet of it is ever outstanding. */
typedef enum afd_poll_state {
    AFD_IDLE,       /* nothing */
    AFD_PENDING,    /* a poll with `mask`; its packet will come */
    AFD_CANCELLING, /* a poll that was told to end; its packet will come all the same */
    AFD_POSTED      /* no poll, but a packet that we posted, with `posted` as its events */
} afd_poll_state;

/* What the owner of the socket wants. */
typedef enum afd_registration_state {
    AFD_FREE,     /* on the slab's free list */
    AFD_ENABLED,  /* in the registry; AFD_IDLE only if it waits in the port's refire list */
    AFD_DISABLED, /* in the registry */
    AFD_REMOVING, /* its next packet, whatever it holds, becomes the REMOVE packet */
    AFD_ORPHAN    /* not in the registry; lives only until its outstanding packet was dequeued */
} afd_registration_state;

/* One helper handle, \Device\Afd, associated with the port. Cancelling walks all requests of a handle, hence many. */
#define AFD_GROUP_MEMBERS 32

typedef struct afd_group {
    HANDLE helper;
    unsigned members;       /* under the port's lock */
    struct afd_group *next; /* under the port's lock */
} afd_group;

/* What we know of a completion port. Its memory is reused for other ports, never freed. */
typedef struct afd_port {
    SRWLOCK lock;
    HANDLE handle;                      /* written under the port table's lock; NULL while not in use */
    struct afd_port *next;              /* port table or its free list, under the port table's lock */
    afd_group *groups;                  /* under lock */
    struct afd_registration *refire;    /* under lock: enabled, delivered, to be submitted again */
    volatile LONG refireCount;          /* written under lock, read without */
    volatile LONG waiters;              /* threads that are, or are about to be, in the dequeue */
    volatile LONG outstanding;          /* packets that are still to come for this port's objects */
} afd_port;

/*
 * A registration. Lives in the slab, at an address that stays mapped for ever, so that a late packet or a late look at
 * it is harmless. Everything but `lock`, `chain`, and the refire links is guarded by `lock`.
 */
typedef struct afd_registration {
    SRWLOCK lock;
    netty_iocpnotify_iosb iosb; /* lent to the kernel while PENDING or CANCELLING */
    afd_poll_info info;         /* likewise */
    SOCKET socket;
    HANDLE base;                /* the base provider's handle of the socket */
    afd_port *volatile port;    /* set at creation, NULL when freed */
    afd_group *group;
    PVOID key;
    struct afd_registration *chain;       /* hash chain (registry lock) or free list (slab lock) */
    struct afd_registration *refireNext;  /* refire list (port lock) */
    struct afd_registration **volatile refireLink; /* what points here; NULL when not in the list (port lock) */
    union {
        UINT16 mask;            /* of the poll that is PENDING */
        UINT16 posted;          /* events of the packet that is POSTED */
    };
    UINT16 filter;
    /* Of type unsigned, because others are an extension of C, and all in one: after another type a new word begins. */
    unsigned triggers : 8;
    unsigned poll : 2; /* afd_poll_state */
    unsigned state : 3; /* afd_registration_state */
    unsigned stream : 1; /* SOCK_STREAM: has an end, so DISCONNECT may be asked */
    unsigned registered : 1; /* is in the registry */
} afd_registration;

#ifdef _WIN64
/* Whole cache lines: two sockets' locks are never on the same one. */
static_assert(sizeof(afd_registration) == 128, "an object is two cache lines");
#endif

/* Set before any other function is called, constant from then on. */
extern const netty_iocpnotify_winapi *afd_api;

/* Registry and slab: netty_iocpnotify_provider_afd_registry.c */

/* Reserves the slab; 0 or a Win32 error. Once, before anything else. */
DWORD afd_registry_load(void);
/* Gives all of it back: FALSE, and nothing is given back, while the system may still write to an object. */
BOOL afd_registry_unload(void);
/* A zeroed object with its lock held, or NULL when memory or the slab's address range is used up. */
afd_registration *afd_slab_take(void);
/* Gives back an object that is held locked, not registered, IDLE and in no list; its lock is released. */
void afd_slab_give(afd_registration *registration);
/* The object that an overlapped address of one of our packets names, or NULL when it is none of ours. */
afd_registration *afd_slab_at(const void *address);
/* Visits every object that was ever handed out, by index; NULL past the last. */
afd_registration *afd_slab_index(size_t index);

/* The registered object of the socket, its lock held, or NULL. */
afd_registration *afd_registry_lock(SOCKET socket);
/* Registers the object, held locked, unless its socket is registered already: FALSE. */
BOOL afd_registry_add(afd_registration *registration);
/* Takes the object, held locked, out of the registry if it is in. */
void afd_registry_remove(afd_registration *registration);

/* Ports: netty_iocpnotify_provider_afd_port.c */

/* Frees the records: FALSE, and none is freed, while a port is open. */
BOOL afd_ports_unload(void);

/* The port's record, made at the first sight of the handle. 0 or a Win32 error. */
DWORD afd_port_get(HANDLE handle, afd_port **port);
/* Takes the record out of the table, so that no later call finds it; NULL when the handle is unknown. */
afd_port *afd_port_withdraw(HANDLE handle);
/* Closes the helpers of a withdrawn port (unless packets may still come: leak) and makes the record reusable. */
void afd_port_recycle(afd_port *port, BOOL leak);
/* A group with room, the new member counted; 0 or a Win32 error. */
DWORD afd_group_join(afd_port *port, afd_group **group);
void afd_group_leave(afd_port *port, afd_group *group);
/* The refire list. push: the object is held locked. drop: likewise, no effect when it is not in the list. */
void afd_refire_push(afd_port *port, afd_registration *registration);
void afd_refire_drop(afd_port *port, afd_registration *registration);
afd_registration *afd_refire_pop(afd_port *port);

/* One poll: netty_iocpnotify_provider_afd_submit.c. The object is held locked in all of these. */

/* 0 or a Win32 error: opens a helper handle and associates it with the port, whose packets get our key. */
DWORD afd_helper_open(HANDLE port, HANDLE *helper);
/* The key of all our packets. Only with an overlapped address in the slab is a packet really ours. */
ULONG_PTR afd_helper_key(void);
/* The base provider's handle of a socket, and whether it is a stream; 0 or a WSAE code. */
DWORD afd_look_at(SOCKET socket, HANDLE *base, BOOLEAN *stream);
/* The base provider's handle, as the providers of the socket tell it; 0 or a WSAE code. */
DWORD afd_base_handle(SOCKET socket, HANDLE *base);
/* AFD events to ask for, and notification events that AFD's answer means, both for the object's filter. */
ULONG afd_poll_mask(const afd_registration *registration);
UINT32 afd_poll_events(const afd_registration *registration, ULONG afdEvents);
/* IDLE to PENDING; else the status of the refusal and still IDLE. */
netty_iocpnotify_ntstatus afd_submit(afd_registration *registration);
/* PENDING to CANCELLING; else the status of the refusal and still PENDING. */
netty_iocpnotify_ntstatus afd_cancel(afd_registration *registration);
/* IDLE to POSTED; else the Win32 error and still IDLE. */
DWORD afd_post(afd_registration *registration, UINT32 events);
/* The outstanding packet was dequeued: PENDING, CANCELLING or POSTED to IDLE. */
void afd_received(afd_registration *registration);

/* The state machine: netty_iocpnotify_provider_afd_registration.c */

/* Applies one entry; what belongs in its registrationResult. */
DWORD afd_apply(afd_port *port, const SOCK_NOTIFY_REGISTRATION *entry);
/* Turns one of our packets into the notification it means: TRUE, or FALSE when it means nothing to the caller. */
BOOL afd_translate(afd_registration *registration, OVERLAPPED_ENTRY *entry);
/* Submits what waits in the refire list. */
void afd_refire(afd_port *port);
/* The socket is about to be closed. */
void afd_forget(SOCKET socket);
/* Ends every registration with the port: each is freed now or when its packet was dequeued. */
void afd_abandon(afd_port *port);

#endif /* NETTY_IOCPNOTIFY_PROVIDER_AFD_H_ */
