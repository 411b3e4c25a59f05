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
#ifndef NETTY_IOCPNOTIFY_PROVIDER_H_
#define NETTY_IOCPNOTIFY_PROVIDER_H_

/*
 * The contract between the transport and the system: Winsock's ProcessSocketNotifications, and three hooks and one
 * operation that only our own implementation of it needs. Everything above knows sockets and completion ports through
 * this table alone.
 *
 * The rules of the caller, on top of what Microsoft documents for the call:
 *  - forget() comes right before every closesocket() of a socket that was ever registered;
 *  - a port that was ever given to process() is closed by close_port(), once no thread is inside process() on it;
 *  - packets are dequeued by process() only;
 *  - a socket's key does not change while the socket lives, unless it was removed and the removal's packet was seen;
 *  - triggers are ONESHOT or PERSISTENT with LEVEL: "afd" refuses EDGE with WSAEOPNOTSUPP in registrationResult.
 */

#include "netty_iocpnotify_winapi.h"

/*
 * An operation that only "afd" knows: SOCK_NOTIFY_OP_ENABLE for a stream whose number is a handle of its base provider.
 * It says what "afd" would have to ask the system when it registers the socket.
 */
#define NETTY_IOCPNOTIFY_OP_ENABLE_DIRECT 0x81

typedef struct netty_iocpnotify_provider {
    const char *name;                    /* "system" or "afd" */
    netty_iocpnotify_process_fn process; /* ProcessSocketNotifications or our equal */
    void (*forget)(SOCKET socket);       /* before closesocket; no-op for system */
    DWORD (*close_port)(HANDLE port);    /* closes the port handle too; 0 or a Win32 error */
    /*
     * Gives back what the provider holds, when no thread is inside it and none will come before it is chosen anew.
     * FALSE: not all, a port is open or the system may still write to its memory. NULL: it holds nothing.
     */
    BOOL (*unload)(void);
} netty_iocpnotify_provider;

/*
 * name: "auto", "system" or "afd" (NULL = auto: system where present, else afd).
 * Returns 0 and the provider, or a Win32 error; missing (may be NULL) then says in words what is missing. Any thread;
 * the provider and the words are static.
 */
DWORD netty_iocpnotify_provider_choose(const char *name, const netty_iocpnotify_provider **provider,
                                       const char **missing);

/* The two providers, each 0 and the provider or a Win32 error and words, as above. */
DWORD netty_iocpnotify_provider_system(const netty_iocpnotify_provider **provider, const char **missing);
DWORD netty_iocpnotify_provider_afd(const netty_iocpnotify_provider **provider, const char **missing);

/* What came of a try. */
typedef struct netty_iocpnotify_check {
    DWORD code;      /* 0: it does what it must. Else a Win32 error or an NTSTATUS */
    BOOL tried;      /* FALSE: what is needed for the try could not be had, which says nothing of the provider */
    char words[128]; /* with a code: the step and what was wrong with it, or what could not be had */
} netty_iocpnotify_check;

/*
 * Tries a provider on sockets and a port of its own, within a second. Any thread; nothing is left open. The port may
 * stay open longer, for as long as close_port() takes, if the provider is broken.
 */
void netty_iocpnotify_provider_check(const netty_iocpnotify_provider *provider, netty_iocpnotify_check *result);

#endif /* NETTY_IOCPNOTIFY_PROVIDER_H_ */
