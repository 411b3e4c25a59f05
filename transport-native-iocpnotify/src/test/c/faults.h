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
#ifndef FAULTS_H_
#define FAULTS_H_

/*
 * Faults of the system, injected between the transport and Winsock by chance, for tests. The chance of a fault is that
 * of its kind; whether a call is hit follows from the seed, the kind and how many calls that kind has seen. So the same
 * seed hits the same calls of each kind, however they are spread over threads.
 */

#include "import_exchange_jni.h"

#include <stdint.h>

/*
 * What may happen, in the order of the numbers that Java uses. The first group must go unnoticed by whoever uses
 * a channel. What the second group does is an error of a channel or a call, and is told as that error.
 */
#define INVISIBLE_FAULTS(F) \
    F(CALL_REFUSED)          /* arming fails as a whole; the documentation asks to try again */ \
    F(DEQUEUE_REFUSED)       /* waiting for packets fails */ \
    F(PACKET_LATE)           /* a packet comes up to 20 ms later, behind others */ \
    F(PACKETS_REORDERED)     /* packets of one call come in another order */ \
    F(PACKET_DOUBLED)        /* a notification comes again, later, when it is stale */ \
    F(SPURIOUS_READINESS)    /* a notification of an armed socket though nothing has happened */ \
    F(POST_REFUSED)          /* PostQueuedCompletionStatus: ERROR_NO_SYSTEM_RESOURCES */ \
    F(CANCEL_REFUSED)        /* CancelIoEx fails, and cancels nothing */ \
    F(SEND_SHORT)            /* a part is sent */ \
    F(SEND_WOULD_BLOCK) \
    F(SEND_NO_BUFFERS)       /* WSAENOBUFS: back-pressure */ \
    F(RECEIVE_ONE_BYTE) \
    F(RECEIVE_WOULD_BLOCK)   /* though there is something */ \
    F(DATAGRAM_WOULD_BLOCK)  /* WSARecvMsg and WSASendMsg */ \
    F(ACCEPT_WOULD_BLOCK) \
    F(ACCEPT_RESET)          /* WSAECONNRESET, as of a connection that was reset before */ \
    F(FILE_READ_SHORT)       /* ReadFile brings less than was asked for */ \
    F(FILE_REOPEN_REFUSED)   /* ReOpenFile: ERROR_NO_SYSTEM_RESOURCES; the file is copied */ \
    F(RECEIVE_REFUSED)       /* WSARecv, overlapped: WSAENOBUFS */ \
    F(ARM_REFUSED)           /* registrationResult of one entry: WSAENOBUFS */ \
    F(POLL_REFUSED)          /* the poll of the provider "afd": no resources */

#define VISIBLE_FAULTS(F) \
    F(POLL_CANCEL_REFUSED)   /* the cancellation of a poll */ \
    F(RECEIVE_NO_BUFFERS)    /* WSAENOBUFS */ \
    F(RECEIVE_RESET)         /* WSARecv, overlapped: WSAECONNRESET */ \
    F(DATAGRAM_NO_BUFFERS)   /* WSAENOBUFS of WSARecvMsg and WSASendMsg */ \
    F(CONTROL_CUT)           /* WSARecvMsg finds no room for its control messages: MSG_CTRUNC */ \
    F(ACCEPT_NO_SOCKET)      /* WSAEMFILE or WSAENOBUFS */ \
    F(SOCKET_REFUSED)        /* WSASocketW: WSAEMFILE or WSAENOBUFS */ \
    F(CONNECT_NO_BUFFERS)    /* WSAENOBUFS */ \
    F(OVERLAPPED_REFUSED)    /* AcceptEx, ConnectEx, TransmitFile: WSAENOBUFS */ \
    F(PORT_REFUSED)          /* CreateIoCompletionPort: ERROR_NO_SYSTEM_RESOURCES */ \
    F(FILE_READ_REFUSED)     /* ReadFile: ERROR_NO_SYSTEM_RESOURCES */

#define FAULT_KIND(name) name,
typedef enum fault_kind { INVISIBLE_FAULTS(FAULT_KIND) VISIBLE_FAULTS(FAULT_KIND) FAULT_KINDS } fault_kind;

/*
 * Whether a call of this kind is hit: 0 if not, else a random number to choose details by. To be asked only where the
 * fault is possible, since a yes is counted as one that was injected.
 */
uint64_t fault_draw(fault_kind kind);

/* The table of what is exchanged in the transport's library; written in faults_winsock.c. */
extern const exchanged_function fault_functions[];
extern const int fault_function_count;

/* PostQueuedCompletionStatus that never fails for a fault of ours. */
BOOL WINAPI fault_post_unharmed(HANDLE port, DWORD bytes, ULONG_PTR key, LPOVERLAPPED overlapped);

/* Sees to it that the transport's calls to its provider come by the faults of packets and arms. 0 or an error. */
jint fault_packets_load(JavaVM *vm);

#endif /* FAULTS_H_ */
