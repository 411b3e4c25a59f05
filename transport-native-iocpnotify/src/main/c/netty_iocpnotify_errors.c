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
#include "netty_iocpnotify_errors.h"
#include "netty_iocpnotify_provider.h"

#include <limits.h>

#include "netty_jni_util.h"

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeConstants"

/* In ws2ipdef.h of the Windows SDK, not in all of mingw's. */
#ifndef IPV6_TCLASS
#define IPV6_TCLASS 39
#endif
#ifndef TCP_KEEPIDLE
#define TCP_KEEPIDLE 3
#endif
#ifndef TCP_MAXRT
#define TCP_MAXRT 5
#endif
#ifndef TCP_MAXRTMS
#define TCP_MAXRTMS 14
#endif
#ifndef TCP_KEEPCNT
#define TCP_KEEPCNT 16
#endif
#ifndef TCP_KEEPINTVL
#define TCP_KEEPINTVL 17
#endif
/* In ws2def.h and mswsock.h of the Windows SDK. */
#ifndef SO_RANDOMIZE_PORT
#define SO_RANDOMIZE_PORT 0x3005
#endif
#ifndef SO_REUSE_UNICASTPORT
#define SO_REUSE_UNICASTPORT 0x3007
#endif

/* In ws2ipdef.h of SDKs for Windows 10 1607 and later. */
#ifndef TCP_FASTOPEN
#define TCP_FASTOPEN 15
#endif

/* Of a status that is not Microsoft's, and of a Win32 code that is not the system's. So no code is minus a status. */
#define NETTY_IOCPNOTIFY_CUSTOMER_BIT 0x20000000u

jint netty_iocpnotify_errors_result(DWORD code) {
    if (code > INT_MAX) {
        code = netty_iocpnotify_winapi_error((netty_iocpnotify_ntstatus) code);
    }
    if (code > INT_MAX && (code & NETTY_IOCPNOTIFY_CUSTOMER_BIT) == 0) {
        return (jint) code;
    }
    // A caller must see a failure as one, also where the system forgot to say why.
    return code == 0 || code > INT_MAX ? -ERROR_GEN_FAILURE : -(jint) code;
}

jint netty_iocpnotify_errors_last(void) {
    return netty_iocpnotify_errors_result((DWORD) WSAGetLastError());
}

#define NETTY_IOCPNOTIFY_CONSTANT(NAME, VALUE)                                         \
    static jint JNICALL netty_iocpnotify_constants_##NAME(JNIEnv *env, jclass clazz) { \
        (void) env;                                                                    \
        (void) clazz;                                                                  \
        return (jint) (VALUE);                                                         \
    }

#define NETTY_IOCPNOTIFY_CONSTANTS(X)                                                       \
    X(sizeofRegistration, sizeof(SOCK_NOTIFY_REGISTRATION))                                 \
    X(registrationSocketOffset, offsetof(SOCK_NOTIFY_REGISTRATION, socket))                 \
    X(registrationKeyOffset, offsetof(SOCK_NOTIFY_REGISTRATION, completionKey))             \
    X(registrationFilterOffset, offsetof(SOCK_NOTIFY_REGISTRATION, eventFilter))            \
    X(registrationOperationOffset, offsetof(SOCK_NOTIFY_REGISTRATION, operation))           \
    X(registrationTriggersOffset, offsetof(SOCK_NOTIFY_REGISTRATION, triggerFlags))         \
    X(registrationResultOffset, offsetof(SOCK_NOTIFY_REGISTRATION, registrationResult))     \
    X(sizeofPacket, sizeof(OVERLAPPED_ENTRY))                                               \
    X(packetKeyOffset, offsetof(OVERLAPPED_ENTRY, lpCompletionKey))                         \
    X(packetOverlappedOffset, offsetof(OVERLAPPED_ENTRY, lpOverlapped))                     \
    X(packetBytesOffset, offsetof(OVERLAPPED_ENTRY, dwNumberOfBytesTransferred))            \
    X(packetStatusOffset, offsetof(OVERLAPPED_ENTRY, Internal))                             \
    X(sizeofOverlapped, sizeof(OVERLAPPED))                                                 \
    X(sizeofWsaBuf, sizeof(WSABUF))                                                         \
    X(wsaBufLenOffset, offsetof(WSABUF, len))                                               \
    X(wsaBufPointerOffset, offsetof(WSABUF, buf))                                           \
    X(sizeofSunPath, sizeof(((netty_iocpnotify_sockaddr_un *) 0)->sun_path))                \
    X(registerEventIn, SOCK_NOTIFY_REGISTER_EVENT_IN)                                       \
    X(registerEventHangup, SOCK_NOTIFY_REGISTER_EVENT_HANGUP)                               \
    X(eventRemove, SOCK_NOTIFY_EVENT_REMOVE)                                                \
    X(opEnable, SOCK_NOTIFY_OP_ENABLE)                                                      \
    X(opEnableDirect, NETTY_IOCPNOTIFY_OP_ENABLE_DIRECT)                                    \
    X(opRemove, SOCK_NOTIFY_OP_REMOVE)                                                      \
    X(triggerOneshot, SOCK_NOTIFY_TRIGGER_ONESHOT)                                          \
    X(triggerLevel, SOCK_NOTIFY_TRIGGER_LEVEL)                                              \
    X(solSocket, SOL_SOCKET)                                                                \
    X(ipprotoTcp, IPPROTO_TCP)                                                              \
    X(ipprotoIp, IPPROTO_IP)                                                                \
    X(ipprotoIpv6, IPPROTO_IPV6)                                                            \
    X(soRcvbuf, SO_RCVBUF)                                                                  \
    X(soSndbuf, SO_SNDBUF)                                                                  \
    X(soKeepalive, SO_KEEPALIVE)                                                            \
    X(soReuseaddr, SO_REUSEADDR)                                                            \
    X(soExclusiveaddruse, SO_EXCLUSIVEADDRUSE)                                              \
    X(soError, SO_ERROR)                                                                    \
    X(soRandomizePort, SO_RANDOMIZE_PORT)                                                   \
    X(soReuseUnicastport, SO_REUSE_UNICASTPORT)                                             \
    X(tcpNodelay, TCP_NODELAY)                                                              \
    X(tcpKeepidle, TCP_KEEPIDLE)                                                            \
    X(tcpKeepintvl, TCP_KEEPINTVL)                                                          \
    X(tcpKeepcnt, TCP_KEEPCNT)                                                              \
    X(tcpMaxrt, TCP_MAXRT)                                                                  \
    X(tcpMaxrtms, TCP_MAXRTMS)                                                              \
    X(tcpFastopen, TCP_FASTOPEN)                                                            \
    X(ipTos, IP_TOS)                                                                        \
    X(ipv6Tclass, IPV6_TCLASS)                                                              \
    X(soBroadcast, SO_BROADCAST)                                                            \
    X(ipprotoUdp, IPPROTO_UDP)                                                              \
    X(ipPktinfo, IP_PKTINFO)                                                                \
    X(ipv6Pktinfo, IPV6_PKTINFO)                                                            \
    X(ipMulticastIf, IP_MULTICAST_IF)                                                       \
    X(ipMulticastTtl, IP_MULTICAST_TTL)                                                     \
    X(ipMulticastLoop, IP_MULTICAST_LOOP)                                                   \
    X(ipv6MulticastIf, IPV6_MULTICAST_IF)                                                   \
    X(ipv6MulticastHops, IPV6_MULTICAST_HOPS)                                               \
    X(ipv6MulticastLoop, IPV6_MULTICAST_LOOP)                                               \
    X(udpSendMsgSize, UDP_SEND_MSG_SIZE)                                                    \
    X(udpRecvMaxCoalescedSize, UDP_RECV_MAX_COALESCED_SIZE)                                 \
    X(wsaeacces, WSAEACCES)                                                                 \
    X(wsaeinval, WSAEINVAL)                                                                 \
    X(wsaemfile, WSAEMFILE)                                                                 \
    X(wsaewouldblock, WSAEWOULDBLOCK)                                                       \
    X(wsaeinprogress, WSAEINPROGRESS)                                                       \
    X(wsaealready, WSAEALREADY)                                                             \
    X(wsaenotsock, WSAENOTSOCK)                                                             \
    X(wsaemsgsize, WSAEMSGSIZE)                                                             \
    X(wsaenoprotoopt, WSAENOPROTOOPT)                                                       \
    X(wsaeopnotsupp, WSAEOPNOTSUPP)                                                         \
    X(wsaeafnosupport, WSAEAFNOSUPPORT)                                                     \
    X(wsaeaddrinuse, WSAEADDRINUSE)                                                         \
    X(wsaeaddrnotavail, WSAEADDRNOTAVAIL)                                                   \
    X(wsaenetdown, WSAENETDOWN)                                                             \
    X(wsaenetunreach, WSAENETUNREACH)                                                       \
    X(wsaenetreset, WSAENETRESET)                                                           \
    X(wsaeconnaborted, WSAECONNABORTED)                                                     \
    X(wsaeconnreset, WSAECONNRESET)                                                         \
    X(wsaenobufs, WSAENOBUFS)                                                               \
    X(wsaeisconn, WSAEISCONN)                                                               \
    X(wsaenotconn, WSAENOTCONN)                                                             \
    X(wsaeshutdown, WSAESHUTDOWN)                                                           \
    X(wsaetimedout, WSAETIMEDOUT)                                                           \
    X(wsaeconnrefused, WSAECONNREFUSED)                                                     \
    X(wsaehostunreach, WSAEHOSTUNREACH)                                                     \
    X(errorTooManyOpenFiles, ERROR_TOO_MANY_OPEN_FILES)                                     \
    X(errorNotEnoughMemory, ERROR_NOT_ENOUGH_MEMORY)                                        \
    X(errorNoSystemResources, ERROR_NO_SYSTEM_RESOURCES)                                    \
    X(errorWorkingSetQuota, ERROR_WORKING_SET_QUOTA)                                        \
    X(errorPagefileQuota, ERROR_PAGEFILE_QUOTA)                                             \
    X(errorCommitmentLimit, ERROR_COMMITMENT_LIMIT)                                         \
    X(errorNotEnoughQuota, ERROR_NOT_ENOUGH_QUOTA)                                          \
    X(errorNotFound, ERROR_NOT_FOUND)

NETTY_IOCPNOTIFY_CONSTANTS(NETTY_IOCPNOTIFY_CONSTANT)

static jstring JNICALL netty_iocpnotify_constants_systemMessage(JNIEnv *env, jclass clazz, jint code) {
    wchar_t text[512];
    DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, (DWORD) code, 0,
                                  text, (DWORD) (sizeof(text) / sizeof(text[0])), NULL);
    (void) clazz;
    while (length > 0 && text[length - 1] <= L' ') {
        length--; // the system ends its texts with a line end
    }
    return length == 0 ? NULL : (*env)->NewString(env, (const jchar *) text, (jsize) length);
}

// JNI Method Registration Table Begin
#define NETTY_IOCPNOTIFY_CONSTANT_ENTRY(NAME, VALUE) {#NAME, "()I", (void *) netty_iocpnotify_constants_##NAME},

static const JNINativeMethod method_table[] = {
    NETTY_IOCPNOTIFY_CONSTANTS(NETTY_IOCPNOTIFY_CONSTANT_ENTRY)
    {"systemMessage", "(I)Ljava/lang/String;", (void *) netty_iocpnotify_constants_systemMessage},
};
static const jint method_table_size = sizeof(method_table) / sizeof(method_table[0]);
// JNI Method Registration Table End

jint netty_iocpnotify_errors_JNI_OnLoad(JNIEnv *env, const char *packagePrefix) {
    return netty_jni_util_register_natives(env, packagePrefix, CLASSNAME, method_table, method_table_size);
}

void netty_iocpnotify_errors_JNI_OnUnLoad(JNIEnv *env, const char *packagePrefix) {
    netty_jni_util_unregister_natives(env, packagePrefix, CLASSNAME);
}
