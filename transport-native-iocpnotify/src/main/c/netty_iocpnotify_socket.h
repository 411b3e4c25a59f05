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
#ifndef NETTY_IOCPNOTIFY_SOCKET_H_
#define NETTY_IOCPNOTIFY_SOCKET_H_

#include <jni.h>

#include "netty_iocpnotify_provider.h"

/* The natives of Java's NativeSocket. */
jint netty_iocpnotify_socket_JNI_OnLoad(JNIEnv *env, const char *packagePrefix);
void netty_iocpnotify_socket_JNI_OnUnLoad(JNIEnv *env, const char *packagePrefix);

typedef union netty_iocpnotify_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    netty_iocpnotify_sockaddr_un un; /* room only: NativeDomain asks for the path */
} netty_iocpnotify_address;

/* bind and connect: the caller gives an address. */
typedef int(WSAAPI *netty_iocpnotify_address_setter)(SOCKET socket, const struct sockaddr *address, int length);
/* getsockname and getpeername: the caller asks for one. */
typedef int(WSAAPI *netty_iocpnotify_address_getter)(SOCKET socket, struct sockaddr *address, int *length);

/* Reads an address of Java's. Its length, or 0 if the bytes do not fit the family. */
int netty_iocpnotify_socket_decode(JNIEnv *env, jboolean ipv6, jbyteArray bytes, jint scopeId, jint port,
                                   netty_iocpnotify_address *address);
/* Writes an address for Java's SocketAddresses.decode. The length that Java finds at index 0, or a negative error. */
jint netty_iocpnotify_socket_encode(JNIEnv *env, const netty_iocpnotify_address *address, jbyteArray to);
/* As netty_iocpnotify_socket_encode, for an address that the system has put somewhere. */
jint netty_iocpnotify_socket_address(JNIEnv *env, const struct sockaddr *address, int length, jbyteArray to);

/* A new non-blocking socket that no child process inherits, or a negative error. */
jlong netty_iocpnotify_socket_new(int family, int type, int protocol);
/* As netty_iocpnotify_socket_new, for IPv4 alone or for both families. */
jlong netty_iocpnotify_socket_newInternet(jboolean ipv6, int type, int protocol);
/* Closes a socket that is not as it should be: the negative error of the call before this one. */
jlong netty_iocpnotify_socket_discard(SOCKET socket);

/* To be called once, before any socket is closed. */
void netty_iocpnotify_socket_provider(const netty_iocpnotify_provider *provider);

#endif /* NETTY_IOCPNOTIFY_SOCKET_H_ */
