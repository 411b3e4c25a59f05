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
#ifndef NETTY_IOCPNOTIFY_NATIVES_H_
#define NETTY_IOCPNOTIFY_NATIVES_H_

/* What the files of the JNI library know of each other. */

#include <jni.h>

#include "netty_iocpnotify_provider.h"

/* The natives of one file. They belong to a class of Java, which may have those of several files. */
typedef struct netty_iocpnotify_natives {
    const char *className;
    const JNINativeMethod *methods;
    jint count;
} netty_iocpnotify_natives;

#define NETTY_IOCPNOTIFY_NATIVES(CLASS, METHODS) { CLASS, METHODS, (jint) (sizeof(METHODS) / sizeof((METHODS)[0])) }

extern const netty_iocpnotify_natives netty_iocpnotify_errors_natives;
extern const netty_iocpnotify_natives netty_iocpnotify_port_natives;
extern const netty_iocpnotify_natives netty_iocpnotify_socket_natives;
extern const netty_iocpnotify_natives netty_iocpnotify_options_natives;
extern const netty_iocpnotify_natives netty_iocpnotify_stream_natives;
extern const netty_iocpnotify_natives netty_iocpnotify_datagram_natives;
extern const netty_iocpnotify_natives netty_iocpnotify_multicast_natives;
extern const netty_iocpnotify_natives netty_iocpnotify_domain_natives;
extern const netty_iocpnotify_natives netty_iocpnotify_overlapped_natives;
extern const netty_iocpnotify_natives netty_iocpnotify_transmit_natives;

/*
 * What a native returns for a failure, always negative: the negative code. Where the system has answered with an
 * NTSTATUS, that of its Win32 code; a status that has none is returned as it is. Java's Errors tells it from a code.
 */
jint netty_iocpnotify_errors_result(DWORD code);
/* The same for the failure of the Winsock call just made, or of the Win32 call: both keep their code in one place. */
jint netty_iocpnotify_errors_last(void);
/* 0, or the same, for what a Winsock call has returned that moves nothing. */
jint netty_iocpnotify_errors_of(int result);

typedef union netty_iocpnotify_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    netty_iocpnotify_sockaddr_un un;
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

/* A new non-blocking socket that no child process inherits, or a negative error. */
jlong netty_iocpnotify_socket_new(int family, int type, int protocol);
/* As netty_iocpnotify_socket_new, for IPv4 alone or for both families. */
jlong netty_iocpnotify_socket_newInternet(jboolean ipv6, int type, int protocol);
/* Closes a socket that nobody has seen yet: the negative error of the call before this one. */
jlong netty_iocpnotify_socket_discard(SOCKET socket);

/* To be called before a socket is closed: the provider forgets it. */
void netty_iocpnotify_port_forget(SOCKET socket);

/* What the library holds when it is unloaded. */
void netty_iocpnotify_port_release(void);
void netty_iocpnotify_transmit_release(JNIEnv *env);

#endif /* NETTY_IOCPNOTIFY_NATIVES_H_ */
