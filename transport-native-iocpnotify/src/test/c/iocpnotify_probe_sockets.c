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
#include "iocpnotify_probe.h"

#include <stdio.h>
#include <stdlib.h>

#ifndef SIO_BASE_HANDLE
#define SIO_BASE_HANDLE 0x48000022
#endif

static void unix_socket(void) {
    ask_about("AF_UNIX socket, ENABLE OUT and IN");
    SOCKET socket = WSASocketW(AF_UNIX, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED);
    if (socket == INVALID_SOCKET) {
        answer("no such sockets here, error %d", WSAGetLastError());
        return;
    }
    HANDLE port = open_port();
    SOCK_NOTIFY_REGISTRATION entry = enable(socket, 7, IN_ | OUT_);
    ask_and_answer(port, &entry, WAIT_MS);
    CLOSE_SOCKET(socket);
    CLOSE_PORT(port);
}

static void unix_accept(void) {
    netty_iocpnotify_sockaddr_un address = { AF_UNIX, "" };
    ask_about("AF_UNIX listener, ENABLE IN, a client connects");
    SOCKET listener = WSASocketW(AF_UNIX, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED);
    if (listener == INVALID_SOCKET) {
        answer("no such sockets here, error %d", WSAGetLastError());
        return;
    }
    SOCKET client = WSASocketW(AF_UNIX, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED);
    HANDLE port = open_port();
    snprintf(address.sun_path, sizeof(address.sun_path), "iocpnotify-probe-%lu", GetCurrentProcessId());
    CHECK_WSA(bind(listener, (struct sockaddr *) &address, sizeof(address)));
    CHECK_WSA(listen(listener, 5));
    set_blocking(listener, FALSE);
    SOCK_NOTIFY_REGISTRATION entry = enable(listener, 7, IN_);
    DWORD result = TRY_APPLY(port, entry);
    int connected = connect(client, (struct sockaddr *) &address, sizeof(address));
    answer("registrationResult 0x%08lx, connect %d error %d", result, connected,
           connected == 0 ? 0 : WSAGetLastError());
    ask_and_answer(port, NULL, WAIT_MS);
    SOCKET accepted = accept(listener, NULL, NULL);
    answer("accept: %s, error %d", accepted != INVALID_SOCKET ? "a socket" : "none",
           accepted != INVALID_SOCKET ? 0 : WSAGetLastError());
    if (accepted != INVALID_SOCKET) {
        entry = enable(accepted, 8, IN_ | OUT_);
        ask_and_answer(port, &entry, WAIT_MS);
        CLOSE_SOCKET(accepted);
    }
    CLOSE_SOCKET(client);
    CLOSE_SOCKET(listener);
    DeleteFileA(address.sun_path);
    CLOSE_PORT(port);
}

static void catalogue(void) {
    DWORD size = 0;
    ask_about("catalogue");
    CHECK(WSAEnumProtocolsW(NULL, NULL, &size) == SOCKET_ERROR && WSAGetLastError() == WSAENOBUFS);
    WSAPROTOCOL_INFOW *entries = malloc(size);
    CHECK(entries != NULL);
    int count = WSAEnumProtocolsW(NULL, entries, &size);
    CHECK_WSA(count);
    for (int i = 0; i < count; i++) {
        const WSAPROTOCOL_INFOW *entry = &entries[i];
        const GUID *id = &entry->ProviderId;
        ask_about("catalogue, family %d, type %d, protocol %d", entry->iAddressFamily, entry->iSocketType,
                  entry->iProtocol);
        answer("ChainLen %d, XP1_IFS_HANDLES %s, provider %08lx-%04x-%04x-%02x%02x-%02x%02x%02x%02x%02x%02x",
               entry->ProtocolChain.ChainLen, (entry->dwServiceFlags1 & XP1_IFS_HANDLES) != 0 ? "yes" : "no", id->Data1,
               id->Data2, id->Data3, id->Data4[0], id->Data4[1], id->Data4[2], id->Data4[3], id->Data4[4], id->Data4[5],
               id->Data4[6], id->Data4[7]);
    }
    free(entries);
}

static void base_handle(const char *name, SOCKET socket) {
    SOCKET base = INVALID_SOCKET;
    DWORD bytes = 0;
    ask_about("SIO_BASE_HANDLE of %s", name);
    if (socket == INVALID_SOCKET) {
        answer("no such sockets here");
    } else if (WSAIoctl(socket, SIO_BASE_HANDLE, NULL, 0, &base, sizeof(base), &bytes, NULL, NULL) != 0) {
        answer("refused, error %d", WSAGetLastError());
    } else {
        answer("%s", base == socket ? "equal" : "another handle");
    }
}

static void base_handles(void) {
    static const struct {
        const char *name;
        int family;
        int type;
    } kinds[] = { { "a TCP socket", AF_INET, SOCK_STREAM },
                  { "a TCP socket of IPv6", AF_INET6, SOCK_STREAM },
                  { "a UDP socket", AF_INET, SOCK_DGRAM },
                  { "a UDP socket of IPv6", AF_INET6, SOCK_DGRAM },
                  { "a socket of AF_UNIX", AF_UNIX, SOCK_STREAM } };
    for (size_t i = 0; i < ARRAYSIZE(kinds); i++) {
        SOCKET socket = WSASocketW(kinds[i].family, kinds[i].type, 0, NULL, 0, WSA_FLAG_OVERLAPPED);
        base_handle(kinds[i].name, socket);
        if (socket != INVALID_SOCKET) {
            CLOSE_SOCKET(socket);
        }
    }
    socket_pair pair = new_pair();
    base_handle("an accepted TCP socket", pair.right);
    close_pair(pair);
}

const probe_question socketQuestions[] = { unix_socket, unix_accept, catalogue, base_handles, NULL };
