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
 * One poll of one socket: its masks, its submission, its end.
 */

#define IOCTL_AFD_POLL 0x00012024
#define AFD_FILE_OPEN 0x00000001

static const char helperKey = 0;

ULONG_PTR afd_helper_key(void) {
    return (ULONG_PTR) &helperKey;
}

DWORD afd_helper_open(HANDLE port, HANDLE *opened) {
    /* The part after \Device\Afd is ours to choose: without extended attributes it makes no socket. */
    static wchar_t name[] = L"\\Device\\Afd\\NettyIocpNotify";
    netty_iocpnotify_unicode_string path = { sizeof(name) - sizeof(name[0]), sizeof(name), name };
    netty_iocpnotify_object_attributes attributes = { sizeof(attributes), NULL, &path, 0, NULL, NULL };
    netty_iocpnotify_iosb iosb;
    HANDLE helper;
    netty_iocpnotify_ntstatus status = afd_api->NtCreateFile(&helper, SYNCHRONIZE, &attributes, &iosb, NULL, 0,
                                                             FILE_SHARE_READ | FILE_SHARE_WRITE, AFD_FILE_OPEN, 0, NULL,
                                                             0);
    if (status != NETTY_IOCPNOTIFY_STATUS_SUCCESS) {
        return netty_iocpnotify_winapi_error(status);
    }
    if (port != NULL && (CreateIoCompletionPort(helper, port, afd_helper_key(), 0) == NULL ||
                         !SetFileCompletionNotificationModes(helper, FILE_SKIP_SET_EVENT_ON_HANDLE))) {
        DWORD error = GetLastError();
        CloseHandle(helper);
        return error != 0 ? error : ERROR_INVALID_HANDLE;
    }
    *opened = helper;
    return 0;
}

/* 0 or the error, which is never 0 without an answer: layered providers may "succeed" with no socket. */
static DWORD ask_handle(SOCKET socket, DWORD code, SOCKET *answer) {
    DWORD bytes = 0;
    *answer = INVALID_SOCKET;
    if (WSAIoctl(socket, code, NULL, 0, answer, sizeof(*answer), &bytes, NULL, NULL) == SOCKET_ERROR) {
        DWORD error = (DWORD) WSAGetLastError();
        return error != 0 ? error : WSAEOPNOTSUPP;
    }
    return *answer != INVALID_SOCKET ? 0 : WSAEOPNOTSUPP;
}

DWORD afd_base_handle(SOCKET socket, HANDLE *base) {
    /* Layered providers may hide SIO_BASE_HANDLE; then peel off one layer at a time. */
    static const DWORD layers[] = { SIO_BSP_HANDLE_SELECT, SIO_BSP_HANDLE_POLL, SIO_BSP_HANDLE };
    SOCKET current = socket;
    for (int depth = 0; depth < 16; depth++) {
        SOCKET answer;
        DWORD error = ask_handle(current, SIO_BASE_HANDLE, &answer);
        if (error == 0) {
            *base = (HANDLE) answer;
            return 0;
        }
        if (error == WSAENOTSOCK) {
            return error;
        }
        SOCKET below = INVALID_SOCKET;
        for (size_t i = 0; i < ARRAYSIZE(layers); i++) {
            if (ask_handle(current, layers[i], &below) == 0 && below != current) {
                break;
            }
            below = INVALID_SOCKET;
        }
        if (below == INVALID_SOCKET) {
            return error;
        }
        current = below;
    }
    return WSAEINVAL;
}

DWORD afd_look_at(SOCKET socket, HANDLE *base, BOOLEAN *stream) {
    WSAPROTOCOL_INFOW info;
    int length = sizeof(info);
    int type = 0;
    /* No layered provider is in between, so the handle is the base provider's own. */
    BOOL direct = FALSE;
    if (getsockopt(socket, SOL_SOCKET, SO_PROTOCOL_INFOW, (char *) &info, &length) == 0) {
        type = info.iSocketType;
        direct = info.ProtocolChain.ChainLen == BASE_PROTOCOL;
    } else {
        length = sizeof(type);
        if (getsockopt(socket, SOL_SOCKET, SO_TYPE, (char *) &type, &length) == SOCKET_ERROR) {
            return (DWORD) WSAGetLastError();
        }
    }
    *stream = type != SOCK_DGRAM && type != SOCK_RAW;
    if (direct) {
        *base = (HANDLE) socket;
        return 0;
    }
    return afd_base_handle(socket, base);
}

ULONG afd_poll_mask(const afd_registration *registration) {
    ULONG mask = AFD_POLL_ALWAYS;
    UINT16 filter = registration->filter;
    if (filter & SOCK_NOTIFY_REGISTER_EVENT_OUT) {
        mask |= AFD_POLL_SEND;
    }
    if (filter & SOCK_NOTIFY_REGISTER_EVENT_IN) {
        mask |= AFD_POLL_RECEIVE | AFD_POLL_ACCEPT;
    }
    /*
     * IN alone also asks for DISCONNECT: RECEIVE never fires for an end of stream. HANGUP alone asks for it on Windows
     * only: wineserver spins on DISCONNECT without RECEIVE while the socket holds unread data. So on Wine HANGUP comes
     * together with IN or not at all.
     */
    if (registration->stream && ((filter & SOCK_NOTIFY_REGISTER_EVENT_IN) ||
                                 ((filter & SOCK_NOTIFY_REGISTER_EVENT_HANGUP) && !afd_api->wine))) {
        mask |= AFD_POLL_DISCONNECT;
    }
    return mask;
}

UINT32 afd_poll_events(const afd_registration *registration, ULONG afdEvents) {
    UINT32 events = 0;
    if (afdEvents & (AFD_POLL_RECEIVE | AFD_POLL_ACCEPT | AFD_POLL_DISCONNECT)) {
        events |= SOCK_NOTIFY_EVENT_IN;
    }
    /* A connect that failed must not look like one that was done. */
    if ((afdEvents & AFD_POLL_SEND) && !((afdEvents & AFD_POLL_CONNECT_FAIL) && registration->stream)) {
        events |= SOCK_NOTIFY_EVENT_OUT;
    }
    if (afdEvents & (AFD_POLL_DISCONNECT | AFD_POLL_ABORT)) {
        events |= SOCK_NOTIFY_EVENT_HANGUP;
    }
    events &= registration->filter;
    if (afdEvents & (AFD_POLL_ABORT | AFD_POLL_CONNECT_FAIL)) {
        events |= SOCK_NOTIFY_EVENT_ERR;
    }
    return events;
}

netty_iocpnotify_ntstatus afd_submit(afd_registration *registration) {
    ULONG mask = afd_poll_mask(registration);
    registration->info.timeout.QuadPart = INT64_MAX;
    registration->info.numberOfHandles = 1;
    registration->info.exclusive = FALSE;
    registration->info.handle = registration->base;
    registration->info.events = mask;
    registration->info.status = NETTY_IOCPNOTIFY_STATUS_SUCCESS;
    registration->iosb.status = NETTY_IOCPNOTIFY_STATUS_PENDING;
    netty_iocpnotify_ntstatus status = afd_api->NtDeviceIoControlFile(
        registration->group->helper, NULL, NULL, registration, &registration->iosb, IOCTL_AFD_POLL, &registration->info,
        sizeof(registration->info), &registration->info, sizeof(registration->info));
    if (status != NETTY_IOCPNOTIFY_STATUS_SUCCESS && status != NETTY_IOCPNOTIFY_STATUS_PENDING) {
        return status;
    }
    /* Also a poll that is true at once sends its packet. Who dequeues it waits for the object's lock, which we hold. */
    registration->poll = AFD_PENDING;
    registration->mask = (UINT16) mask;
    InterlockedIncrement(&registration->port->outstanding);
    return NETTY_IOCPNOTIFY_STATUS_SUCCESS;
}

netty_iocpnotify_ntstatus afd_cancel(afd_registration *registration) {
    netty_iocpnotify_iosb iosb;
    netty_iocpnotify_ntstatus status = afd_api->NtCancelIoFileEx(registration->group->helper, &registration->iosb,
                                                                 &iosb);
    /* NOT_FOUND: it is over already, and its packet is on the way like that of a cancelled one. */
    if (status == NETTY_IOCPNOTIFY_STATUS_SUCCESS || status == NETTY_IOCPNOTIFY_STATUS_NOT_FOUND) {
        registration->poll = AFD_CANCELLING;
        return NETTY_IOCPNOTIFY_STATUS_SUCCESS;
    }
    return status;
}

DWORD afd_post(afd_registration *registration, UINT32 events) {
    if (!PostQueuedCompletionStatus(registration->port->handle, 0, afd_helper_key(), (OVERLAPPED *) registration)) {
        return GetLastError();
    }
    registration->poll = AFD_POSTED;
    registration->posted = (UINT16) events;
    InterlockedIncrement(&registration->port->outstanding);
    return 0;
}

void afd_received(afd_registration *registration) {
    registration->poll = AFD_IDLE;
    InterlockedDecrement(&registration->port->outstanding);
}
