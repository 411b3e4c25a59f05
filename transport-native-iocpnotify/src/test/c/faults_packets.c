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

#include <jvmti.h>
#include <string.h>

/*
 * Faults of arms and packets, at the one place that both providers are called from: the native method "process" of the
 * transport. It is exchanged when the transport registers its natives. So what is below it, the provider, is
 * the shipped one.
 *
 * A packet that is late is posted again, by a thread of ours, when its time has come. So is a copy of one that is to
 * come twice, and a notification that is made up. All three look to the transport like packets that have waited.
 */

#define MAX_REGISTRATIONS 256
#define MAX_LATE 4096
#define MAX_DELAY_MS 20

/* CompletionKey: the type in the highest two bits; 1 is a socket's notifications. */
#define IS_NOTIFICATION(key) ((key) >> 62 == 1)

typedef struct late_packet {
    HANDLE port;
    ULONG_PTR key;
    LPOVERLAPPED overlapped;
    DWORD bytes;
    ULONGLONG due; /* GetTickCount64 */
} late_packet;

typedef jint(JNICALL *process_method)(JNIEnv *env, jclass clazz, jlong port, jlong registrations,
                                      jint registrationCount, jint timeoutMillis, jlong entries, jint entryCount);
typedef jint(JNICALL *close_port_method)(JNIEnv *env, jclass clazz, jlong port);
typedef jint(JNICALL *register_natives)(JNIEnv *env, jclass clazz, const JNINativeMethod *methods, jint count);

/* Written while the transport registers its natives, so before it can call any. */
static process_method real_process = NULL;
static close_port_method real_close_port = NULL;
static register_natives real_register_natives = NULL;

/* What is late, in no order; under the lock. Nobody calls the system under it, but to post what is due. */
static late_packet late[MAX_LATE];
static int lateCount = 0;
static BOOL lateThread = FALSE; /* TRUE from the first late packet on, to the end of the process */
static SRWLOCK lateLock = SRWLOCK_INIT;
static CONDITION_VARIABLE lateChanged = CONDITION_VARIABLE_INIT;

static DWORD until_next(ULONGLONG now) {
    DWORD wait = INFINITE;
    int i;
    for (i = 0; i < lateCount; i++) {
        ULONGLONG left = late[i].due <= now ? 0 : late[i].due - now;
        wait = left < wait ? (DWORD) left : wait;
    }
    return wait;
}

/* Under the lock, so that no port is closed meanwhile: drop() waits for it. */
static void post_due(ULONGLONG now) {
    int i = 0;
    while (i < lateCount) {
        late_packet *packet = &late[i];
        if (packet->due <= now && fault_post_unharmed(packet->port, packet->bytes, packet->key, packet->overlapped)) {
            *packet = late[--lateCount];
        } else {
            i++;
        }
    }
}

static DWORD WINAPI deliver_late(LPVOID unused) {
    (void) unused;
    AcquireSRWLockExclusive(&lateLock);
    while (lateThread) {
        DWORD wait;
        post_due(GetTickCount64());
        wait = until_next(GetTickCount64());
        /* A post that failed is due still. */
        SleepConditionVariableSRW(&lateChanged, &lateLock, wait == 0 ? 1 : wait, 0);
    }
    ReleaseSRWLockExclusive(&lateLock);
    return 0;
}

/* FALSE if there is no room. */
static BOOL deliver_later(HANDLE port, ULONG_PTR key, LPOVERLAPPED overlapped, DWORD bytes, uint64_t drawn) {
    BOOL kept = FALSE;
    AcquireSRWLockExclusive(&lateLock);
    if (!lateThread) {
        HANDLE thread = CreateThread(NULL, 0, deliver_late, NULL, 0, NULL);
        lateThread = thread != NULL;
        if (lateThread) {
            CloseHandle(thread);
        }
    }
    if (lateThread && lateCount < MAX_LATE) {
        late_packet *packet = &late[lateCount++];
        packet->port = port;
        packet->key = key;
        packet->overlapped = overlapped;
        packet->bytes = bytes;
        packet->due = GetTickCount64() + drawn % (MAX_DELAY_MS + 1);
        kept = TRUE;
    }
    ReleaseSRWLockExclusive(&lateLock);
    if (kept) {
        WakeConditionVariable(&lateChanged);
    }
    return kept;
}

/* The port is closed next: nothing may be posted to its number any more. */
static void drop(HANDLE port) {
    int i = 0;
    AcquireSRWLockExclusive(&lateLock);
    while (i < lateCount) {
        if (late[i].port == port) {
            late[i] = late[--lateCount];
        } else {
            i++;
        }
    }
    ReleaseSRWLockExclusive(&lateLock);
}

static DWORD refusal(uint64_t drawn) {
    static const DWORD errors[] = { WSAENOBUFS, ERROR_NO_SYSTEM_RESOURCES, ERROR_NOT_ENOUGH_MEMORY };
    return errors[drawn % ARRAYSIZE(errors)];
}

/* Made-up notifications for sockets that were armed just now: part of what was asked for, or both. */
static void add_spurious(HANDLE port, const SOCK_NOTIFY_REGISTRATION *registrations, int count) {
    int i;
    for (i = 0; i < count; i++) {
        const SOCK_NOTIFY_REGISTRATION *armed = &registrations[i];
        DWORD events = armed->eventFilter & (SOCK_NOTIFY_EVENT_IN | SOCK_NOTIFY_EVENT_OUT);
        if (armed->operation == SOCK_NOTIFY_OP_ENABLE && armed->registrationResult == 0 && events != 0 &&
            fault_draw(SPURIOUS_READINESS) != 0) {
            fault_post_unharmed(port, events, (ULONG_PTR) armed->completionKey, NULL);
        }
    }
}

static void reorder(OVERLAPPED_ENTRY *entries, int count) {
    uint64_t drawn = count > 1 ? fault_draw(PACKETS_REORDERED) : 0;
    int i;
    for (i = count - 1; drawn != 0 && i > 0; i--) {
        OVERLAPPED_ENTRY entry = entries[i];
        int other = (int) (drawn % (uint64_t) (i + 1));
        entries[i] = entries[other];
        entries[other] = entry;
        drawn = drawn * 6364136223846793005u + 1442695040888963407u;
    }
}

/* How many packets are left for now. */
static int delay(HANDLE port, OVERLAPPED_ENTRY *entries, int count) {
    int kept = 0;
    int i;
    for (i = 0; i < count; i++) {
        OVERLAPPED_ENTRY *entry = &entries[i];
        /* A packet that is posted cannot say that an operation has failed. */
        uint64_t drawn = entry->lpOverlapped == NULL || entry->Internal == 0 ? fault_draw(PACKET_LATE) : 0;
        if (drawn != 0 && deliver_later(port, entry->lpCompletionKey, entry->lpOverlapped,
                                        entry->dwNumberOfBytesTransferred, drawn)) {
            continue;
        }
        /* Of an operation, a removal and a post there is one packet, never two. */
        if (IS_NOTIFICATION(entry->lpCompletionKey) &&
            (entry->dwNumberOfBytesTransferred & SOCK_NOTIFY_EVENT_REMOVE) == 0 &&
            (drawn = fault_draw(PACKET_DOUBLED)) != 0) {
            deliver_later(port, entry->lpCompletionKey, entry->lpOverlapped, entry->dwNumberOfBytesTransferred, drawn);
        }
        entries[kept++] = *entry;
    }
    return kept;
}

/*
 * Hands over what is not refused. The result of the call; the registrations say their own. Both arrays are the
 * transport's.
 */
static jint process_some(JNIEnv *env, jclass clazz, jlong port, SOCK_NOTIFY_REGISTRATION *registrations, jint count,
                         jint timeoutMillis, jlong entries, jint entryCount) {
    SOCK_NOTIFY_REGISTRATION some[MAX_REGISTRATIONS];
    int from[MAX_REGISTRATIONS];
    int someCount = 0;
    int i;
    jint result;
    if (count > MAX_REGISTRATIONS) {
        return real_process(env, clazz, port, (jlong) (intptr_t) registrations, count, timeoutMillis, entries,
                            entryCount);
    }
    for (i = 0; i < count; i++) {
        /* A removal that is refused would say that there is nothing to remove. */
        if (registrations[i].operation == SOCK_NOTIFY_OP_ENABLE && fault_draw(ARM_REFUSED) != 0) {
            registrations[i].registrationResult = WSAENOBUFS;
        } else {
            some[someCount] = registrations[i];
            from[someCount++] = i;
        }
    }
    result = real_process(env, clazz, port, someCount == 0 ? 0 : (jlong) (intptr_t) some, someCount, timeoutMillis,
                          entries, entryCount);
    for (i = 0; result >= 0 && i < someCount; i++) {
        registrations[from[i]].registrationResult = some[i].registrationResult;
    }
    return result;
}

static jint JNICALL fault_process(JNIEnv *env, jclass clazz, jlong port, jlong registrations, jint registrationCount,
                                  jint timeoutMillis, jlong entries, jint entryCount) {
    HANDLE handle = (HANDLE) (intptr_t) port;
    SOCK_NOTIFY_REGISTRATION *arms = (SOCK_NOTIFY_REGISTRATION *) (intptr_t) registrations;
    OVERLAPPED_ENTRY *packets = (OVERLAPPED_ENTRY *) (intptr_t) entries;
    uint64_t drawn = fault_draw(registrationCount > 0 ? CALL_REFUSED : DEQUEUE_REFUSED);
    jint result;
    if (drawn != 0) {
        return -(jint) refusal(drawn >> 8);
    }
    result = process_some(env, clazz, port, arms, registrationCount, timeoutMillis, entries, entryCount);
    if (result >= 0) {
        add_spurious(handle, arms, registrationCount);
    }
    if (result > 0 && entryCount > 0) {
        result = delay(handle, packets, result);
        reorder(packets, result);
    }
    return result;
}

static jint JNICALL fault_close_port(JNIEnv *env, jclass clazz, jlong port) {
    drop((HANDLE) (intptr_t) port);
    return real_close_port(env, clazz, port);
}

/* A pointer to one type of function is as large as one to another; POSIX and Windows both rely on it. */
static void exchange_method(JNINativeMethod *method, const char *name, const char *signature, void *real,
                            void *replacement) {
    if (strcmp(method->name, name) == 0 && strcmp(method->signature, signature) == 0) {
        memcpy(real, &method->fnPtr, sizeof(method->fnPtr));
        method->fnPtr = replacement;
    }
}

static jint JNICALL fault_register_natives(JNIEnv *env, jclass clazz, const JNINativeMethod *methods, jint count) {
    JNINativeMethod copy[64];
    jint i;
    if (count > (jint) ARRAYSIZE(copy)) {
        return real_register_natives(env, clazz, methods, count);
    }
    for (i = 0; i < count; i++) {
        copy[i] = methods[i];
        exchange_method(&copy[i], "process", "(JJIIJI)I", &real_process, (void *) fault_process);
        exchange_method(&copy[i], "closePort", "(J)I", &real_close_port, (void *) fault_close_port);
    }
    return real_register_natives(env, clazz, copy, count);
}

jint fault_packets_load(JavaVM *vm) {
    jvmtiEnv *tools = NULL;
    jniNativeInterface *table = NULL;
    jint error;
    if ((*vm)->GetEnv(vm, (void **) &tools, JVMTI_VERSION_1_2) != JNI_OK) {
        return ERROR_NOT_SUPPORTED;
    }
    error = (jint) (*tools)->GetJNIFunctionTable(tools, &table);
    if (error == JVMTI_ERROR_NONE) {
        real_register_natives = table->RegisterNatives;
        table->RegisterNatives = fault_register_natives;
        error = (jint) (*tools)->SetJNIFunctionTable(tools, table);
        (*tools)->Deallocate(tools, (unsigned char *) table);
    }
    return error;
}
