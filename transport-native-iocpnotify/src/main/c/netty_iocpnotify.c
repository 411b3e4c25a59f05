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
#include <stdio.h>
#include <stdlib.h>

#include <jni.h>

#include "netty_iocpnotify_domain.h"
#include "netty_iocpnotify_datagram.h"
#include "netty_iocpnotify_accept.h"
#include "netty_iocpnotify_errors.h"
#include "netty_iocpnotify_multicast.h"
#include "netty_iocpnotify_options.h"
#include "netty_iocpnotify_overlapped.h"
#include "netty_iocpnotify_overlapped_connect.h"
#include "netty_iocpnotify_overlapped_transmit.h"
#include "netty_iocpnotify_port.h"
#include "netty_iocpnotify_provider.h"
#include "netty_iocpnotify_socket.h"
#include "netty_iocpnotify_stream.h"
#include "netty_iocpnotify_tcp.h"
#include "netty_jni_util.h"

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeProvider"
#define LIBRARYNAME "netty_transport_native_iocpnotify"

static const char *staticPackagePrefix = NULL;
// All are written by choose() and check() only, which Java calls while its class Native is being initialised.
static const netty_iocpnotify_provider *provider = NULL;
static const char *missing = NULL;
static netty_iocpnotify_check checked;

static void netty_iocpnotify_setProvider(const netty_iocpnotify_provider *chosen) {
    if (provider != NULL && provider->unload != NULL) {
        provider->unload();
    }
    provider = chosen;
    netty_iocpnotify_port_provider(chosen);
    netty_iocpnotify_socket_provider(chosen);
}

static jint JNICALL netty_iocpnotify_choose(JNIEnv *env, jclass clazz, jstring name) {
    const netty_iocpnotify_provider *chosen = NULL;
    const char *chars;
    DWORD code;
    (void) clazz;
    missing = NULL;
    netty_iocpnotify_setProvider(NULL);
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
    netty_iocpnotify_setProvider(chosen);
    return 0;
}

static jint JNICALL netty_iocpnotify_tryProvider(JNIEnv *env, jclass clazz) {
    jint result;
    (void) env;
    (void) clazz;
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

static jstring JNICALL netty_iocpnotify_name(JNIEnv *env, jclass clazz) {
    (void) clazz;
    return provider == NULL ? NULL : (*env)->NewStringUTF(env, provider->name);
}

static jstring JNICALL netty_iocpnotify_missing(JNIEnv *env, jclass clazz) {
    (void) clazz;
    return missing == NULL ? NULL : (*env)->NewStringUTF(env, missing);
}

// JNI Method Registration Table Begin
static const JNINativeMethod method_table[] = {
    {"choose", "(Ljava/lang/String;)I", (void *) netty_iocpnotify_choose},
    {"check", "()I", (void *) netty_iocpnotify_tryProvider},
    {"name", "()Ljava/lang/String;", (void *) netty_iocpnotify_name},
    {"missing", "()Ljava/lang/String;", (void *) netty_iocpnotify_missing},
};
static const jint method_table_size = sizeof(method_table) / sizeof(method_table[0]);
// JNI Method Registration Table End

static jint netty_iocpnotify_provider_JNI_OnLoad(JNIEnv *env, const char *packagePrefix) {
    return netty_jni_util_register_natives(env, packagePrefix, CLASSNAME, method_table, method_table_size);
}

static void netty_iocpnotify_provider_JNI_OnUnLoad(JNIEnv *env, const char *packagePrefix) {
    netty_jni_util_unregister_natives(env, packagePrefix, CLASSNAME);
}

/* One for each Java class with natives. The constants come first: static fields of the other classes ask for them. */
static const struct {
    jint (*load)(JNIEnv *env, const char *packagePrefix);
    void (*unload)(JNIEnv *env, const char *packagePrefix);
} parts[] = {
    {netty_iocpnotify_errors_JNI_OnLoad, netty_iocpnotify_errors_JNI_OnUnLoad},
    {netty_iocpnotify_provider_JNI_OnLoad, netty_iocpnotify_provider_JNI_OnUnLoad},
    {netty_iocpnotify_port_JNI_OnLoad, netty_iocpnotify_port_JNI_OnUnLoad},
    {netty_iocpnotify_socket_JNI_OnLoad, netty_iocpnotify_socket_JNI_OnUnLoad},
    {netty_iocpnotify_stream_JNI_OnLoad, netty_iocpnotify_stream_JNI_OnUnLoad},
    {netty_iocpnotify_datagram_JNI_OnLoad, netty_iocpnotify_datagram_JNI_OnUnLoad},
    {netty_iocpnotify_multicast_JNI_OnLoad, netty_iocpnotify_multicast_JNI_OnUnLoad},
    {netty_iocpnotify_options_JNI_OnLoad, netty_iocpnotify_options_JNI_OnUnLoad},
    {netty_iocpnotify_tcp_JNI_OnLoad, netty_iocpnotify_tcp_JNI_OnUnLoad},
    {netty_iocpnotify_domain_JNI_OnLoad, netty_iocpnotify_domain_JNI_OnUnLoad},
    {netty_iocpnotify_overlapped_JNI_OnLoad, netty_iocpnotify_overlapped_JNI_OnUnLoad},
    {netty_iocpnotify_accept_JNI_OnLoad, netty_iocpnotify_accept_JNI_OnUnLoad},
    {netty_iocpnotify_overlapped_connect_JNI_OnLoad, netty_iocpnotify_overlapped_connect_JNI_OnUnLoad},
    {netty_iocpnotify_overlapped_transmit_JNI_OnLoad, netty_iocpnotify_overlapped_transmit_JNI_OnUnLoad},
};
static const int partCount = sizeof(parts) / sizeof(parts[0]);

// No class is looked up here but those of the parts; Java's Native loads them beforehand. The package prefix, which may
// be NULL, is this library's to free, also when the load fails: no unload follows then.
static jint netty_iocpnotify_JNI_OnLoad(JNIEnv *env, const char *packagePrefix) {
    WSADATA data;
    jthrowable failure;
    int loaded = 0;
    int code = WSAStartup(MAKEWORD(2, 2), &data);

    if (code != 0) {
        fprintf(stderr, "FATAL: %s: WSAStartup failed with error %d\n", LIBRARYNAME, code);
        fflush(stderr);
        free((void *) packagePrefix);
        return JNI_ERR;
    }
    for (; loaded < partCount; loaded++) {
        if (parts[loaded].load(env, packagePrefix) != JNI_OK) {
            goto error;
        }
    }
    staticPackagePrefix = packagePrefix;
    return NETTY_JNI_UTIL_JNI_VERSION;
error:
    // What was registered would point into a library that is gone. The exception says which native did not fit its
    // class; nothing may be called while it is pending.
    failure = (*env)->ExceptionOccurred(env);
    (*env)->ExceptionClear(env);
    while (--loaded >= 0) {
        parts[loaded].unload(env, packagePrefix);
    }
    if (failure != NULL) {
        (*env)->Throw(env, failure);
    }
    WSACleanup();
    free((void *) packagePrefix);
    return JNI_ERR;
}

/*
 * Runs when the class loader that loaded the library is collected, its classes with it. Their natives must not be
 * unregistered here: a look-up by name would start at the system class loader, and find and cut off the classes of
 * another copy of this transport. No thread is inside: it would keep the class alive whose native it runs. But a loop
 * that ended without its last packets may have left the system memory to write to; the provider keeps that for ever.
 */
static void netty_iocpnotify_JNI_OnUnload(JNIEnv *env) {
    netty_iocpnotify_overlapped_transmit_release(env);
    netty_iocpnotify_setProvider(NULL);
    free((void *) staticPackagePrefix);
    staticPackagePrefix = NULL;
    missing = NULL;
    WSACleanup();
}

// Called by the JVM when the library is linked statically.
JNIEXPORT jint JNICALL JNI_OnLoad_netty_transport_native_iocpnotify(JavaVM *vm, void *reserved) {
    return netty_jni_util_JNI_OnLoad(vm, reserved, LIBRARYNAME, netty_iocpnotify_JNI_OnLoad);
}

JNIEXPORT void JNICALL JNI_OnUnload_netty_transport_native_iocpnotify(JavaVM *vm, void *reserved) {
    netty_jni_util_JNI_OnUnload(vm, reserved, netty_iocpnotify_JNI_OnUnload);
}

#ifndef NETTY_BUILD_STATIC
JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
    return netty_jni_util_JNI_OnLoad(vm, reserved, LIBRARYNAME, netty_iocpnotify_JNI_OnLoad);
}

JNIEXPORT void JNICALL JNI_OnUnload(JavaVM *vm, void *reserved) {
    netty_jni_util_JNI_OnUnload(vm, reserved, netty_iocpnotify_JNI_OnUnload);
}
#endif /* NETTY_BUILD_STATIC */
