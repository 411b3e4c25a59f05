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

static jint netty_iocpnotify_stream_receive(jlong socket, char *memory, jint pos, jint limit) {
    int result;
    if (memory == NULL || pos < 0 || limit < pos) {
        return -WSAEINVAL;
    }
    if (pos == limit) {
        return 0; // the system's answer would depend on the state of the stream
    }
    result = recv((SOCKET) socket, memory + pos, limit - pos, 0);
    return result == SOCKET_ERROR ? netty_iocpnotify_errors_last() : result;
}

static jint netty_iocpnotify_stream_transmit(jlong socket, const char *memory, jint pos, jint limit) {
    int length;
    int result;
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

/* The memory of a direct buffer if it reaches up to limit, else NULL. */
static char *netty_iocpnotify_stream_memory(JNIEnv *env, jobject buffer, jint limit) {
    if (buffer == NULL || (*env)->GetDirectBufferCapacity(env, buffer) < limit) {
        return NULL;
    }
    return (*env)->GetDirectBufferAddress(env, buffer);
}

static jint JNICALL netty_iocpnotify_stream_recvAddress(JNIEnv *env, jclass clazz, jlong socket, jlong address,
                                                        jint pos, jint limit) {
    (void) env, (void) clazz;
    return netty_iocpnotify_stream_receive(socket, (char *) (intptr_t) address, pos, limit);
}

static jint JNICALL netty_iocpnotify_stream_recv(JNIEnv *env, jclass clazz, jlong socket, jobject buffer, jint pos,
                                                 jint limit) {
    (void) clazz;
    return netty_iocpnotify_stream_receive(socket, netty_iocpnotify_stream_memory(env, buffer, limit), pos, limit);
}

static jint JNICALL netty_iocpnotify_stream_sendAddress(JNIEnv *env, jclass clazz, jlong socket, jlong address,
                                                        jint pos, jint limit) {
    (void) env, (void) clazz;
    return netty_iocpnotify_stream_transmit(socket, (const char *) (intptr_t) address, pos, limit);
}

static jint JNICALL netty_iocpnotify_stream_send(JNIEnv *env, jclass clazz, jlong socket, jobject buffer, jint pos,
                                                 jint limit) {
    (void) clazz;
    return netty_iocpnotify_stream_transmit(socket, netty_iocpnotify_stream_memory(env, buffer, limit), pos, limit);
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
    { "recv", "(JLjava/nio/ByteBuffer;II)I", (void *) netty_iocpnotify_stream_recv },
    { "sendAddress", "(JJII)I", (void *) netty_iocpnotify_stream_sendAddress },
    { "send", "(JLjava/nio/ByteBuffer;II)I", (void *) netty_iocpnotify_stream_send },
    { "writev", "(JJI)J", (void *) netty_iocpnotify_stream_writev },
};

const netty_iocpnotify_natives netty_iocpnotify_stream_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
