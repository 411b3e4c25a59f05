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
#include <stdint.h>
#include <string.h>

#include <jni.h>

#include "netty_iocpnotify_winapi.h"

/*
 * Overlapped operations of somebody who is not the transport, for its tests: the natives of the test class
 * OverlappedCalls. Those that begin an operation answer with 0 when a packet will come, else with the negative error.
 */
#define NATIVE(TYPE, NAME) JNIEXPORT TYPE JNICALL Java_io_netty_channel_iocpnotify_winsock_OverlappedCalls_##NAME

#define MAX_NAME 1024

NATIVE(jlong, openFile)(JNIEnv *env, jclass clazz, jstring path);
NATIVE(jint, readFile)(JNIEnv *env, jclass clazz, jlong file, jlong offset, jlong buffer, jint length,
                       jlong overlapped);
NATIVE(jint, isSynchronous)(JNIEnv *env, jclass clazz, jlong file);
NATIVE(jlong, newPipe)(JNIEnv *env, jclass clazz, jstring name);
NATIVE(jint, connectPipe)(JNIEnv *env, jclass clazz, jlong pipe, jlong overlapped);
NATIVE(jint, closeHandle)(JNIEnv *env, jclass clazz, jlong handle);
NATIVE(jint, receive)(JNIEnv *env, jclass clazz, jlong socket, jlong buffer, jint length, jlong overlapped);
NATIVE(jint, isInheritable)(JNIEnv *env, jclass clazz, jlong handle);
NATIVE(jint, fail)(JNIEnv *env, jclass clazz, jint kind, jint skip, jint count, jint code);
NATIVE(void, hideEvents)(JNIEnv *env, jclass clazz, jint skip, jint events);
NATIVE(void, hideBaseHandles)(JNIEnv *env, jclass clazz, jboolean on);
NATIVE(jint, registerEventOut)(JNIEnv *env, jclass clazz);
NATIVE(jint, eventErr)(JNIEnv *env, jclass clazz);

static jint last_error(void) {
    return -(jint) GetLastError();
}

static jint begun(BOOL done) {
    return done || GetLastError() == ERROR_IO_PENDING ? 0 : last_error();
}

/* FALSE if the name does not fit. */
static BOOL copy_name(JNIEnv *env, jstring name, wchar_t *to) {
    jsize length = (*env)->GetStringLength(env, name);
    if (length >= MAX_NAME) {
        return FALSE;
    }
    (*env)->GetStringRegion(env, name, 0, length, (jchar *) to);
    to[length] = L'\0';
    return TRUE;
}

NATIVE(jlong, openFile)(JNIEnv *env, jclass clazz, jstring path) {
    wchar_t name[MAX_NAME];
    (void) clazz;
    if (!copy_name(env, path, name)) {
        return -ERROR_FILENAME_EXCED_RANGE;
    }
    HANDLE file = CreateFileW(name, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_OVERLAPPED, NULL);
    return file == INVALID_HANDLE_VALUE ? last_error() : (jlong) (intptr_t) file;
}

NATIVE(jint, readFile)(JNIEnv *env, jclass clazz, jlong file, jlong offset, jlong buffer, jint length,
                       jlong overlapped) {
    OVERLAPPED *to = (OVERLAPPED *) (intptr_t) overlapped;
    (void) env;
    (void) clazz;
    memset(to, 0, sizeof(*to));
    to->Offset = (DWORD) offset;
    to->OffsetHigh = (DWORD) (offset >> 32);
    return begun(ReadFile((HANDLE) (intptr_t) file, (void *) (intptr_t) buffer, (DWORD) length, NULL, to));
}

NATIVE(jint, registerEventOut)(JNIEnv *env, jclass clazz) {
    (void) env;
    (void) clazz;
    return SOCK_NOTIFY_REGISTER_EVENT_OUT;
}

NATIVE(jint, eventErr)(JNIEnv *env, jclass clazz) {
    (void) env;
    (void) clazz;
    return SOCK_NOTIFY_EVENT_ERR;
}

NATIVE(jint, isInheritable)(JNIEnv *env, jclass clazz, jlong handle) {
    DWORD flags;
    (void) env;
    (void) clazz;
    if (!GetHandleInformation((HANDLE) (intptr_t) handle, &flags)) {
        return last_error();
    }
    return (flags & HANDLE_FLAG_INHERIT) != 0;
}

/* NtQueryInformationFile and its FILE_MODE_INFORMATION are in the headers for drivers alone. */
NATIVE(jint, isSynchronous)(JNIEnv *env, jclass clazz, jlong file) {
    enum { MODE_INFORMATION = 16, SYNCHRONOUS_IO_ALERT = 0x10, SYNCHRONOUS_IO_NONALERT = 0x20 };
    netty_iocpnotify_ntstatus(NTAPI * query)(HANDLE file, netty_iocpnotify_iosb * iosb, PVOID information, ULONG length,
                                             int informationClass) = NULL;
    FARPROC found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQueryInformationFile");
    netty_iocpnotify_iosb iosb;
    ULONG mode = 0;
    (void) env;
    (void) clazz;
    if (found == NULL) {
        return last_error();
    }
    memcpy(&query, &found, sizeof(query));
    if (query((HANDLE) (intptr_t) file, &iosb, &mode, sizeof(mode), MODE_INFORMATION) < 0) {
        return -ERROR_INVALID_HANDLE;
    }
    return (mode & (SYNCHRONOUS_IO_ALERT | SYNCHRONOUS_IO_NONALERT)) != 0 ? 1 : 0;
}

NATIVE(jlong, newPipe)(JNIEnv *env, jclass clazz, jstring path) {
    wchar_t name[MAX_NAME];
    (void) clazz;
    if (!copy_name(env, path, name)) {
        return -ERROR_FILENAME_EXCED_RANGE;
    }
    HANDLE pipe = CreateNamedPipeW(name, PIPE_ACCESS_DUPLEX | FILE_FLAG_OVERLAPPED, PIPE_TYPE_BYTE, 1, 4096, 4096, 0,
                                   NULL);
    return pipe == INVALID_HANDLE_VALUE ? last_error() : (jlong) (intptr_t) pipe;
}

NATIVE(jint, connectPipe)(JNIEnv *env, jclass clazz, jlong pipe, jlong overlapped) {
    OVERLAPPED *to = (OVERLAPPED *) (intptr_t) overlapped;
    (void) env;
    (void) clazz;
    memset(to, 0, sizeof(*to));
    return begun(ConnectNamedPipe((HANDLE) (intptr_t) pipe, to));
}

NATIVE(jint, closeHandle)(JNIEnv *env, jclass clazz, jlong handle) {
    (void) env;
    (void) clazz;
    return CloseHandle((HANDLE) (intptr_t) handle) ? 0 : last_error();
}

NATIVE(jint, receive)(JNIEnv *env, jclass clazz, jlong socket, jlong buffer, jint length, jlong overlapped) {
    WSABUF array;
    DWORD flags = 0;
    (void) env;
    (void) clazz;
    array.buf = (char *) (intptr_t) buffer;
    array.len = (ULONG) length;
    return WSARecv((SOCKET) socket, &array, 1, NULL, &flags, (OVERLAPPED *) (intptr_t) overlapped, NULL) == 0 ||
                   WSAGetLastError() == WSA_IO_PENDING
               ? 0
               : -(jint) WSAGetLastError();
}

/* A function of the test DLL, NULL where that does not stand in for the system. */
static FARPROC of_stand_in(const char *name) {
    HMODULE library = GetModuleHandleW(L"iocpnotify_psn.dll");
    return library == NULL ? NULL : GetProcAddress(library, name);
}

NATIVE(jint, fail)(JNIEnv *env, jclass clazz, jint kind, jint skip, jint count, jint code) {
    LONG (*fail)(LONG kind, LONG skip, LONG count, DWORD code) = NULL;
    FARPROC found = of_stand_in("IocpNotifyFail");
    (void) env;
    (void) clazz;
    if (found == NULL) {
        return last_error();
    }
    memcpy(&fail, &found, sizeof(fail));
    return fail(kind, skip, count, (DWORD) code);
}

NATIVE(void, hideEvents)(JNIEnv *env, jclass clazz, jint skip, jint events) {
    void (*hide)(LONG skip, DWORD events) = NULL;
    FARPROC found = of_stand_in("IocpNotifyHideEvents");
    (void) env;
    (void) clazz;
    if (found != NULL) {
        memcpy(&hide, &found, sizeof(hide));
        hide(skip, (DWORD) events);
    }
}

NATIVE(void, hideBaseHandles)(JNIEnv *env, jclass clazz, jboolean on) {
    void (*hide)(BOOL on) = NULL;
    FARPROC found = of_stand_in("IocpNotifyHideBaseHandles");
    (void) env;
    (void) clazz;
    if (found != NULL) {
        memcpy(&hide, &found, sizeof(hide));
        hide(on);
    }
}
