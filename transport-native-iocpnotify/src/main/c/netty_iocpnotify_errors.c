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

#include <limits.h>
#include <string.h>

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/Native$Constants"

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

jint netty_iocpnotify_errors_of(int result) {
    return result == SOCKET_ERROR ? netty_iocpnotify_errors_last() : 0;
}

#define SIZE(TYPE) { "sizeof(" #TYPE ")", (jint) sizeof(TYPE) }
#define OFFSET(TYPE, MEMBER) { #TYPE "." #MEMBER, (jint) offsetof(TYPE, MEMBER) }
#define VALUE(NAME) { #NAME, (jint) (NAME) }

/* What Java asks for by name. */
// clang-format off
static const struct {
    const char *name;
    jint value;
} constants[] = {
    SIZE(SOCK_NOTIFY_REGISTRATION), SIZE(OVERLAPPED_ENTRY), SIZE(OVERLAPPED), SIZE(WSABUF),
    {"sizeof(sockaddr_un.sun_path)", (jint) sizeof(((netty_iocpnotify_sockaddr_un *) 0)->sun_path)},
    OFFSET(SOCK_NOTIFY_REGISTRATION, socket), OFFSET(SOCK_NOTIFY_REGISTRATION, completionKey),
    OFFSET(SOCK_NOTIFY_REGISTRATION, eventFilter), OFFSET(SOCK_NOTIFY_REGISTRATION, operation),
    OFFSET(SOCK_NOTIFY_REGISTRATION, triggerFlags), OFFSET(SOCK_NOTIFY_REGISTRATION, registrationResult),
    OFFSET(OVERLAPPED_ENTRY, lpCompletionKey), OFFSET(OVERLAPPED_ENTRY, lpOverlapped),
    OFFSET(OVERLAPPED_ENTRY, dwNumberOfBytesTransferred), OFFSET(OVERLAPPED_ENTRY, Internal),
    OFFSET(WSABUF, len), OFFSET(WSABUF, buf),
    {"SOCK_NOTIFY_OP_ENABLE_DIRECT", NETTY_IOCPNOTIFY_OP_ENABLE_DIRECT},
    VALUE(SOCK_NOTIFY_REGISTER_EVENT_IN), VALUE(SOCK_NOTIFY_REGISTER_EVENT_HANGUP),
    VALUE(SOCK_NOTIFY_EVENT_REMOVE), VALUE(SOCK_NOTIFY_OP_ENABLE), VALUE(SOCK_NOTIFY_OP_REMOVE),
    VALUE(SOCK_NOTIFY_TRIGGER_ONESHOT), VALUE(SOCK_NOTIFY_TRIGGER_LEVEL),
    VALUE(SOL_SOCKET), VALUE(IPPROTO_TCP), VALUE(IPPROTO_IP), VALUE(IPPROTO_IPV6), VALUE(SO_RCVBUF),
    VALUE(SO_SNDBUF), VALUE(SO_KEEPALIVE), VALUE(SO_REUSEADDR), VALUE(SO_EXCLUSIVEADDRUSE), VALUE(SO_ERROR),
    VALUE(SO_LINGER),
    VALUE(SO_RANDOMIZE_PORT), VALUE(SO_REUSE_UNICASTPORT), VALUE(TCP_NODELAY), VALUE(TCP_KEEPIDLE),
    VALUE(TCP_KEEPINTVL), VALUE(TCP_KEEPCNT), VALUE(TCP_MAXRT), VALUE(TCP_MAXRTMS), VALUE(TCP_FASTOPEN),
    VALUE(IP_TOS), VALUE(IPV6_TCLASS), VALUE(SO_BROADCAST), VALUE(IPPROTO_UDP), VALUE(IP_PKTINFO),
    VALUE(IPV6_PKTINFO), VALUE(IP_MULTICAST_IF), VALUE(IP_MULTICAST_TTL), VALUE(IP_MULTICAST_LOOP),
    VALUE(IPV6_MULTICAST_IF), VALUE(IPV6_MULTICAST_HOPS), VALUE(IPV6_MULTICAST_LOOP), VALUE(UDP_SEND_MSG_SIZE),
    VALUE(UDP_RECV_MAX_COALESCED_SIZE),
    VALUE(WSAEACCES), VALUE(WSAEINVAL), VALUE(WSAEMFILE), VALUE(WSAEWOULDBLOCK), VALUE(WSAEINPROGRESS),
    VALUE(WSAEALREADY), VALUE(WSAENOTSOCK), VALUE(WSAEMSGSIZE), VALUE(WSAENOPROTOOPT), VALUE(WSAEOPNOTSUPP),
    VALUE(WSAEAFNOSUPPORT), VALUE(WSAEADDRINUSE), VALUE(WSAEADDRNOTAVAIL), VALUE(WSAENETDOWN),
    VALUE(WSAENETUNREACH), VALUE(WSAENETRESET), VALUE(WSAECONNABORTED), VALUE(WSAECONNRESET), VALUE(WSAENOBUFS),
    VALUE(WSAEISCONN), VALUE(WSAENOTCONN), VALUE(WSAESHUTDOWN), VALUE(WSAETIMEDOUT), VALUE(WSAECONNREFUSED),
    VALUE(WSAEHOSTUNREACH), VALUE(ERROR_TOO_MANY_OPEN_FILES), VALUE(ERROR_NOT_ENOUGH_MEMORY),
    VALUE(ERROR_NO_SYSTEM_RESOURCES), VALUE(ERROR_WORKING_SET_QUOTA), VALUE(ERROR_PAGEFILE_QUOTA),
    VALUE(ERROR_COMMITMENT_LIMIT), VALUE(ERROR_NOT_ENOUGH_QUOTA), VALUE(ERROR_NOT_FOUND),
};
// clang-format on

static jint JNICALL netty_iocpnotify_constants_of(JNIEnv *env, jclass clazz, jstring name) {
    const char *chars = (*env)->GetStringUTFChars(env, name, NULL);
    jint value = INT_MIN; // none of the constants
    size_t i;
    (void) clazz;
    for (i = 0; chars != NULL && i < sizeof(constants) / sizeof(constants[0]); i++) {
        if (strcmp(constants[i].name, chars) == 0) {
            value = constants[i].value;
        }
    }
    if (chars != NULL) {
        (*env)->ReleaseStringUTFChars(env, name, chars);
    }
    return value;
}

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

static const JNINativeMethod method_table[] = {
    { "find", "(Ljava/lang/String;)I", (void *) netty_iocpnotify_constants_of },
    { "systemMessage", "(I)Ljava/lang/String;", (void *) netty_iocpnotify_constants_systemMessage },
};

const netty_iocpnotify_natives netty_iocpnotify_errors_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
