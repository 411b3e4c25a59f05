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

#include <string.h>

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeSocket"

static jlong JNICALL netty_iocpnotify_domain_newDomain(JNIEnv *env, jclass clazz) {
    (void) env, (void) clazz;
    return netty_iocpnotify_socket_new(AF_UNIX, SOCK_STREAM, 0);
}

/* Whether the path, and the NUL that must end it, fit. */
static int netty_iocpnotify_domain_decode(JNIEnv *env, jbyteArray path, netty_iocpnotify_address *address) {
    jsize length = path == NULL ? 0 : (*env)->GetArrayLength(env, path);
    memset(address, 0, sizeof(*address));
    address->un.sun_family = AF_UNIX;
    if (length == 0 || (size_t) length >= sizeof(address->un.sun_path)) {
        return 0;
    }
    (*env)->GetByteArrayRegion(env, path, 0, length, (jbyte *) address->un.sun_path);
    return 1;
}

static jint netty_iocpnotify_domain_set(JNIEnv *env, netty_iocpnotify_address_setter set, jlong socket,
                                        jbyteArray path) {
    netty_iocpnotify_address address;
    if (!netty_iocpnotify_domain_decode(env, path, &address)) {
        return -WSAEINVAL;
    }
    return netty_iocpnotify_errors_of(set((SOCKET) socket, &address.any, sizeof(address.un)));
}

static jint JNICALL netty_iocpnotify_domain_bindPath(JNIEnv *env, jclass clazz, jlong socket, jbyteArray path) {
    (void) clazz;
    return netty_iocpnotify_domain_set(env, bind, socket, path);
}

static jint JNICALL netty_iocpnotify_domain_connectPath(JNIEnv *env, jclass clazz, jlong socket, jbyteArray path) {
    (void) clazz;
    return netty_iocpnotify_domain_set(env, connect, socket, path);
}

/* The length of the path without its NUL: 0 of a socket without a name, for which the system writes the family alone. */
static jint netty_iocpnotify_domain_encode(JNIEnv *env, const netty_iocpnotify_address *address, jbyteArray to) {
    const char *path = address->un.sun_path;
    const char *end = memchr(path, 0, sizeof(address->un.sun_path));
    jsize length = (jsize) (end == NULL ? sizeof(address->un.sun_path) : (size_t) (end - path));
    if (to == NULL || (*env)->GetArrayLength(env, to) < length) {
        return -WSAEFAULT;
    }
    (*env)->SetByteArrayRegion(env, to, 0, length, (const jbyte *) path);
    return length;
}

static jint netty_iocpnotify_domain_get(JNIEnv *env, netty_iocpnotify_address_getter get, jlong socket, jbyteArray to) {
    netty_iocpnotify_address address;
    int length = sizeof(address);
    memset(&address, 0, sizeof(address));
    if (get((SOCKET) socket, &address.any, &length) == SOCKET_ERROR) {
        return netty_iocpnotify_errors_last();
    }
    return netty_iocpnotify_domain_encode(env, &address, to);
}

static jint JNICALL netty_iocpnotify_domain_localPath(JNIEnv *env, jclass clazz, jlong socket, jbyteArray to) {
    (void) clazz;
    return netty_iocpnotify_domain_get(env, getsockname, socket, to);
}

static jint JNICALL netty_iocpnotify_domain_remotePath(JNIEnv *env, jclass clazz, jlong socket, jbyteArray to) {
    (void) clazz;
    return netty_iocpnotify_domain_get(env, getpeername, socket, to);
}

static const JNINativeMethod method_table[] = {
    { "newDomain", "()J", (void *) netty_iocpnotify_domain_newDomain },
    { "bindPath", "(J[B)I", (void *) netty_iocpnotify_domain_bindPath },
    { "connectPath", "(J[B)I", (void *) netty_iocpnotify_domain_connectPath },
    { "localPath", "(J[B)I", (void *) netty_iocpnotify_domain_localPath },
    { "remotePath", "(J[B)I", (void *) netty_iocpnotify_domain_remotePath },
};

const netty_iocpnotify_natives netty_iocpnotify_domain_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
