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
#include "netty_iocpnotify_accept.h"

#include <stdint.h>

#include "netty_iocpnotify_errors.h"
#include "netty_iocpnotify_socket.h"
#include "netty_jni_util.h"

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeAccept"

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
    (void) env;
    (void) clazz;
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
    (void) env;
    (void) clazz;
    return (jint) (2 * ADDRESS_BYTES);
}

static jlong JNICALL netty_iocpnotify_accept_begin(JNIEnv *env, jclass clazz, jlong listener, jboolean ipv6,
                                                   jlong addresses, jlong overlapped) {
    DWORD bytes = 0;
    jlong socket;
    (void) env;
    (void) clazz;
    if (acceptEx == NULL) {
        return -WSAEOPNOTSUPP;
    }
    socket = netty_iocpnotify_socket_new(ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM, IPPROTO_TCP);
    if (socket >= 0 && !acceptEx((SOCKET) listener, (SOCKET) socket, (void *) (intptr_t) addresses, 0,
                                 (DWORD) ADDRESS_BYTES, (DWORD) ADDRESS_BYTES, &bytes,
                                 (OVERLAPPED *) (intptr_t) overlapped) &&
        WSAGetLastError() != ERROR_IO_PENDING) {
        return netty_iocpnotify_socket_discard((SOCKET) socket);
    }
    return socket;
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
    result = netty_iocpnotify_socket_address(env, localAddress, localLength, local);
    return result < 0 ? result : netty_iocpnotify_socket_address(env, remoteAddress, remoteLength, remote);
}

// JNI Method Registration Table Begin
static const JNINativeMethod method_table[] = {
    {"find", "(J)I", (void *) netty_iocpnotify_accept_find},
    {"addressBytes", "()I", (void *) netty_iocpnotify_accept_addressBytes},
    {"begin", "(JZJJ)J", (void *) netty_iocpnotify_accept_begin},
    {"finish", "(JJJ[B[B)I", (void *) netty_iocpnotify_accept_finish},
};
static const jint method_table_size = sizeof(method_table) / sizeof(method_table[0]);
// JNI Method Registration Table End

jint netty_iocpnotify_accept_JNI_OnLoad(JNIEnv *env, const char *packagePrefix) {
    return netty_jni_util_register_natives(env, packagePrefix, CLASSNAME, method_table, method_table_size);
}

void netty_iocpnotify_accept_JNI_OnUnLoad(JNIEnv *env, const char *packagePrefix) {
    netty_jni_util_unregister_natives(env, packagePrefix, CLASSNAME);
}
