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

/* Of listen: a plain number is silently limited. SOMAXCONN_HINT(n), which is -n, is taken from 200 to 65,535. */
#define NETTY_IOCPNOTIFY_MOST_PLAIN_BACKLOG 200
#define NETTY_IOCPNOTIFY_MOST_BACKLOG_HINT 65535

/* Address and port as Java wants them: length of the rest, address, for IPv6 the scope id, port; big endian. */
#define ENCODED_NONE 0
#define ENCODED_IPV4 8
#define ENCODED_IPV6 24

int netty_iocpnotify_socket_decode(JNIEnv *env, jboolean ipv6, jbyteArray bytes, jint scopeId, jint port,
                                   netty_iocpnotify_address *address) {
    jsize length = ipv6 ? 16 : 4;
    memset(address, 0, sizeof(*address));
    if (bytes == NULL || (*env)->GetArrayLength(env, bytes) != length || port < 0 || port > 0xffff) {
        return 0;
    }
    if (ipv6) {
        address->v6.sin6_family = AF_INET6;
        address->v6.sin6_port = htons((u_short) port);
        address->v6.sin6_scope_id = (ULONG) scopeId;
        (*env)->GetByteArrayRegion(env, bytes, 0, length, (jbyte *) &address->v6.sin6_addr);
        return sizeof(address->v6);
    }
    address->v4.sin_family = AF_INET;
    address->v4.sin_port = htons((u_short) port);
    (*env)->GetByteArrayRegion(env, bytes, 0, length, (jbyte *) &address->v4.sin_addr);
    return sizeof(address->v4);
}

static void netty_iocpnotify_socket_int(jbyte *to, ULONG value) {
    ULONG bigEndian = htonl(value);
    memcpy(to, &bigEndian, sizeof(bigEndian));
}

jint netty_iocpnotify_socket_encode(JNIEnv *env, const netty_iocpnotify_address *address, jbyteArray to) {
    jbyte encoded[1 + ENCODED_IPV6];
    const unsigned char *ipv4 = NULL;
    u_short port = 0;

    if (to == NULL || (*env)->GetArrayLength(env, to) < (jsize) sizeof(encoded)) {
        return -WSAEFAULT;
    }
    if (address->any.sa_family == AF_INET) {
        ipv4 = (const unsigned char *) &address->v4.sin_addr;
        port = ntohs(address->v4.sin_port);
    } else if (address->any.sa_family == AF_INET6) {
        port = ntohs(address->v6.sin6_port);
        if (IN6_IS_ADDR_V4MAPPED(&address->v6.sin6_addr)) {
            ipv4 = (const unsigned char *) &address->v6.sin6_addr + 12;
        }
    } else if (address->any.sa_family == AF_UNIX) {
        encoded[0] = ENCODED_NONE;
        (*env)->SetByteArrayRegion(env, to, 0, 1, encoded);
        return ENCODED_NONE;
    } else {
        return -WSAEAFNOSUPPORT;
    }
    if (ipv4 != NULL) {
        encoded[0] = ENCODED_IPV4;
        memcpy(encoded + 1, ipv4, 4);
        netty_iocpnotify_socket_int(encoded + 5, port);
    } else {
        encoded[0] = ENCODED_IPV6;
        memcpy(encoded + 1, &address->v6.sin6_addr, 16);
        netty_iocpnotify_socket_int(encoded + 17, address->v6.sin6_scope_id);
        netty_iocpnotify_socket_int(encoded + 21, port);
    }
    (*env)->SetByteArrayRegion(env, to, 0, 1 + encoded[0], encoded);
    return encoded[0];
}

jlong netty_iocpnotify_socket_discard(SOCKET socket) {
    jint result = netty_iocpnotify_errors_last();
    closesocket(socket);
    return result;
}

jlong netty_iocpnotify_socket_new(int family, int type, int protocol) {
    u_long nonBlocking = 1;
    SOCKET socket = WSASocketW(family, type, protocol, NULL, 0, WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    if (socket == INVALID_SOCKET) {
        return netty_iocpnotify_errors_last();
    }
    if (ioctlsocket(socket, (long) FIONBIO, &nonBlocking) == SOCKET_ERROR) {
        return netty_iocpnotify_socket_discard(socket);
    }
    return (jlong) socket;
}

jlong netty_iocpnotify_socket_newInternet(jboolean ipv6, int type, int protocol) {
    DWORD v6only = 0;
    jlong socket = netty_iocpnotify_socket_new(ipv6 ? AF_INET6 : AF_INET, type, protocol);
    // Windows makes sockets of AF_INET6 for IPv6 alone.
    if (socket >= 0 && ipv6 &&
        setsockopt((SOCKET) socket, IPPROTO_IPV6, IPV6_V6ONLY, (const char *) &v6only, sizeof(v6only)) ==
            SOCKET_ERROR) {
        return netty_iocpnotify_socket_discard((SOCKET) socket);
    }
    return socket;
}

static jlong JNICALL netty_iocpnotify_socket_newStream(JNIEnv *env, jclass clazz, jboolean ipv6) {
    (void) env, (void) clazz;
    return netty_iocpnotify_socket_newInternet(ipv6, SOCK_STREAM, IPPROTO_TCP);
}

static jint JNICALL netty_iocpnotify_socket_setBlocking(JNIEnv *env, jclass clazz, jlong socket, jboolean blocking) {
    u_long nonBlocking = !blocking;
    (void) env, (void) clazz;
    return netty_iocpnotify_errors_of(ioctlsocket((SOCKET) socket, (long) FIONBIO, &nonBlocking));
}

static jint netty_iocpnotify_socket_set(JNIEnv *env, netty_iocpnotify_address_setter set, jlong socket, jboolean ipv6,
                                        jbyteArray bytes, jint scopeId, jint port) {
    netty_iocpnotify_address address;
    int length = netty_iocpnotify_socket_decode(env, ipv6, bytes, scopeId, port, &address);
    if (length == 0) {
        return -WSAEINVAL;
    }
    return netty_iocpnotify_errors_of(set((SOCKET) socket, &address.any, length));
}

static jint JNICALL netty_iocpnotify_socket_bind(JNIEnv *env, jclass clazz, jlong socket, jboolean ipv6,
                                                 jbyteArray bytes, jint scopeId, jint port) {
    (void) clazz;
    return netty_iocpnotify_socket_set(env, bind, socket, ipv6, bytes, scopeId, port);
}

static jint JNICALL netty_iocpnotify_socket_listen(JNIEnv *env, jclass clazz, jlong socket, jint backlog) {
    (void) env, (void) clazz;
    if (backlog > NETTY_IOCPNOTIFY_MOST_PLAIN_BACKLOG && backlog != SOMAXCONN) {
        /* SOMAXCONN_HINT, which not every SDK has. */
        backlog = backlog < NETTY_IOCPNOTIFY_MOST_BACKLOG_HINT ? -backlog : -NETTY_IOCPNOTIFY_MOST_BACKLOG_HINT;
    }
    return netty_iocpnotify_errors_of(listen((SOCKET) socket, backlog));
}

static jint JNICALL netty_iocpnotify_socket_connect(JNIEnv *env, jclass clazz, jlong socket, jboolean ipv6,
                                                    jbyteArray bytes, jint scopeId, jint port) {
    (void) clazz;
    return netty_iocpnotify_socket_set(env, connect, socket, ipv6, bytes, scopeId, port);
}

static ADDRESS_FAMILY netty_iocpnotify_socket_family(SOCKET socket) {
    netty_iocpnotify_address address;
    int length = sizeof(address);
    memset(&address, 0, sizeof(address));
    return getsockname(socket, &address.any, &length) == SOCKET_ERROR ? AF_UNSPEC : address.any.sa_family;
}

static jlong JNICALL netty_iocpnotify_socket_accept(JNIEnv *env, jclass clazz, jlong listener, jbyteArray remote) {
    netty_iocpnotify_address address;
    int length = sizeof(address);
    SOCKET socket;
    jint encoded;
    (void) clazz;
    memset(&address, 0, sizeof(address));
    socket = accept((SOCKET) listener, &address.any, &length);
    if (socket == INVALID_SOCKET) {
        return netty_iocpnotify_errors_last();
    }
    // A child process that inherits the handle would keep the connection open; accept has no flag against it.
    if (!SetHandleInformation((HANDLE) socket, HANDLE_FLAG_INHERIT, 0)) {
        return netty_iocpnotify_socket_discard(socket);
    }
    // It is non-blocking because the listener is: "the same properties as socket s", as accept is documented.
    if (address.any.sa_family == AF_UNSPEC) {
        address.any.sa_family = netty_iocpnotify_socket_family((SOCKET) listener);
        // A peer of AF_UNIX without a name may come without a family, too. A TCP connection without an address was
        // reset before: Wine 10 gives one out so, where Windows gives the address.
        if (address.any.sa_family != AF_UNIX) {
            closesocket(socket);
            return -WSAECONNRESET;
        }
    }
    encoded = netty_iocpnotify_socket_encode(env, &address, remote);
    if (encoded < 0) {
        closesocket(socket);
        return encoded;
    }
    return (jlong) socket;
}

/*
 * What of SO_PROTOCOL_INFOW Java wants to know; it takes this apart. None of it makes the result look like an error.
 */
#define PROTOCOL_FAMILY_SHIFT 32
#define PROTOCOL_HANDLE ((jlong) 1 << 48) /* the number of the socket is a handle of the system */
#define PROTOCOL_DIRECT ((jlong) 1 << 49) /* a stream, and the handle is that of its base provider */

static jlong JNICALL netty_iocpnotify_socket_protocolInfo(JNIEnv *env, jclass clazz, jlong socket) {
    WSAPROTOCOL_INFOW info;
    int length = sizeof(info);
    (void) env, (void) clazz;
    memset(&info, 0, sizeof(info));
    if (getsockopt((SOCKET) socket, SOL_SOCKET, SO_PROTOCOL_INFOW, (char *) &info, &length) == SOCKET_ERROR) {
        return netty_iocpnotify_errors_last();
    }
    return (jlong) (info.iAddressFamily & 0xffff) << PROTOCOL_FAMILY_SHIFT | (jlong) (DWORD) info.iProtocol |
           ((info.dwServiceFlags1 & XP1_IFS_HANDLES) != 0 ? PROTOCOL_HANDLE : 0) |
           (info.iSocketType == SOCK_STREAM && info.ProtocolChain.ChainLen == BASE_PROTOCOL ? PROTOCOL_DIRECT : 0);
}

static jint netty_iocpnotify_socket_get(JNIEnv *env, netty_iocpnotify_address_getter get, jlong socket, jbyteArray to) {
    netty_iocpnotify_address address;
    int length = sizeof(address);
    memset(&address, 0, sizeof(address));
    if (get((SOCKET) socket, &address.any, &length) == SOCKET_ERROR) {
        return netty_iocpnotify_errors_last();
    }
    return netty_iocpnotify_socket_encode(env, &address, to);
}

static jint JNICALL netty_iocpnotify_socket_localAddress(JNIEnv *env, jclass clazz, jlong socket, jbyteArray to) {
    (void) clazz;
    return netty_iocpnotify_socket_get(env, getsockname, socket, to);
}

static jint JNICALL netty_iocpnotify_socket_remoteAddress(JNIEnv *env, jclass clazz, jlong socket, jbyteArray to) {
    (void) clazz;
    return netty_iocpnotify_socket_get(env, getpeername, socket, to);
}

static jint JNICALL netty_iocpnotify_socket_shutdownSend(JNIEnv *env, jclass clazz, jlong socket) {
    (void) env, (void) clazz;
    return netty_iocpnotify_errors_of(shutdown((SOCKET) socket, SD_SEND));
}

static jint JNICALL netty_iocpnotify_socket_close(JNIEnv *env, jclass clazz, jlong socket) {
    u_long blocking = 0;
    (void) env, (void) clazz;
    netty_iocpnotify_port_forget((SOCKET) socket);
    if (closesocket((SOCKET) socket) == 0) {
        return 0;
    }
    if (WSAGetLastError() != WSAEWOULDBLOCK) {
        return netty_iocpnotify_errors_last();
    }
    // It lingers and is non-blocking: the handle is still open. Only a blocking socket can wait as SO_LINGER wants.
    // A socket with an event, which other code may have given to it, cannot become one before the event is taken away.
    if (ioctlsocket((SOCKET) socket, (long) FIONBIO, &blocking) == SOCKET_ERROR &&
        (WSAEventSelect((SOCKET) socket, NULL, 0) == SOCKET_ERROR ||
         ioctlsocket((SOCKET) socket, (long) FIONBIO, &blocking) == SOCKET_ERROR)) {
        return netty_iocpnotify_errors_last();
    }
    return netty_iocpnotify_errors_of(closesocket((SOCKET) socket));
}

static const JNINativeMethod method_table[] = {
    { "newStream", "(Z)J", (void *) netty_iocpnotify_socket_newStream },
    { "setBlocking", "(JZ)I", (void *) netty_iocpnotify_socket_setBlocking },
    { "bind", "(JZ[BII)I", (void *) netty_iocpnotify_socket_bind },
    { "listen", "(JI)I", (void *) netty_iocpnotify_socket_listen },
    { "connect", "(JZ[BII)I", (void *) netty_iocpnotify_socket_connect },
    { "accept", "(J[B)J", (void *) netty_iocpnotify_socket_accept },
    { "protocolInfo", "(J)J", (void *) netty_iocpnotify_socket_protocolInfo },
    { "localAddress", "(J[B)I", (void *) netty_iocpnotify_socket_localAddress },
    { "remoteAddress", "(J[B)I", (void *) netty_iocpnotify_socket_remoteAddress },
    { "shutdownSend", "(J)I", (void *) netty_iocpnotify_socket_shutdownSend },
    { "close", "(J)I", (void *) netty_iocpnotify_socket_close },
};

const netty_iocpnotify_natives netty_iocpnotify_socket_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
