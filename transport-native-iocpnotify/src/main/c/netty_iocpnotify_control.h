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
#ifndef NETTY_IOCPNOTIFY_CONTROL_H_
#define NETTY_IOCPNOTIFY_CONTROL_H_

#include "netty_iocpnotify_winapi.h"

/*
 * The control messages of a received datagram. WSA_CMSG_NXTHDR believes what it finds: a message of length 0, as in
 * memory that the system was given and did not write to, is its own successor.
 */

/*
 * The message at *offset, which moves to the next one: 0 at first. NULL past the last, and from the first on that is
 * shorter than its header or longer than what is left.
 */
const WSACMSGHDR *netty_iocpnotify_control_next(const WSABUF *control, size_t *offset);

/* Copies the first bytes of what the message is about; FALSE, and nothing is copied, if it has fewer. */
BOOL netty_iocpnotify_control_copy(const WSACMSGHDR *message, void *to, size_t size);

#endif /* NETTY_IOCPNOTIFY_CONTROL_H_ */
