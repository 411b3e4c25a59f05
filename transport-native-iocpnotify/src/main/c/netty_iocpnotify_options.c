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

#include <assert.h>
#include <stddef.h>

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeSocket"

/* Java has these numbers: IocpNotifyTcpInfo, TcpSocketOptions, UdpSocket, DomainSocket. */
static_assert(_WSAIORW(IOC_VENDOR, 39) == 0xD8000027, "SIO_TCP_INFO");
static_assert(_WSAIOW(IOC_VENDOR, 17) == 0x98000011, "SIO_TCP_INITIAL_RTO");
static_assert(_WSAIOW(IOC_VENDOR, 4) == 0x98000004, "SIO_KEEPALIVE_VALS");
static_assert(_IOR('t', 123, ULONG) == 0x4004747B, "SIO_IDEAL_SEND_BACKLOG_QUERY");
static_assert(_WSAIOW(IOC_VENDOR, 12) == 0x9800000C, "SIO_UDP_CONNRESET");
static_assert(_WSAIOW(IOC_VENDOR, 15) == 0x9800000F, "SIO_UDP_NETRESET");
static_assert(_WSAIOR(IOC_VENDOR, 256) == 0x58000100, "SIO_AF_UNIX_GETPEERPID");

/* TCP_INFO_v1, which begins with TCP_INFO_v0; not all headers have it. IocpNotifyTcpInfo reads it by these offsets. */
typedef struct {
    DWORD state, mss;
    DWORD64 connectionTimeMs;
    BOOLEAN timestampsEnabled;
    DWORD rttUs, minRttUs, bytesInFlight, cwnd, sndWnd, rcvWnd, rcvBuf;
    DWORD64 bytesOut, bytesIn;
    DWORD bytesReordered, bytesRetrans, fastRetrans, dupAcksIn, timeoutEpisodes;
    UCHAR synRetrans;
    DWORD sndLimTransRwin, sndLimTimeRwin;
    DWORD64 sndLimBytesRwin;
    DWORD sndLimTransCwnd, sndLimTimeCwnd;
    DWORD64 sndLimBytesCwnd;
    DWORD sndLimTransSnd, sndLimTimeSnd;
    DWORD64 sndLimBytesSnd;
} netty_iocpnotify_tcp_info;

#define AT(MEMBER, OFFSET) static_assert(offsetof(netty_iocpnotify_tcp_info, MEMBER) == (OFFSET), "TCP_INFO_v1")
AT(connectionTimeMs, 8);
AT(timestampsEnabled, 16);
AT(rttUs, 20);
AT(rcvBuf, 44);
AT(bytesOut, 48);
AT(bytesReordered, 64);
AT(synRetrans, 84);
AT(sndLimTransRwin, 88);
AT(sndLimBytesRwin, 96);
AT(sndLimTransCwnd, 104);
AT(sndLimBytesCwnd, 112);
AT(sndLimTransSnd, 120);
AT(sndLimBytesSnd, 128);
static_assert(sizeof(netty_iocpnotify_tcp_info) == 136, "TCP_INFO_v1");
#undef AT

static jlong JNICALL netty_iocpnotify_options_getInt(JNIEnv *env, jclass clazz, jlong socket, jint level, jint name) {
    // Some options are a byte, some four: the rest must be 0.
    DWORD value = 0;
    int length = sizeof(value);
    (void) env, (void) clazz;
    if (getsockopt((SOCKET) socket, level, name, (char *) &value, &length) == SOCKET_ERROR) {
        return netty_iocpnotify_errors_last();
    }
    return (jlong) value;
}

static jint JNICALL netty_iocpnotify_options_setInt(JNIEnv *env, jclass clazz, jlong socket, jint level, jint name,
                                                    jint value) {
    DWORD copy = (DWORD) value;
    (void) env, (void) clazz;
    return netty_iocpnotify_errors_of(setsockopt((SOCKET) socket, level, name, (const char *) &copy, sizeof(copy)));
}

static jint JNICALL netty_iocpnotify_options_getRaw(JNIEnv *env, jclass clazz, jlong socket, jint level, jint name,
                                                    jbyteArray value) {
    jbyte *bytes;
    int length;
    jint result;
    (void) clazz;
    if (value == NULL) {
        return -WSAEFAULT;
    }
    bytes = (*env)->GetByteArrayElements(env, value, NULL);
    if (bytes == NULL) {
        return -WSAENOBUFS; // with an OutOfMemoryError pending
    }
    length = (*env)->GetArrayLength(env, value);
    result = getsockopt((SOCKET) socket, level, name, (char *) bytes, &length) == SOCKET_ERROR
                 ? netty_iocpnotify_errors_last()
                 : length;
    (*env)->ReleaseByteArrayElements(env, value, bytes, 0);
    return result;
}

static jint JNICALL netty_iocpnotify_options_setRaw(JNIEnv *env, jclass clazz, jlong socket, jint level, jint name,
                                                    jbyteArray value) {
    jbyte *bytes;
    jint result;
    (void) clazz;
    if (value == NULL) {
        return -WSAEFAULT;
    }
    bytes = (*env)->GetByteArrayElements(env, value, NULL);
    if (bytes == NULL) {
        return -WSAENOBUFS; // with an OutOfMemoryError pending
    }
    result = setsockopt((SOCKET) socket, level, name, (const char *) bytes, (*env)->GetArrayLength(env, value)) ==
                     SOCKET_ERROR
                 ? netty_iocpnotify_errors_last()
                 : 0;
    (*env)->ReleaseByteArrayElements(env, value, bytes, JNI_ABORT);
    return result;
}

static jint JNICALL netty_iocpnotify_options_ioctl(JNIEnv *env, jclass clazz, jlong socket, jint code, jbyteArray in,
                                                   jbyteArray out) {
    jbyte *inBytes = NULL;
    jbyte *outBytes = NULL;
    DWORD inLength = 0;
    DWORD outLength = 0;
    DWORD written = 0;
    jint result = -WSAENOBUFS; // with an OutOfMemoryError pending
    (void) clazz;
    if (in != NULL) {
        inLength = (DWORD) (*env)->GetArrayLength(env, in);
        inBytes = (*env)->GetByteArrayElements(env, in, NULL);
        if (inBytes == NULL) {
            goto done;
        }
    }
    if (out != NULL) {
        outLength = (DWORD) (*env)->GetArrayLength(env, out);
        outBytes = (*env)->GetByteArrayElements(env, out, NULL);
        if (outBytes == NULL) {
            goto done;
        }
    }
    result = WSAIoctl((SOCKET) socket, (DWORD) code, inBytes, inLength, outBytes, outLength, &written, NULL, NULL) ==
                     SOCKET_ERROR
                 ? netty_iocpnotify_errors_last()
                 : (jint) written;
done:
    if (outBytes != NULL) {
        (*env)->ReleaseByteArrayElements(env, out, outBytes, 0);
    }
    if (inBytes != NULL) {
        (*env)->ReleaseByteArrayElements(env, in, inBytes, JNI_ABORT);
    }
    return result;
}

static const JNINativeMethod method_table[] = {
    { "getInt", "(JII)J", (void *) netty_iocpnotify_options_getInt },
    { "setInt", "(JIII)I", (void *) netty_iocpnotify_options_setInt },
    { "getRaw", "(JII[B)I", (void *) netty_iocpnotify_options_getRaw },
    { "setRaw", "(JII[B)I", (void *) netty_iocpnotify_options_setRaw },
    { "ioctl", "(JI[B[B)I", (void *) netty_iocpnotify_options_ioctl },
};

const netty_iocpnotify_natives netty_iocpnotify_options_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
