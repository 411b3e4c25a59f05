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
#include <stdint.h>

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativePort"

/* 15.625 ms, in units of 100 ns. */
#define USUAL_TICK 156250

// All are written by choose() and check() only, which Java calls while its class Native is being initialised. That
// initialisation orders them before every other use.
static const netty_iocpnotify_provider *provider = NULL;
static const char *missing = NULL;
static netty_iocpnotify_check checked;

static void netty_iocpnotify_port_setProvider(const netty_iocpnotify_provider *chosen) {
    if (provider != NULL && provider->unload != NULL) {
        provider->unload();
    }
    provider = chosen;
}

static jint JNICALL netty_iocpnotify_port_choose(JNIEnv *env, jclass clazz, jstring name) {
    const netty_iocpnotify_provider *chosen = NULL;
    const char *chars;
    DWORD code;
    (void) clazz;
    missing = NULL;
    netty_iocpnotify_port_setProvider(NULL);
    if (name == NULL) {
        return 0;
    }
    chars = (*env)->GetStringUTFChars(env, name, NULL);
    if (chars == NULL) {
        return -ERROR_NOT_ENOUGH_MEMORY;
    }
    code = netty_iocpnotify_provider_choose(chars, &chosen, &missing);
    (*env)->ReleaseStringUTFChars(env, name, chars);
    if (code != 0) {
        return netty_iocpnotify_errors_result(code);
    }
    netty_iocpnotify_port_setProvider(chosen);
    return 0;
}

static jint JNICALL netty_iocpnotify_port_tryProvider(JNIEnv *env, jclass clazz) {
    jint result;
    (void) env, (void) clazz;
    missing = NULL;
    if (provider == NULL) {
        return -ERROR_NOT_READY;
    }
    netty_iocpnotify_provider_check(provider, &checked);
    if (checked.code == 0) {
        return 0;
    }
    missing = checked.words;
    result = netty_iocpnotify_errors_result(checked.code);
    return checked.tried ? result : -result;
}

static jstring JNICALL netty_iocpnotify_port_name(JNIEnv *env, jclass clazz) {
    (void) clazz;
    return provider == NULL ? NULL : (*env)->NewStringUTF(env, provider->name);
}

static jstring JNICALL netty_iocpnotify_port_missing(JNIEnv *env, jclass clazz) {
    (void) clazz;
    return missing == NULL ? NULL : (*env)->NewStringUTF(env, missing);
}

void netty_iocpnotify_port_release(void) {
    netty_iocpnotify_port_setProvider(NULL);
    missing = NULL;
}

void netty_iocpnotify_port_forget(SOCKET socket) {
    if (provider != NULL) {
        provider->forget(socket);
    }
}

static jlong JNICALL netty_iocpnotify_port_createPort(JNIEnv *env, jclass clazz, jint concurrency) {
    HANDLE port;
    (void) env, (void) clazz;
    if (concurrency < 0) {
        return -ERROR_INVALID_PARAMETER;
    }
    port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, (DWORD) concurrency);
    return port == NULL ? netty_iocpnotify_errors_last() : (jlong) (intptr_t) port;
}

static jint JNICALL netty_iocpnotify_port_closePort(JNIEnv *env, jclass clazz, jlong port) {
    DWORD code;
    (void) env, (void) clazz;
    if (provider == NULL) {
        return -ERROR_NOT_READY;
    }
    code = provider->close_port((HANDLE) (intptr_t) port);
    return code == 0 ? 0 : netty_iocpnotify_errors_result(code);
}

// registrationResult may be an NTSTATUS, as the code of the call may. Java gets error codes, which are positive.
static void netty_iocpnotify_port_toCodes(SOCK_NOTIFY_REGISTRATION *registrations, jint count) {
    jint i;
    for (i = 0; i < count; i++) {
        if (registrations[i].registrationResult > INT_MAX) {
            registrations[i].registrationResult = (DWORD) -netty_iocpnotify_errors_result(
                registrations[i].registrationResult);
        }
    }
}

static jint JNICALL netty_iocpnotify_port_process(JNIEnv *env, jclass clazz, jlong port, jlong registrations,
                                                  jint registrationCount, jint timeoutMillis, jlong entries,
                                                  jint entryCount) {
    SOCK_NOTIFY_REGISTRATION *arms = (SOCK_NOTIFY_REGISTRATION *) (intptr_t) registrations;
    UINT32 received = 0;
    DWORD code;
    (void) env, (void) clazz;
    if (provider == NULL) {
        return -ERROR_NOT_READY;
    }
    if (registrationCount < 0 || entryCount < 0) {
        return -ERROR_INVALID_PARAMETER;
    }
    if (registrationCount == 0 && entryCount == 0) {
        return 0; // nothing asked; what the system says to that is not documented
    }
    // What is not there must be NULL: the system refuses a pointer beside a count of 0.
    code = provider->process((HANDLE) (intptr_t) port, (UINT32) registrationCount, registrationCount == 0 ? NULL : arms,
                             entryCount == 0     ? 0
                             : timeoutMillis < 0 ? INFINITE
                                                 : (UINT32) timeoutMillis,
                             (ULONG) entryCount, entryCount == 0 ? NULL : (OVERLAPPED_ENTRY *) (intptr_t) entries,
                             entryCount == 0 ? NULL : &received);
    // Observed is WAIT_TIMEOUT, the documentation says ERROR_TIMEOUT.
    if (code != 0 && code != WAIT_TIMEOUT && code != ERROR_TIMEOUT) {
        return netty_iocpnotify_errors_result(code);
    }
    netty_iocpnotify_port_toCodes(arms, registrationCount);
    return code == 0 ? (jint) received : 0;
}

static jint JNICALL netty_iocpnotify_port_post(JNIEnv *env, jclass clazz, jlong port, jlong completionKey, jint bytes,
                                               jlong overlapped) {
    (void) env, (void) clazz;
    return PostQueuedCompletionStatus((HANDLE) (intptr_t) port, (DWORD) bytes, (ULONG_PTR) completionKey,
                                      (OVERLAPPED *) (intptr_t) overlapped)
               ? 0
               : netty_iocpnotify_errors_last();
}

static jlong JNICALL netty_iocpnotify_port_directAddress(JNIEnv *env, jclass clazz, jobject buffer) {
    (void) clazz;
    return buffer == NULL ? 0 : (jlong) (intptr_t) (*env)->GetDirectBufferAddress(env, buffer);
}

/* Waits end with a tick of the clock of Windows, unless a program has asked for a finer one. Wine says 1 ms. */
static jint JNICALL netty_iocpnotify_port_tickNanos(JNIEnv *env, jclass clazz) {
    const netty_iocpnotify_winapi *winapi = netty_iocpnotify_winapi_get(NULL);
    ULONG tick = USUAL_TICK;
    ULONG longest;
    ULONG shortest;
    ULONG present;
    (void) env, (void) clazz;
    if (winapi != NULL && winapi->NtQueryTimerResolution != NULL &&
        winapi->NtQueryTimerResolution(&longest, &shortest, &present) == 0 && present > 0 && present < USUAL_TICK) {
        tick = present;
    }
    return (jint) (tick * 100);
}

static const JNINativeMethod method_table[] = {
    { "choose", "(Ljava/lang/String;)I", (void *) netty_iocpnotify_port_choose },
    { "check", "()I", (void *) netty_iocpnotify_port_tryProvider },
    { "provider", "()Ljava/lang/String;", (void *) netty_iocpnotify_port_name },
    { "missing", "()Ljava/lang/String;", (void *) netty_iocpnotify_port_missing },
    { "createPort", "(I)J", (void *) netty_iocpnotify_port_createPort },
    { "closePort", "(J)I", (void *) netty_iocpnotify_port_closePort },
    { "process", "(JJIIJI)I", (void *) netty_iocpnotify_port_process },
    { "post", "(JJIJ)I", (void *) netty_iocpnotify_port_post },
    { "tickNanos", "()I", (void *) netty_iocpnotify_port_tickNanos },
    { "directAddress", "(Ljava/nio/ByteBuffer;)J", (void *) netty_iocpnotify_port_directAddress },
};

const netty_iocpnotify_natives netty_iocpnotify_port_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
