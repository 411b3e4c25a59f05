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
#include "netty_iocpnotify_overlapped_connect.h"

#include <stdint.h>

#include "netty_iocpnotify_errors.h"
#include "netty_iocpnotify_socket.h"
#include "netty_jni_util.h"

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeConnect"

static jlong JNICALL netty_iocpnotify_connect_function(JNIEnv *env, jclass clazz, jlong socket) {
    const GUID id = WSAID_CONNECTEX;
    LPFN_CONNECTEX function = NULL;
    DWORD code = netty_iocpnotify_winapi_extension((SOCKET) socket, &id, &function, sizeof(function));
    (void) env;
    (void) clazz;
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
    (void) env;
    (void) clazz;
    return setsockopt((SOCKET) socket, SOL_SOCKET, SO_UPDATE_CONNECT_CONTEXT, NULL, 0) == SOCKET_ERROR
                   ? netty_iocpnotify_errors_last()
                   : 0;
}

// JNI Method Registration Table Begin
static const JNINativeMethod method_table[] = {
    {"function", "(J)J", (void *) netty_iocpnotify_connect_function},
    {"connect", "(JJZ[BIIJIJ)I", (void *) netty_iocpnotify_connect_connect},
    {"updateContext", "(J)I", (void *) netty_iocpnotify_connect_updateContext},
};
static const jint method_table_size = sizeof(method_table) / sizeof(method_table[0]);
// JNI Method Registration Table End

jint netty_iocpnotify_overlapped_connect_JNI_OnLoad(JNIEnv *env, const char *packagePrefix) {
    return netty_jni_util_register_natives(env, packagePrefix, CLASSNAME, method_table, method_table_size);
}

void netty_iocpnotify_overlapped_connect_JNI_OnUnLoad(JNIEnv *env, const char *packagePrefix) {
    netty_jni_util_unregister_natives(env, packagePrefix, CLASSNAME);
}
