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

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeSocket"

/*
 * A non-blocking send of Windows takes all it is given as long as any send space is free, and keeps a copy of it in
 * kernel memory. More than this at once only costs memory; the caller sees a partial write and goes on.
 */
#define MAX_SEND (16 * 1024 * 1024)

static jint JNICALL netty_iocpnotify_stream_recvAddress(JNIEnv *env, jclass clazz, jlong socket, jlong address,
                                                        jint pos, jint limit) {
    char *memory = (char *) (intptr_t) address;
    int result;
    (void) env, (void) clazz;
    if (memory == NULL || pos < 0 || limit < pos) {
        return -WSAEINVAL;
    }
    if (pos == limit) {
        return 0; // the system's answer would depend on the state of the stream
    }
    result = recv((SOCKET) socket, memory + pos, limit - pos, 0);
    return result == SOCKET_ERROR ? netty_iocpnotify_errors_last() : result;
}

static jint JNICALL netty_iocpnotify_stream_sendAddress(JNIEnv *env, jclass clazz, jlong socket, jlong address,
                                                        jint pos, jint limit) {
    const char *memory = (const char *) (intptr_t) address;
    int length;
    int result;
    (void) env, (void) clazz;
    if (memory == NULL || pos < 0 || limit < pos) {
        return -WSAEINVAL;
    }
    if (pos == limit) {
        return 0;
    }
    length = limit - pos;
    result = send((SOCKET) socket, memory + pos, length > MAX_SEND ? MAX_SEND : length, 0);
    return result == SOCKET_ERROR ? netty_iocpnotify_errors_last() : result;
}

static jlong JNICALL netty_iocpnotify_stream_writev(JNIEnv *env, jclass clazz, jlong socket, jlong buffers,
                                                    jint count) {
    DWORD sent = 0;
    (void) env, (void) clazz;
    if (buffers == 0 || count < 0) {
        return -WSAEINVAL;
    }
    if (count == 0) {
        return 0;
    }
    if (WSASend((SOCKET) socket, (WSABUF *) (intptr_t) buffers, (DWORD) count, &sent, 0, NULL, NULL) == SOCKET_ERROR) {
        return netty_iocpnotify_errors_last();
    }
    return (jlong) sent;
}

static const JNINativeMethod method_table[] = {
    { "recvAddress", "(JJII)I", (void *) netty_iocpnotify_stream_recvAddress },
    { "sendAddress", "(JJII)I", (void *) netty_iocpnotify_stream_sendAddress },
    { "writev", "(JJI)J", (void *) netty_iocpnotify_stream_writev },
};

const netty_iocpnotify_natives netty_iocpnotify_stream_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
