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

#include "netty_iocpnotify_natives.h"
#include "netty_jni_util.h"

#define LIBRARYNAME "netty_transport_native_iocpnotify"

static const char *staticPackagePrefix = NULL;

/* The constants come first: static fields of the other classes ask for them. */
// clang-format off
static const netty_iocpnotify_natives *const parts[] = {
    &netty_iocpnotify_errors_natives,
    &netty_iocpnotify_port_natives,
    &netty_iocpnotify_socket_natives,
    &netty_iocpnotify_options_natives,
    &netty_iocpnotify_stream_natives,
    &netty_iocpnotify_datagram_natives,
    &netty_iocpnotify_multicast_natives,
    &netty_iocpnotify_domain_natives,
    &netty_iocpnotify_overlapped_natives,
    &netty_iocpnotify_transmit_natives,
};
// clang-format on
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
        const netty_iocpnotify_natives *part = parts[loaded];
        if (netty_jni_util_register_natives(env, packagePrefix, part->className, part->methods, part->count) !=
            JNI_OK) {
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
        // Of a class that has several parts once for each: there is no harm in it.
        netty_jni_util_unregister_natives(env, packagePrefix, parts[loaded]->className);
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
    netty_iocpnotify_transmit_release(env);
    netty_iocpnotify_port_release();
    free((void *) staticPackagePrefix);
    staticPackagePrefix = NULL;
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
