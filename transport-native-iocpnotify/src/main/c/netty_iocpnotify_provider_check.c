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
#include "netty_iocpnotify_provider.h"

#include <stdarg.h>
#include <stdio.h>

/*
 * A provider is tried before it is trusted: that its function is there says nothing of the sockets of this machine. A
 * layered provider of a VPN or a virus scanner may make sockets that no port watches; then each arm is refused.
 *
 * A listener and a connection to it, all on the loopback interface, and a port of their own. The steps are what
 * a channel goes through: accept, connect, read, the way off the port, the peer's end. Every packet must be one that was
 * asked for, with the key and an event of the arm; bits beside it are not judged.
 */

/*
 * About a second for all five steps together. One that begins when the time is up has a moment of its own, since this process may
 * have been stopped for as long.
 */
#define CHECK_MS 500
#define LAST_WAIT_MS 100

/* Also what is armed: an index of check.sides. */
enum { LISTENER, CLIENT, ACCEPTED, SIDES };

/* The type of a socket's key in Java's CompletionKey. */
#define CHECK_KEY ((ULONG_PTR) 1 << 62)

#define IN_HANGUP (SOCK_NOTIFY_REGISTER_EVENT_IN | SOCK_NOTIFY_REGISTER_EVENT_HANGUP)

typedef struct check_side {
    SOCKET socket;
    BOOL armed;
    UINT32 events; /* of the packet of the last arm; 0 while it has not come */
} check_side;

typedef struct check {
    const netty_iocpnotify_provider *provider;
    netty_iocpnotify_check *result;
    HANDLE port;
    ULONGLONG deadline;
    check_side sides[SIDES];
} check;

/* All return whether it goes on. If not, the result has the words, and a code that is not 0. */
static BOOL failed(check *c, DWORD code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->result->words, sizeof(c->result->words), format, arguments);
    va_end(arguments);
    c->result->code = code != 0 ? code : ERROR_GEN_FAILURE;
    return FALSE;
}

/* Something that is needed to try the provider, and in which it has no part. */
static BOOL not_tried(check *c, DWORD code, const char *what) {
    failed(c, code, "%s", what);
    c->result->tried = FALSE;
    return FALSE;
}

static BOOL open_socket(check *c, int side) {
    u_long nonBlocking = 1;
    SOCKET opened = WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, NULL, 0,
                               WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    c->sides[side].socket = opened;
    if (opened == INVALID_SOCKET || ioctlsocket(opened, (long) FIONBIO, &nonBlocking) == SOCKET_ERROR) {
        return not_tried(c, (DWORD) WSAGetLastError(), "a socket");
    }
    return TRUE;
}

/* A connect that is under way. */
static BOOL open_all(check *c) {
    struct sockaddr_in address;
    int length = sizeof(address);
    BOOL exclusive = TRUE;
    c->port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 1);
    if (c->port == NULL) {
        return not_tried(c, GetLastError(), "a completion port");
    }
    if (!open_socket(c, LISTENER) || !open_socket(c, CLIENT)) {
        return FALSE;
    }
    ZeroMemory(&address, sizeof(address));
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (setsockopt(c->sides[LISTENER].socket, SOL_SOCKET, SO_EXCLUSIVEADDRUSE, (const char *) &exclusive,
                   sizeof(exclusive)) == SOCKET_ERROR ||
        bind(c->sides[LISTENER].socket, (struct sockaddr *) &address, length) == SOCKET_ERROR ||
        listen(c->sides[LISTENER].socket, 1) == SOCKET_ERROR ||
        getsockname(c->sides[LISTENER].socket, (struct sockaddr *) &address, &length) == SOCKET_ERROR) {
        return not_tried(c, (DWORD) WSAGetLastError(), "a listener on the loopback interface");
    }
    if (connect(c->sides[CLIENT].socket, (struct sockaddr *) &address, length) == SOCKET_ERROR &&
        WSAGetLastError() != WSAEWOULDBLOCK) {
        return not_tried(c, (DWORD) WSAGetLastError(), "a connection on the loopback interface");
    }
    return TRUE;
}

/* The verdict stands by then. Of what is done here, only the end of the port is the provider's. */
static void close_all(check *c) {
    /* With a reset, so that no port of this host is left in TIME_WAIT. Where that is refused, one is for a while. */
    struct linger reset = { 1, 0 };
    DWORD code = 0;
    for (int i = CLIENT; i < SIDES; i++) {
        SOCKET opened = c->sides[i].socket;
        if (opened != INVALID_SOCKET) {
            (void) setsockopt(opened, SOL_SOCKET, SO_LINGER, (const char *) &reset, sizeof(reset));
        }
    }
    for (int i = 0; i < SIDES; i++) {
        SOCKET opened = c->sides[i].socket;
        if (opened != INVALID_SOCKET) {
            c->provider->forget(opened);
            /* If it fails there is nothing left to do for the socket. */
            (void) closesocket(opened);
        }
    }
    if (c->port != NULL) {
        code = c->provider->close_port(c->port);
    }
    if (c->result->code == 0 && code != 0) {
        failed(c, code, "the end of the port");
    }
}

static BOOL is_timeout(DWORD code) {
    return code == WAIT_TIMEOUT || code == ERROR_TIMEOUT;
}

static BOOL take(check *c, const char *step, const OVERLAPPED_ENTRY *packet) {
    ULONG_PTR side = packet->lpCompletionKey - CHECK_KEY;
    UINT32 events = packet->dwNumberOfBytesTransferred;
    if (side >= SIDES || !c->sides[side].armed || events == 0) {
        return failed(c, ERROR_INVALID_DATA, "%s: a packet that was not asked for, with events 0x%x", step,
                      (unsigned) events);
    }
    c->sides[side].armed = FALSE;
    c->sides[side].events = events;
    return TRUE;
}

static SOCK_NOTIFY_REGISTRATION registration(check *c, int side, UINT16 filter, UINT8 operation) {
    SOCK_NOTIFY_REGISTRATION entry;
    ZeroMemory(&entry, sizeof(entry));
    entry.socket = c->sides[side].socket;
    /* A key is a number here, as everywhere with completion ports. */
    entry.completionKey = (PVOID) (CHECK_KEY + (ULONG_PTR) side);
    entry.eventFilter = filter;
    entry.operation = operation;
    entry.triggerFlags = operation == SOCK_NOTIFY_OP_ENABLE ? SOCK_NOTIFY_TRIGGER_ONESHOT | SOCK_NOTIFY_TRIGGER_LEVEL
                                                            : 0;
    c->sides[side].armed = TRUE;
    c->sides[side].events = 0;
    return entry;
}

/* Without a wait, in one call with a look at the port, as the transport does it. */
static BOOL arm(check *c, const char *step, int side, UINT16 filter) {
    SOCK_NOTIFY_REGISTRATION entry = registration(c, side, filter, SOCK_NOTIFY_OP_ENABLE);
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    DWORD code = c->provider->process(c->port, 1, &entry, 0, 1, &packet, &received);
    if (code != 0 && !is_timeout(code)) {
        return failed(c, code, "%s: the call that arms", step);
    }
    if (entry.registrationResult != 0) {
        return failed(c, entry.registrationResult, "%s: the arm", step);
    }
    return code != 0 || received == 0 || take(c, step, &packet);
}

/*
 * Waits for the packet of a side. FALSE if it has not come in time, which is for the caller to judge, then the code is 0
 * still; or if something failed.
 */
static BOOL comes(check *c, const char *step, int side) {
    while (c->sides[side].events == 0) {
        OVERLAPPED_ENTRY packet;
        UINT32 received = 0;
        ULONGLONG now = GetTickCount64();
        BOOL last = now >= c->deadline;
        UINT32 timeoutMs = last ? LAST_WAIT_MS : (UINT32) (c->deadline - now);
        DWORD code = c->provider->process(c->port, 0, NULL, timeoutMs, 1, &packet, &received);
        if (code != 0 && !is_timeout(code)) {
            return failed(c, code, "%s: the call that waits", step);
        }
        if (code == 0 && received != 0) {
            if (!take(c, step, &packet)) {
                return FALSE;
            }
        } else if (last) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Waits for an event of a side. */
static BOOL expect(check *c, const char *step, int side, UINT32 event) {
    if (!comes(c, step, side)) {
        return c->result->code == 0 ? failed(c, WAIT_TIMEOUT, "%s: no packet", step) : FALSE;
    }
    if ((c->sides[side].events & event) == 0) {
        return failed(c, ERROR_INVALID_DATA, "%s: events 0x%x", step, (unsigned) c->sides[side].events);
    }
    return TRUE;
}

/* As expect(), of what the peer has sent: if it has not come yet, that is the network's doing and not the provider's. */
static BOOL expect_from_peer(check *c, const char *step, UINT32 event, const char *what) {
    char byte;
    if (!comes(c, step, CLIENT) && c->result->code == 0 &&
        recv(c->sides[CLIENT].socket, &byte, 1, MSG_PEEK) == SOCKET_ERROR && WSAGetLastError() == WSAEWOULDBLOCK) {
        return not_tried(c, WAIT_TIMEOUT, what);
    }
    return c->result->code == 0 ? expect(c, step, CLIENT, event) : FALSE;
}

/* What is armed is not told before anything has happened, or all who wait would spin. */
static BOOL arm_in_silence(check *c, const char *step, int side) {
    if (!arm(c, step, side, IN_HANGUP)) {
        return FALSE;
    }
    return c->sides[side].events == 0 || failed(c, ERROR_INVALID_DATA, "%s: events 0x%x before anything happened", step,
                                                (unsigned) c->sides[side].events);
}

static BOOL accept_and_connect(check *c) {
    static const char accepting[] = "IN of a listener";
    static const char connecting[] = "OUT of a connect";
    struct sockaddr_in peer;
    struct sockaddr_in local;
    int peerLength = sizeof(peer);
    int localLength = sizeof(local);
    if (!arm(c, accepting, LISTENER, SOCK_NOTIFY_REGISTER_EVENT_IN) ||
        !arm(c, connecting, CLIENT, SOCK_NOTIFY_REGISTER_EVENT_OUT)) {
        return FALSE;
    }
    /* Whether nobody connects or nobody tells shows when the time is up. */
    if (!comes(c, accepting, LISTENER) && c->result->code != 0) {
        return FALSE;
    }
    c->sides[ACCEPTED].socket = accept(c->sides[LISTENER].socket, (struct sockaddr *) &peer, &peerLength);
    if (c->sides[ACCEPTED].socket == INVALID_SOCKET) {
        return not_tried(c, (DWORD) WSAGetLastError(), "a connection on the loopback interface");
    }
    /* accept() has no flag for it. A child process would keep the connection. */
    if (!SetHandleInformation((HANDLE) c->sides[ACCEPTED].socket, HANDLE_FLAG_INHERIT, 0)) {
        return not_tried(c, GetLastError(), "a connection that no child process inherits");
    }
    if (!expect(c, accepting, LISTENER, SOCK_NOTIFY_EVENT_IN)) {
        return FALSE;
    }
    if (getsockname(c->sides[CLIENT].socket, (struct sockaddr *) &local, &localLength) == SOCKET_ERROR ||
        local.sin_port != peer.sin_port || local.sin_addr.s_addr != peer.sin_addr.s_addr) {
        return not_tried(c, WSAEADDRINUSE, "a listener of our own: somebody else has connected");
    }
    return expect(c, connecting, CLIENT, SOCK_NOTIFY_EVENT_OUT);
}

static BOOL read_byte(check *c) {
    static const char step[] = "IN when a byte came";
    char byte = 1;
    if (!arm_in_silence(c, step, CLIENT)) {
        return FALSE;
    }
    if (send(c->sides[ACCEPTED].socket, &byte, 1, 0) != 1) {
        return not_tried(c, (DWORD) WSAGetLastError(), "a byte for the connection");
    }
    if (!expect_from_peer(c, step, SOCK_NOTIFY_EVENT_IN, "a byte for the connection")) {
        return FALSE;
    }
    return recv(c->sides[CLIENT].socket, &byte, 1, 0) == 1 ||
           failed(c, (DWORD) WSAGetLastError(), "%s: the byte is not there", step);
}

/* Of a socket that is armed, as that of a channel that leaves its loop is. */
static BOOL remove_from_port(check *c) {
    static const char step[] = "REMOVE";
    if (!arm_in_silence(c, step, ACCEPTED)) {
        return FALSE;
    }
    SOCK_NOTIFY_REGISTRATION entry = registration(c, ACCEPTED, 0, SOCK_NOTIFY_OP_REMOVE);
    DWORD code = c->provider->process(c->port, 1, &entry, 0, 0, NULL, NULL);
    if (code != 0) {
        return failed(c, code, "%s: the call", step);
    }
    if (entry.registrationResult != 0) {
        return failed(c, entry.registrationResult, "%s: the operation", step);
    }
    return expect(c, step, ACCEPTED, SOCK_NOTIFY_EVENT_REMOVE);
}

static BOOL read_end(check *c) {
    static const char step[] = "HANGUP when the peer ended";
    if (!arm_in_silence(c, step, CLIENT)) {
        return FALSE;
    }
    if (shutdown(c->sides[ACCEPTED].socket, SD_SEND) == SOCKET_ERROR) {
        return not_tried(c, (DWORD) WSAGetLastError(), "an end of the connection");
    }
    return expect_from_peer(c, step, SOCK_NOTIFY_EVENT_HANGUP, "an end of the connection");
}

void netty_iocpnotify_provider_check(const netty_iocpnotify_provider *provider, netty_iocpnotify_check *result) {
    check c;
    ZeroMemory(&c, sizeof(c));
    ZeroMemory(result, sizeof(*result));
    result->tried = TRUE;
    c.provider = provider;
    c.result = result;
    c.deadline = GetTickCount64() + CHECK_MS;
    for (int i = 0; i < SIDES; i++) {
        c.sides[i].socket = INVALID_SOCKET;
    }
    if (open_all(&c) && accept_and_connect(&c) && read_byte(&c) && remove_from_port(&c)) {
        read_end(&c);
    }
    close_all(&c);
}
