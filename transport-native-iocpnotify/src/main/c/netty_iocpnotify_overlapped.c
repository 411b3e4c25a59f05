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

#include "netty_iocpnotify_natives.h"

#include <stdint.h>
#include <string.h>

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeOverlapped"

static jint JNICALL netty_iocpnotify_overlapped_associate(JNIEnv *env, jclass clazz, jlong port, jlong handle,
                                                          jlong completionKey) {
    (void) env, (void) clazz;
    return CreateIoCompletionPort((HANDLE) (intptr_t) handle, (HANDLE) (intptr_t) port, (ULONG_PTR) completionKey, 0) ==
                   NULL
               ? netty_iocpnotify_errors_last()
               : 0;
}

static jint JNICALL netty_iocpnotify_overlapped_cancel(JNIEnv *env, jclass clazz, jlong handle, jlong overlapped) {
    (void) env, (void) clazz;
    return CancelIoEx((HANDLE) (intptr_t) handle, (OVERLAPPED *) (intptr_t) overlapped)
               ? 0
               : netty_iocpnotify_errors_last();
}

static jint JNICALL netty_iocpnotify_overlapped_error(JNIEnv *env, jclass clazz, jint status) {
    const netty_iocpnotify_winapi *winapi;
    (void) env, (void) clazz;
    if (status >= 0) {
        return 0; // as GetQueuedCompletionStatus sees it: success and information are no failures, warnings are
    }
    winapi = netty_iocpnotify_winapi_get(NULL);
    return winapi == NULL ? ERROR_GEN_FAILURE : -netty_iocpnotify_errors_result(winapi->RtlNtStatusToDosError(status));
}

static jlong JNICALL netty_iocpnotify_overlapped_result(JNIEnv *env, jclass clazz, jlong socket, jlong overlapped) {
    DWORD bytes = 0;
    DWORD flags = 0;
    (void) env, (void) clazz;
    return WSAGetOverlappedResult((SOCKET) socket, (OVERLAPPED *) (intptr_t) overlapped, &bytes, FALSE, &flags)
               ? (jlong) bytes
               : netty_iocpnotify_errors_last();
}

static jint JNICALL netty_iocpnotify_overlapped_beginReceive(JNIEnv *env, jclass clazz, jlong socket, jlong address,
                                                             jint pos, jint limit, jlong overlapped) {
    WSABUF buffer;
    // Else TCP may hold back what has come, for more to come with it, if the sender has not set PSH.
    DWORD flags = MSG_PUSH_IMMEDIATE;
    (void) env, (void) clazz;
    if (address == 0 || pos < 0 || limit <= pos || overlapped == 0) {
        return -WSAEINVAL;
    }
    // The system copies the WSABUF before the call returns, and tells the flags to who asks for the result.
    buffer.buf = (char *) (intptr_t) address + pos;
    buffer.len = (ULONG) (limit - pos);
    if (WSARecv((SOCKET) socket, &buffer, 1, NULL, &flags, (OVERLAPPED *) (intptr_t) overlapped, NULL) == 0 ||
        WSAGetLastError() == WSA_IO_PENDING) {
        return 0;
    }
    return netty_iocpnotify_errors_last();
}

/* AcceptEx wants 16 bytes more than the longest address has, twice. */
#define ADDRESS_BYTES (sizeof(struct sockaddr_in6) + 16)

// Each written with the same value by whoever asks, before the first use; they belong to the system's own provider.
static LPFN_ACCEPTEX acceptEx = NULL;
static LPFN_GETACCEPTEXSOCKADDRS getAcceptExSockaddrs = NULL;

static jint JNICALL netty_iocpnotify_accept_find(JNIEnv *env, jclass clazz, jlong listener) {
    const GUID acceptExId = WSAID_ACCEPTEX;
    const GUID sockaddrsId = WSAID_GETACCEPTEXSOCKADDRS;
    LPFN_ACCEPTEX accept = NULL;
    LPFN_GETACCEPTEXSOCKADDRS sockaddrs = NULL;
    DWORD code = netty_iocpnotify_winapi_extension((SOCKET) listener, &acceptExId, &accept, sizeof(accept));
    (void) env, (void) clazz;
    if (code == 0) {
        code = netty_iocpnotify_winapi_extension((SOCKET) listener, &sockaddrsId, &sockaddrs, sizeof(sockaddrs));
    }
    if (code != 0) {
        return netty_iocpnotify_errors_result(code);
    }
    acceptEx = accept;
    getAcceptExSockaddrs = sockaddrs;
    return 0;
}

static jint JNICALL netty_iocpnotify_accept_addressBytes(JNIEnv *env, jclass clazz) {
    (void) env, (void) clazz;
    return (jint) (2 * ADDRESS_BYTES);
}

static jlong JNICALL netty_iocpnotify_accept_begin(JNIEnv *env, jclass clazz, jlong listener, jboolean ipv6,
                                                   jlong addresses, jlong overlapped) {
    DWORD bytes = 0;
    jlong socket;
    (void) env, (void) clazz;
    if (acceptEx == NULL) {
        return -WSAEOPNOTSUPP;
    }
    socket = netty_iocpnotify_socket_new(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM, IPPROTO_TCP);
    if (socket >= 0 &&
        !acceptEx((SOCKET) listener, (SOCKET) socket, (void *) (intptr_t) addresses, 0, (DWORD) ADDRESS_BYTES,
                  (DWORD) ADDRESS_BYTES, &bytes, (OVERLAPPED *) (intptr_t) overlapped) &&
        WSAGetLastError() != ERROR_IO_PENDING) {
        return netty_iocpnotify_socket_discard((SOCKET) socket);
    }
    return socket;
}

/* For an address that the system has put somewhere. */
static jint netty_iocpnotify_accept_address(JNIEnv *env, const struct sockaddr *address, int length, jbyteArray to) {
    netty_iocpnotify_address copy;
    if (address == NULL || length <= 0) {
        return -WSAEFAULT;
    }
    memset(&copy, 0, sizeof(copy));
    memcpy(&copy, address, (size_t) length < sizeof(copy) ? (size_t) length : sizeof(copy));
    return netty_iocpnotify_socket_encode(env, &copy, to);
}

static jint JNICALL netty_iocpnotify_accept_finish(JNIEnv *env, jclass clazz, jlong listener, jlong socket,
                                                   jlong addresses, jbyteArray local, jbyteArray remote) {
    SOCKET from = (SOCKET) listener;
    struct sockaddr *localAddress = NULL;
    struct sockaddr *remoteAddress = NULL;
    int localLength = 0;
    int remoteLength = 0;
    jint result;
    (void) clazz;
    // Without it shutdown, getpeername and the like do not know that the socket is connected.
    if (setsockopt((SOCKET) socket, SOL_SOCKET, SO_UPDATE_ACCEPT_CONTEXT, (const char *) &from, sizeof(from)) ==
        SOCKET_ERROR) {
        return netty_iocpnotify_errors_last();
    }
    getAcceptExSockaddrs((void *) (intptr_t) addresses, 0, (DWORD) ADDRESS_BYTES, (DWORD) ADDRESS_BYTES, &localAddress,
                         &localLength, &remoteAddress, &remoteLength);
    result = netty_iocpnotify_accept_address(env, localAddress, localLength, local);
    return result < 0 ? result : netty_iocpnotify_accept_address(env, remoteAddress, remoteLength, remote);
}

static jlong JNICALL netty_iocpnotify_connect_function(JNIEnv *env, jclass clazz, jlong socket) {
    const GUID id = WSAID_CONNECTEX;
    LPFN_CONNECTEX function = NULL;
    DWORD code = netty_iocpnotify_winapi_extension((SOCKET) socket, &id, &function, sizeof(function));
    (void) env, (void) clazz;
    return code == 0 ? (jlong) (intptr_t) function : netty_iocpnotify_errors_result(code);
}

static jint JNICALL netty_iocpnotify_connect_connect(JNIEnv *env, jclass clazz, jlong function, jlong socket,
                                                     jboolean ipv6, jbyteArray bytes, jint scopeId, jint port,
                                                     jlong data, jint dataLength, jlong overlapped) {
    LPFN_CONNECTEX connectEx = (LPFN_CONNECTEX) (intptr_t) function;
    netty_iocpnotify_address address;
    int length = netty_iocpnotify_socket_decode(env, ipv6, bytes, scopeId, port, &address);
    (void) clazz;
    if (length == 0 || connectEx == NULL || overlapped == 0 || dataLength < 0 || (data == 0 && dataLength > 0)) {
        return -WSAEINVAL;
    }
    if (connectEx((SOCKET) socket, &address.any, length, (PVOID) (intptr_t) data, (DWORD) dataLength, NULL,
                  (OVERLAPPED *) (intptr_t) overlapped) ||
        WSAGetLastError() == WSA_IO_PENDING) {
        return 0;
    }
    return netty_iocpnotify_errors_last();
}

static jint JNICALL netty_iocpnotify_connect_updateContext(JNIEnv *env, jclass clazz, jlong socket) {
    (void) env, (void) clazz;
    return netty_iocpnotify_errors_of(setsockopt((SOCKET) socket, SOL_SOCKET, SO_UPDATE_CONNECT_CONTEXT, NULL, 0));
}

static const JNINativeMethod method_table[] = {
    { "associate", "(JJJ)I", (void *) netty_iocpnotify_overlapped_associate },
    { "cancel", "(JJ)I", (void *) netty_iocpnotify_overlapped_cancel },
    { "error", "(I)I", (void *) netty_iocpnotify_overlapped_error },
    { "result", "(JJ)J", (void *) netty_iocpnotify_overlapped_result },
    { "beginReceive", "(JJIIJ)I", (void *) netty_iocpnotify_overlapped_beginReceive },
    { "findAccept", "(J)I", (void *) netty_iocpnotify_accept_find },
    { "acceptBytes", "()I", (void *) netty_iocpnotify_accept_addressBytes },
    { "beginAccept", "(JZJJ)J", (void *) netty_iocpnotify_accept_begin },
    { "finishAccept", "(JJJ[B[B)I", (void *) netty_iocpnotify_accept_finish },
    { "findConnect", "(J)J", (void *) netty_iocpnotify_connect_function },
    { "beginConnect", "(JJZ[BIIJIJ)I", (void *) netty_iocpnotify_connect_connect },
    { "finishConnect", "(J)I", (void *) netty_iocpnotify_connect_updateContext },
};

const netty_iocpnotify_natives netty_iocpnotify_overlapped_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
