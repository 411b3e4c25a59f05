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
#ifndef IOCPNOTIFY_PROBE_H_
#define IOCPNOTIFY_PROBE_H_

#include "contract.h"

/*
 * Asks the system's ProcessSocketNotifications, and the calls that the transport makes beside it, what their
 * documentation leaves open, and prints the answers, a line for each. Nothing is asserted: what it prints on a new
 * build of Windows is how we learn what we may rely on.
 *
 *   iocpnotify_probe [system|afd|PATH_OF_TEST_DLL]
 *
 * A line is the question, ": ", and the answer. An answer that begins with "measured" is another one each time. All
 * others are the same on the same system: WindowsReport compares them with what Wine answers.
 */

#define WAIT_MS 1000

/* Each is asked in a thread of its own, one after the other. A table for each file, ended by NULL. */
typedef void (*probe_question)(void);
extern const probe_question callQuestions[];
extern const probe_question eventQuestions[];
extern const probe_question endQuestions[];
extern const probe_question overlappedQuestions[];
extern const probe_question portQuestions[];
extern const probe_question waitQuestions[];
extern const probe_question socketQuestions[];

/* What is asked from now on; it has no ": ". */
void ask_about(const char *format, ...);
void answer(const char *format, ...);
/* One that depends on the machine or on time. */
void answer_measured(const char *format, ...);

SOCK_NOTIFY_REGISTRATION enable(SOCKET socket, uintptr_t key, unsigned filter);
/* One call: what it returned, what became of its entry, which packet it got. entry may be NULL. */
void ask_and_answer(HANDLE port, SOCK_NOTIFY_REGISTRATION *entry, DWORD timeoutMs);
/* The function of an extension of Winsock. */
void *extension(SOCKET socket, GUID guid);
/* What getsockopt says, or the error of it, negative. */
int socket_error(SOCKET socket);

#endif /* IOCPNOTIFY_PROBE_H_ */
