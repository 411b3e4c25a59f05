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
#include "netty_iocpnotify_control.h"

#include <string.h>

const WSACMSGHDR *netty_iocpnotify_control_next(const WSABUF *control, size_t *offset) {
    size_t left = *offset < control->len ? control->len - *offset : 0;
    const WSACMSGHDR *message;
    size_t space;
    if (left < sizeof(*message)) {
        return NULL;
    }
    message = (const WSACMSGHDR *) (const void *) (control->buf + *offset);
    if (message->cmsg_len < sizeof(*message) || message->cmsg_len > left) {
        return NULL;
    }
    space = WSA_CMSGHDR_ALIGN(message->cmsg_len);
    *offset += space < left ? space : left;
    return message;
}

BOOL netty_iocpnotify_control_copy(const WSACMSGHDR *message, void *to, size_t size) {
    if (message->cmsg_len < WSA_CMSG_LEN(size)) {
        return FALSE;
    }
    memcpy(to, (const char *) message + WSA_CMSGDATA_ALIGN(sizeof(*message)), size);
    return TRUE;
}
