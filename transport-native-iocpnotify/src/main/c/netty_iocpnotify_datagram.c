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

#include "netty_iocpnotify_control.h"

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeSocket"

/* What receive adds to the length; Java's UdpSocket takes it apart. */
#define TRUNCATED_BIT 32
#define SEGMENT_SIZE_SHIFT 33

/* What the system leaves if it does not say how many bytes it has received. */
#define NOT_SAID MAXDWORD

/* More than the control messages that this transport asks for, because users may ask for others by raw options. */
typedef union netty_iocpnotify_control {
    WSACMSGHDR alignment;
    char bytes[256];
} netty_iocpnotify_control;

static_assert(sizeof(netty_iocpnotify_control) >= WSA_CMSG_SPACE(sizeof(IN_PKTINFO)) +
                                                      WSA_CMSG_SPACE(sizeof(IN6_PKTINFO)) +
                                                      WSA_CMSG_SPACE(sizeof(DWORD)),
              "control messages");

/*
 * Found when the first socket wants them; whichever thread writes them last writes the same.
 */
static LPFN_WSARECVMSG recvMsg = NULL;
static LPFN_WSASENDMSG sendMsg = NULL;

static jint netty_iocpnotify_datagram_findBoth(SOCKET socket) {
    static const GUID recvId = WSAID_WSARECVMSG;
    static const GUID sendId = WSAID_WSASENDMSG;
    LPFN_WSARECVMSG recv = NULL;
    LPFN_WSASENDMSG send = NULL;
    DWORD code;
    if (recvMsg != NULL && sendMsg != NULL) {
        return 0;
    }
    if ((code = netty_iocpnotify_winapi_extension(socket, &recvId, &recv, sizeof(recv))) != 0 ||
        (code = netty_iocpnotify_winapi_extension(socket, &sendId, &send, sizeof(send))) != 0) {
        return netty_iocpnotify_errors_result(code);
    }
    recvMsg = recv;
    sendMsg = send;
    return 0;
}

static jlong JNICALL netty_iocpnotify_datagram_newDatagram(JNIEnv *env, jclass clazz, jboolean ipv6) {
    (void) env, (void) clazz;
    return netty_iocpnotify_socket_newInternet(ipv6, SOCK_DGRAM, IPPROTO_UDP);
}

/* Reads the control messages: the recipient, an address without a port, unless "to" is NULL; the segment size. */
static jint netty_iocpnotify_datagram_control(JNIEnv *env, const WSABUF *control, jbyteArray to, DWORD *segmentSize) {
    const WSACMSGHDR *header;
    size_t offset = 0;
    jint result = 0;
    while ((header = netty_iocpnotify_control_next(control, &offset)) != NULL) {
        netty_iocpnotify_address address;
        IN_PKTINFO v4;
        IN6_PKTINFO v6;
        memset(&address, 0, sizeof(address));
        if (header->cmsg_level == IPPROTO_UDP && header->cmsg_type == UDP_COALESCED_INFO) {
            netty_iocpnotify_control_copy(header, segmentSize, sizeof(*segmentSize));
        } else if (to != NULL && header->cmsg_level == IPPROTO_IP && header->cmsg_type == IP_PKTINFO &&
                   netty_iocpnotify_control_copy(header, &v4, sizeof(v4))) {
            address.v4.sin_family = AF_INET;
            address.v4.sin_addr = v4.ipi_addr;
            result = netty_iocpnotify_socket_encode(env, &address, to);
        } else if (to != NULL && header->cmsg_level == IPPROTO_IPV6 && header->cmsg_type == IPV6_PKTINFO &&
                   netty_iocpnotify_control_copy(header, &v6, sizeof(v6))) {
            address.v6.sin6_family = AF_INET6;
            address.v6.sin6_addr = v6.ipi6_addr;
            // Other addresses need no interface to be told apart, and would compare as unequal with one.
            address.v6.sin6_scope_id = IN6_IS_ADDR_LINKLOCAL(&v6.ipi6_addr) ? v6.ipi6_ifindex : 0;
            result = netty_iocpnotify_socket_encode(env, &address, to);
        }
    }
    return result;
}

static jlong JNICALL netty_iocpnotify_datagram_receive(JNIEnv *env, jclass clazz, jlong socket, jlong memory,
                                                       jint length, jbyteArray sender, jbyteArray recipient) {
    static const jbyte none = 0;
    netty_iocpnotify_control control;
    netty_iocpnotify_address address;
    WSABUF buffer;
    WSAMSG message;
    DWORD received = NOT_SAID;
    DWORD segmentSize = 0;
    jlong truncated = 0;
    jint result = netty_iocpnotify_datagram_findBoth((SOCKET) socket);
    (void) clazz;
    if (result < 0) {
        return result;
    }
    if (memory == 0 || length < 0) {
        return -WSAEINVAL;
    }
    buffer.buf = (char *) (intptr_t) memory;
    buffer.len = (ULONG) length;
    memset(&address, 0, sizeof(address));
    memset(&message, 0, sizeof(message));
    message.name = &address.any;
    message.namelen = sizeof(address);
    message.lpBuffers = &buffer;
    message.dwBufferCount = 1;
    // Whether the system sets the length when it cuts the datagram is not documented. What it leaves must be no message.
    memset(&control, 0, sizeof(control));
    message.Control.buf = control.bytes;
    message.Control.len = sizeof(control);

    if (recvMsg((SOCKET) socket, &message, &received, NULL, NULL) == SOCKET_ERROR) {
        result = netty_iocpnotify_errors_last();
        if (result != -WSAEMSGSIZE) {
            return result;
        }
        // Wine sets no MSG_TRUNC. Too little room for the control messages alone is no loss if the length is known.
        if ((message.dwFlags & (MSG_TRUNC | MSG_CTRUNC)) != MSG_CTRUNC) {
            received = (DWORD) length;
            truncated = 1;
        }
    } else if (message.dwFlags & MSG_TRUNC) {
        truncated = 1;
    }

    (*env)->SetByteArrayRegion(env, sender, 0, 1, &none);
    if (recipient != NULL) {
        (*env)->SetByteArrayRegion(env, recipient, 0, 1, &none);
    }
    if (address.any.sa_family != AF_UNSPEC && (result = netty_iocpnotify_socket_encode(env, &address, sender)) < 0) {
        return result;
    }
    if (received > (DWORD) length) {
        // It is documented for a success only. Wine does not say it here, and a guess would be another datagram.
        return -WSAEMSGSIZE;
    }
    if (message.Control.len > sizeof(control)) {
        message.Control.len = sizeof(control);
    }
    if ((result = netty_iocpnotify_datagram_control(env, &message.Control, recipient, &segmentSize)) < 0) {
        return result;
    }
    return (jlong) received | truncated << TRUNCATED_BIT | (jlong) (segmentSize & 0xffff) << SEGMENT_SIZE_SHIFT;
}

static jint JNICALL netty_iocpnotify_datagram_send(JNIEnv *env, jclass clazz, jlong socket, jlong buffers, jint count,
                                                   jboolean ipv6, jbyteArray bytes, jint scopeId, jint port,
                                                   jint segmentSize) {
    netty_iocpnotify_control control;
    netty_iocpnotify_address address;
    char nothing = 0;
    WSABUF empty = { 0, &nothing };
    WSAMSG message;
    DWORD sent = 0;
    jint result = netty_iocpnotify_datagram_findBoth((SOCKET) socket);
    (void) clazz;
    if (result < 0) {
        return result;
    }
    if (buffers == 0 || count < 0 || segmentSize < 0) {
        return -WSAEINVAL;
    }
    memset(&message, 0, sizeof(message));
    if (bytes != NULL) {
        message.namelen = netty_iocpnotify_socket_decode(env, ipv6, bytes, scopeId, port, &address);
        if (message.namelen == 0) {
            return -WSAEINVAL;
        }
        message.name = &address.any;
    }
    message.lpBuffers = count == 0 ? &empty : (WSABUF *) (intptr_t) buffers;
    message.dwBufferCount = count == 0 ? 1 : (DWORD) count;
    if (segmentSize > 0) {
        DWORD size = (DWORD) segmentSize;
        WSACMSGHDR *header;
        memset(&control, 0, sizeof(control));
        message.Control.buf = control.bytes;
        message.Control.len = WSA_CMSG_SPACE(sizeof(size));
        header = WSA_CMSG_FIRSTHDR(&message);
        header->cmsg_len = WSA_CMSG_LEN(sizeof(size));
        header->cmsg_level = IPPROTO_UDP;
        header->cmsg_type = UDP_SEND_MSG_SIZE;
        memcpy(WSA_CMSG_DATA(header), &size, sizeof(size));
    }
    return sendMsg((SOCKET) socket, &message, 0, &sent, NULL, NULL) == SOCKET_ERROR ? netty_iocpnotify_errors_last()
                                                                                    : 0;
}

static const JNINativeMethod method_table[] = {
    { "newDatagram", "(Z)J", (void *) netty_iocpnotify_datagram_newDatagram },
    { "receiveDatagram", "(JJI[B[B)J", (void *) netty_iocpnotify_datagram_receive },
    { "sendDatagram", "(JJIZ[BIII)I", (void *) netty_iocpnotify_datagram_send },
};

const netty_iocpnotify_natives netty_iocpnotify_datagram_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
