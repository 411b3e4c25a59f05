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

#include <winsock2.h>
#include <windows.h>

#include <jni.h>
#include <stdlib.h>
#include <string.h>

/* SYSTEM_HANDLE_INFORMATION_EX, which no header of the SDKs has. */
typedef struct handle_list {
    ULONG_PTR count;
    ULONG_PTR reserved;
    struct {
        PVOID object;
        ULONG_PTR processId;
        ULONG_PTR value;
        ULONG access;
        USHORT creator;
        USHORT type;
        ULONG attributes;
        ULONG reserved;
    } handles[1];
} handle_list;
#define SYSTEM_EXTENDED_HANDLE_INFORMATION 64
#define NT_INFO_LENGTH_MISMATCH ((LONG) 0xC0000004L)
#define MAX_HANDLE_LIST (64u * 1024 * 1024)

typedef LONG(NTAPI *query_system_fn)(int informationClass, void *information, ULONG size, ULONG *length);

static jlong own_handles(const handle_list *list) {
    ULONG_PTR i;
    jlong own = 0;
    for (i = 0; i < list->count; i++) {
        own += list->handles[i].processId == GetCurrentProcessId();
    }
    return own;
}

/* Wine's GetProcessHandleCount succeeds and says 0, but it lists the handles of all processes. */
static jlong listed_handles(void) {
    query_system_fn query = NULL;
    FARPROC found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQuerySystemInformation");
    ULONG size;

    if (found == NULL) {
        return -(jlong) GetLastError();
    }
    memcpy(&query, &found, sizeof(query));
    // The list may grow between two calls, so the length that the first one asks for is no help.
    for (size = 256 * 1024; size <= MAX_HANDLE_LIST; size *= 2) {
        handle_list *list = malloc(size);
        jlong count = -ERROR_NOT_SUPPORTED;
        ULONG length = 0;
        LONG status;
        if (list == NULL) {
            return -ERROR_NOT_ENOUGH_MEMORY;
        }
        status = query(SYSTEM_EXTENDED_HANDLE_INFORMATION, list, size, &length);
        if (status == 0) {
            count = own_handles(list);
        }
        free(list);
        if (status != NT_INFO_LENGTH_MISMATCH) {
            return count;
        }
    }
    return -ERROR_NOT_ENOUGH_MEMORY;
}

JNIEXPORT jlong JNICALL Java_io_netty_iocpnotify_machine_ProcessHandles_count0(JNIEnv *env, jclass clazz);

JNIEXPORT jlong JNICALL Java_io_netty_iocpnotify_machine_ProcessHandles_count0(JNIEnv *env, jclass clazz) {
    DWORD count = 0;
    (void) env;
    (void) clazz;
    if (!GetProcessHandleCount(GetCurrentProcess(), &count)) {
        return -(jlong) GetLastError();
    }
    return count != 0 ? (jlong) count : listed_handles();
}
