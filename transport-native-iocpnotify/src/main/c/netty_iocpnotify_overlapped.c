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
#include "netty_iocpnotify_overlapped.h"

#include <stdint.h>

#include "netty_iocpnotify_errors.h"
#include "netty_jni_util.h"

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeOverlapped"

static jint JNICALL netty_iocpnotify_overlapped_associate(JNIEnv *env, jclass clazz, jlong port, jlong handle,
                                                          jlong completionKey) {
    (void) env;
    (void) clazz;
    return CreateIoCompletionPort((HANDLE) (intptr_t) handle, (HANDLE) (intptr_t) port, (ULONG_PTR) completionKey,
                                  0) == NULL
                   ? netty_iocpnotify_errors_last()
                   : 0;
}

static jint JNICALL netty_iocpnotify_overlapped_post(JNIEnv *env, jclass clazz, jlong port, jlong completionKey,
                                                     jint bytes, jlong overlapped) {
    (void) env;
    (void) clazz;
    return PostQueuedCompletionStatus((HANDLE) (intptr_t) port, (DWORD) bytes, (ULONG_PTR) completionKey,
                                      (OVERLAPPED *) (intptr_t) overlapped)
                   ? 0
                   : netty_iocpnotify_errors_last();
}

static jint JNICALL netty_iocpnotify_overlapped_cancel(JNIEnv *env, jclass clazz, jlong handle, jlong overlapped) {
    (void) env;
    (void) clazz;
    return CancelIoEx((HANDLE) (intptr_t) handle, (OVERLAPPED *) (intptr_t) overlapped)
                   ? 0
                   : netty_iocpnotify_errors_last();
}

static jint JNICALL netty_iocpnotify_overlapped_error(JNIEnv *env, jclass clazz, jint status) {
    const netty_iocpnotify_winapi *winapi;
    (void) env;
    (void) clazz;
    if (status >= 0) {
        return 0; // as GetQueuedCompletionStatus sees it: success and information are no failures, warnings are
    }
    winapi = netty_iocpnotify_winapi_get(NULL);
    return winapi == NULL ? ERROR_GEN_FAILURE : -netty_iocpnotify_errors_result(winapi->RtlNtStatusToDosError(status));
}

static jlong JNICALL netty_iocpnotify_overlapped_result(JNIEnv *env, jclass clazz, jlong socket, jlong overlapped) {
    DWORD bytes = 0;
    DWORD flags = 0;
    (void) env;
    (void) clazz;
    return WSAGetOverlappedResult((SOCKET) socket, (OVERLAPPED *) (intptr_t) overlapped, &bytes, FALSE, &flags)
                   ? (jlong) bytes
                   : netty_iocpnotify_errors_last();
}

// JNI Method Registration Table Begin
static const JNINativeMethod method_table[] = {
    {"associate", "(JJJ)I", (void *) netty_iocpnotify_overlapped_associate},
    {"post", "(JJIJ)I", (void *) netty_iocpnotify_overlapped_post},
    {"cancel", "(JJ)I", (void *) netty_iocpnotify_overlapped_cancel},
    {"error", "(I)I", (void *) netty_iocpnotify_overlapped_error},
    {"result", "(JJ)J", (void *) netty_iocpnotify_overlapped_result},
};
static const jint method_table_size = sizeof(method_table) / sizeof(method_table[0]);
// JNI Method Registration Table End

jint netty_iocpnotify_overlapped_JNI_OnLoad(JNIEnv *env, const char *packagePrefix) {
    return netty_jni_util_register_natives(env, packagePrefix, CLASSNAME, method_table, method_table_size);
}

void netty_iocpnotify_overlapped_JNI_OnUnLoad(JNIEnv *env, const char *packagePrefix) {
    netty_jni_util_unregister_natives(env, packagePrefix, CLASSNAME);
}
