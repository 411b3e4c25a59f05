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
#ifndef IOCPNOTIFY_PSN_CONCURRENCY_H
#define IOCPNOTIFY_PSN_CONCURRENCY_H

#include <winsock2.h>
#include <windows.h>

/*
 * The rule of a kernel's completion port that Wine lacks: while as many threads run as the port's concurrency value
 * says, it gives packets to no other thread. A thread runs from the call that gave it a packet to its next one, or to
 * its end. A kernel also leaves those out that block meanwhile, which cannot be seen from here.
 */

/* Has each copy of the library that is loaded call our function in the place of one that it imports. */
void psn_exchange(FARPROC imported, FARPROC ours);

/* The ports that the library makes from now on obey it. */
void psn_concurrency_attach(void);

/* The calling thread asks for packets, or ends: it runs no longer. */
void psn_concurrency_leave(void);

/*
 * Waits until one more thread may run on the port. FALSE if the time is over; if not, *timeoutMs is what is left of it,
 * and one of the following is to be called.
 */
BOOL psn_concurrency_enter(HANDLE port, DWORD *timeoutMs);
/* The calling thread got a packet of the port. */
void psn_concurrency_runs(HANDLE port);
/* It got none. */
void psn_concurrency_got_nothing(HANDLE port);

/* The port is about to be closed. */
void psn_concurrency_forget(HANDLE port);

#endif
