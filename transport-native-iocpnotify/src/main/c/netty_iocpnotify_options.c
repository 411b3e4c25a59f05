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

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeSocket"

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
