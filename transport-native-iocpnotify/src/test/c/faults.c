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
#include "faults.h"

/* Which calls are hit, and what Java says to that: the natives of the class Faults. */

#define NATIVE(TYPE, NAME) JNIEXPORT TYPE JNICALL Java_io_netty_iocpnotify_machine_Faults_##NAME

#define RATE_UNIT 1000000

NATIVE(jint, attach)(JNIEnv *env, jclass clazz, jstring library);
NATIVE(jobjectArray, names)(JNIEnv *env, jclass clazz);
NATIVE(void, setSeed)(JNIEnv *env, jclass clazz, jlong value);
NATIVE(void, setRate)(JNIEnv *env, jclass clazz, jint kind, jint perMillion);
NATIVE(void, setEnabled)(JNIEnv *env, jclass clazz, jboolean value);
NATIVE(jlongArray, calls)(JNIEnv *env, jclass clazz);
NATIVE(jlongArray, injected)(JNIEnv *env, jclass clazz);

/* Set by Java at any time, read by all calls: a call in between is hit by the old or the new value. */
static volatile LONG64 seed = 0;
static volatile LONG enabled = 0;
static volatile LONG rates[FAULT_KINDS];

/* How many calls of each kind could have been hit, and how many were. */
static volatile LONG64 calls[FAULT_KINDS];
static volatile LONG64 injected[FAULT_KINDS];

/* The finaliser of SplitMix64: every bit of the result depends on every bit of the value. */
static uint64_t mix(uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

uint64_t fault_draw(fault_kind kind) {
    uint64_t number;
    if (enabled == 0 || rates[kind] == 0) {
        return 0;
    }
    number = mix((uint64_t) InterlockedIncrement64(&calls[kind]) + mix((uint64_t) seed + (uint64_t) kind));
    if (number % RATE_UNIT >= (uint64_t) rates[kind]) {
        return 0;
    }
    InterlockedIncrement64(&injected[kind]);
    return number / RATE_UNIT + 1;
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
    (void) reserved;
    import_exchange_load(fault_functions, fault_function_count);
    return fault_packets_load(vm) == 0 ? JNI_VERSION_1_8 : JNI_ERR;
}

NATIVE(jint, attach)(JNIEnv *env, jclass clazz, jstring library) {
    (void) clazz;
    return import_exchange_attach(env, library);
}

static const char *kind_name(int kind) {
#define FAULT_NAME(name) #name,
    static const char *const kinds[] = { INVISIBLE_FAULTS(FAULT_NAME) VISIBLE_FAULTS(FAULT_NAME) };
    return kinds[kind];
}

NATIVE(jobjectArray, names)(JNIEnv *env, jclass clazz) {
    (void) clazz;
    return import_exchange_strings(env, FAULT_KINDS, kind_name);
}

NATIVE(void, setSeed)(JNIEnv *env, jclass clazz, jlong value) {
    int i;
    (void) env;
    (void) clazz;
    InterlockedExchange64(&seed, value);
    for (i = 0; i < FAULT_KINDS; i++) {
        InterlockedExchange64(&calls[i], 0);
        InterlockedExchange64(&injected[i], 0);
    }
}

NATIVE(void, setRate)(JNIEnv *env, jclass clazz, jint kind, jint perMillion) {
    (void) env;
    (void) clazz;
    if (kind >= 0 && kind < FAULT_KINDS) {
        InterlockedExchange(&rates[kind], perMillion);
    }
}

NATIVE(void, setEnabled)(JNIEnv *env, jclass clazz, jboolean value) {
    (void) env;
    (void) clazz;
    InterlockedExchange(&enabled, value ? 1 : 0);
}

static jlongArray copy_of(JNIEnv *env, const volatile LONG64 *counters) {
    jlongArray result = (*env)->NewLongArray(env, FAULT_KINDS);
    jlong copy[FAULT_KINDS];
    int i;
    if (result == NULL) {
        return NULL;
    }
    for (i = 0; i < FAULT_KINDS; i++) {
        copy[i] = counters[i];
    }
    (*env)->SetLongArrayRegion(env, result, 0, FAULT_KINDS, copy);
    return result;
}

NATIVE(jlongArray, calls)(JNIEnv *env, jclass clazz) {
    (void) clazz;
    return copy_of(env, calls);
}

NATIVE(jlongArray, injected)(JNIEnv *env, jclass clazz) {
    (void) clazz;
    return copy_of(env, injected);
}
