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
#include "netty_iocpnotify_tcp.h"

#include <assert.h>
#include <stddef.h>

#include <winsock2.h>
#include <windows.h>

#include "netty_iocpnotify_errors.h"
#include "netty_jni_util.h"

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeTcp"

/*
 * mstcpip.h and ws2tcpip.h have these only for the newest systems that a program may say it is for, and some SDKs not
 * at all. So the few codes and structures are our own, under the names of the members there.
 */
#define NETTY_IOCPNOTIFY_SIO_KEEPALIVE_VALS _WSAIOW(IOC_VENDOR, 4)
#define NETTY_IOCPNOTIFY_SIO_TCP_INITIAL_RTO _WSAIOW(IOC_VENDOR, 17)
#define NETTY_IOCPNOTIFY_SIO_TCP_INFO _WSAIORW(IOC_VENDOR, 39)
#define NETTY_IOCPNOTIFY_SIO_IDEAL_SEND_BACKLOG_QUERY _IOR('t', 123, ULONG)

/* struct tcp_keepalive */
typedef struct netty_iocpnotify_keep_alive {
    ULONG onoff;
    ULONG keepalivetime;
    ULONG keepaliveinterval;
} netty_iocpnotify_keep_alive;

static_assert(sizeof(netty_iocpnotify_keep_alive) == 12, "tcp_keepalive");

/* TCP_INITIAL_RTO_PARAMETERS */
typedef struct netty_iocpnotify_rto {
    USHORT Rtt;
    UCHAR MaxSynRetransmissions;
} netty_iocpnotify_rto;

#define NETTY_IOCPNOTIFY_RTT_UNSPECIFIED 0xffff
#define NETTY_IOCPNOTIFY_SYN_UNSPECIFIED 0xff
#define NETTY_IOCPNOTIFY_SYN_NONE 0xfe /* since Windows 10 1709; 0 is the system's default */

static_assert(sizeof(netty_iocpnotify_rto) == 4, "TCP_INITIAL_RTO_PARAMETERS");

/* TCP_INFO_v0 up to and with SynRetrans, TCP_INFO_v1 as a whole. */
typedef struct netty_iocpnotify_tcp_info {
    DWORD State;
    DWORD Mss;
    DWORD64 ConnectionTimeMs;
    BYTE TimestampsEnabled;
    DWORD RttUs;
    DWORD MinRttUs;
    DWORD BytesInFlight;
    DWORD Cwnd;
    DWORD SndWnd;
    DWORD RcvWnd;
    DWORD RcvBuf;
    DWORD64 BytesOut;
    DWORD64 BytesIn;
    DWORD BytesReordered;
    DWORD BytesRetrans;
    DWORD FastRetrans;
    DWORD DupAcksIn;
    DWORD TimeoutEpisodes;
    BYTE SynRetrans;
    DWORD SndLimTransRwin;
    DWORD SndLimTimeRwin;
    DWORD64 SndLimBytesRwin;
    DWORD SndLimTransCwnd;
    DWORD SndLimTimeCwnd;
    DWORD64 SndLimBytesCwnd;
    DWORD SndLimTransSnd;
    DWORD SndLimTimeSnd;
    DWORD64 SndLimBytesSnd;
} netty_iocpnotify_tcp_info;

#define SIZEOF_TCP_INFO_V0 offsetof(netty_iocpnotify_tcp_info, SndLimTransRwin)

static_assert(SIZEOF_TCP_INFO_V0 == 88, "TCP_INFO_v0");
static_assert(sizeof(netty_iocpnotify_tcp_info) == 136, "TCP_INFO_v1");

/* Name in Java, member, its documented offset. */
#define NETTY_IOCPNOTIFY_TCP_INFO_MEMBERS(X) \
    X(state, State, 0)                             \
    X(mss, Mss, 4)                                 \
    X(connectionTimeMs, ConnectionTimeMs, 8)       \
    X(timestampsEnabled, TimestampsEnabled, 16)    \
    X(rttUs, RttUs, 20)                            \
    X(minRttUs, MinRttUs, 24)                      \
    X(bytesInFlight, BytesInFlight, 28)            \
    X(cwnd, Cwnd, 32)                              \
    X(sndWnd, SndWnd, 36)                          \
    X(rcvWnd, RcvWnd, 40)                          \
    X(rcvBuf, RcvBuf, 44)                          \
    X(bytesOut, BytesOut, 48)                      \
    X(bytesIn, BytesIn, 56)                        \
    X(bytesReordered, BytesReordered, 64)          \
    X(bytesRetrans, BytesRetrans, 68)              \
    X(fastRetrans, FastRetrans, 72)                \
    X(dupAcksIn, DupAcksIn, 76)                    \
    X(timeoutEpisodes, TimeoutEpisodes, 80)        \
    X(synRetrans, SynRetrans, 84)                  \
    X(sndLimTransRwin, SndLimTransRwin, 88)        \
    X(sndLimTimeRwin, SndLimTimeRwin, 92)          \
    X(sndLimBytesRwin, SndLimBytesRwin, 96)        \
    X(sndLimTransCwnd, SndLimTransCwnd, 104)       \
    X(sndLimTimeCwnd, SndLimTimeCwnd, 108)         \
    X(sndLimBytesCwnd, SndLimBytesCwnd, 112)       \
    X(sndLimTransSnd, SndLimTransSnd, 120)         \
    X(sndLimTimeSnd, SndLimTimeSnd, 124)           \
    X(sndLimBytesSnd, SndLimBytesSnd, 128)

#define NETTY_IOCPNOTIFY_TCP_INFO_OFFSET(NAME, MEMBER, OFFSET)                                       \
    static_assert(offsetof(netty_iocpnotify_tcp_info, MEMBER) == (OFFSET), "TCP_INFO_v1." #MEMBER);  \
    static jint JNICALL netty_iocpnotify_tcp_info_##NAME(JNIEnv *env, jclass clazz) {                \
        (void) env;                                                                                  \
        (void) clazz;                                                                                \
        return (jint) offsetof(netty_iocpnotify_tcp_info, MEMBER);                                   \
    }

NETTY_IOCPNOTIFY_TCP_INFO_MEMBERS(NETTY_IOCPNOTIFY_TCP_INFO_OFFSET)

static jint JNICALL netty_iocpnotify_tcp_sizeofInfo(JNIEnv *env, jclass clazz) {
    (void) env;
    (void) clazz;
    return (jint) sizeof(netty_iocpnotify_tcp_info);
}

static jint JNICALL netty_iocpnotify_tcp_getInfo(JNIEnv *env, jclass clazz, jlong socket, jint version,
                                                jbyteArray to) {
    netty_iocpnotify_tcp_info info;
    DWORD wanted = (DWORD) version;
    DWORD size = version == 0 ? (DWORD) SIZEOF_TCP_INFO_V0 : (DWORD) sizeof(info);
    DWORD written = 0;
    (void) clazz;
    if (to == NULL || (*env)->GetArrayLength(env, to) < (jsize) sizeof(info)) {
        return -WSAEFAULT;
    }
    if (WSAIoctl((SOCKET) socket, NETTY_IOCPNOTIFY_SIO_TCP_INFO, &wanted, sizeof(wanted), &info, size, &written, NULL,
                 NULL) == SOCKET_ERROR) {
        return netty_iocpnotify_errors_last();
    }
    if (written > size) {
        return -WSAEFAULT;
    }
    (*env)->SetByteArrayRegion(env, to, 0, (jsize) written, (const jbyte *) &info);
    return (jint) written;
}

static jint netty_iocpnotify_tcp_set(jlong socket, DWORD code, void *value, DWORD size) {
    DWORD written = 0;
    return WSAIoctl((SOCKET) socket, code, value, size, NULL, 0, &written, NULL, NULL) == SOCKET_ERROR
                   ? netty_iocpnotify_errors_last()
                   : 0;
}

static jint JNICALL netty_iocpnotify_tcp_setKeepAliveTimes(JNIEnv *env, jclass clazz, jlong socket, jlong idleMillis,
                                                           jlong intervalMillis) {
    netty_iocpnotify_keep_alive values;
    (void) env;
    (void) clazz;
    values.onoff = 1;
    values.keepalivetime = (ULONG) idleMillis;
    values.keepaliveinterval = (ULONG) intervalMillis;
    return netty_iocpnotify_tcp_set(socket, NETTY_IOCPNOTIFY_SIO_KEEPALIVE_VALS, &values, sizeof(values));
}

static jint JNICALL netty_iocpnotify_tcp_setInitialRto(JNIEnv *env, jclass clazz, jlong socket, jint rttMillis,
                                                       jint synRetransmissions) {
    netty_iocpnotify_rto rto = {0, 0};
    (void) env;
    (void) clazz;
    rto.Rtt = rttMillis < 0 ? NETTY_IOCPNOTIFY_RTT_UNSPECIFIED : (USHORT) rttMillis;
    rto.MaxSynRetransmissions = synRetransmissions < 0    ? NETTY_IOCPNOTIFY_SYN_UNSPECIFIED
                                : synRetransmissions == 0 ? NETTY_IOCPNOTIFY_SYN_NONE
                                                          : (UCHAR) synRetransmissions;
    return netty_iocpnotify_tcp_set(socket, NETTY_IOCPNOTIFY_SIO_TCP_INITIAL_RTO, &rto, sizeof(rto));
}

static jlong JNICALL netty_iocpnotify_tcp_idealSendBacklog(JNIEnv *env, jclass clazz, jlong socket) {
    ULONG backlog = 0;
    DWORD written = 0;
    (void) env;
    (void) clazz;
    return WSAIoctl((SOCKET) socket, NETTY_IOCPNOTIFY_SIO_IDEAL_SEND_BACKLOG_QUERY, NULL, 0, &backlog, sizeof(backlog),
                    &written, NULL, NULL) == SOCKET_ERROR
                   ? (jlong) netty_iocpnotify_errors_last()
                   : (jlong) backlog;
}

// JNI Method Registration Table Begin
#define NETTY_IOCPNOTIFY_TCP_INFO_ENTRY(NAME, MEMBER, OFFSET) {#NAME, "()I", (void *) netty_iocpnotify_tcp_info_##NAME},

static const JNINativeMethod method_table[] = {
    NETTY_IOCPNOTIFY_TCP_INFO_MEMBERS(NETTY_IOCPNOTIFY_TCP_INFO_ENTRY)
    {"sizeofInfo", "()I", (void *) netty_iocpnotify_tcp_sizeofInfo},
    {"info", "(JI[B)I", (void *) netty_iocpnotify_tcp_getInfo},
    {"setKeepAliveTimes", "(JJJ)I", (void *) netty_iocpnotify_tcp_setKeepAliveTimes},
    {"setInitialRto", "(JII)I", (void *) netty_iocpnotify_tcp_setInitialRto},
    {"idealSendBacklog", "(J)J", (void *) netty_iocpnotify_tcp_idealSendBacklog},
};
static const jint method_table_size = sizeof(method_table) / sizeof(method_table[0]);
// JNI Method Registration Table End

jint netty_iocpnotify_tcp_JNI_OnLoad(JNIEnv *env, const char *packagePrefix) {
    return netty_jni_util_register_natives(env, packagePrefix, CLASSNAME, method_table, method_table_size);
}

void netty_iocpnotify_tcp_JNI_OnUnLoad(JNIEnv *env, const char *packagePrefix) {
    netty_jni_util_unregister_natives(env, packagePrefix, CLASSNAME);
}
