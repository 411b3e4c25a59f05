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
#include "netty_iocpnotify_winapi.h"

static netty_iocpnotify_winapi winapi;
static const char *winapiMissing;
static INIT_ONCE winapiOnce = INIT_ONCE_STATIC_INIT;

/* A FARPROC is no pointer to our function type; the compilers disagree on how loudly a cast between them warns. */
#define ASSIGN(target, address) \
    do { \
        FARPROC from_ = (address); \
        static_assert(sizeof(target) == sizeof(from_), "function pointer"); \
        CopyMemory(&(target), &from_, sizeof(from_)); \
    } while (0)

#define FIND(module, name) \
    do { \
        ASSIGN(winapi.name, GetProcAddress(module, #name)); \
        if (winapi.name == NULL) { \
            winapiMissing = #name " in ntdll.dll"; \
            return TRUE; \
        } \
    } while (0)

static BOOL CALLBACK winapi_load(PINIT_ONCE once, PVOID parameter, PVOID *context) {
    (void) once;
    (void) parameter;
    (void) context;
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    if (ntdll == NULL) {
        winapiMissing = "ntdll.dll";
        return TRUE;
    }
    FIND(ntdll, NtCreateFile);
    FIND(ntdll, NtDeviceIoControlFile);
    FIND(ntdll, NtCancelIoFileEx);
    FIND(ntdll, RtlNtStatusToDosError);
    FIND(ntdll, RtlGetVersion);
    ASSIGN(winapi.NtQueryTimerResolution, GetProcAddress(ntdll, "NtQueryTimerResolution"));
    winapi.wine = GetProcAddress(ntdll, "wine_get_version") != NULL;
    return TRUE;
}

const netty_iocpnotify_winapi *netty_iocpnotify_winapi_get(const char **missing) {
    InitOnceExecuteOnce(&winapiOnce, winapi_load, NULL, NULL);
    if (winapiMissing != NULL) {
        if (missing != NULL) {
            *missing = winapiMissing;
        }
        return NULL;
    }
    return &winapi;
}

DWORD netty_iocpnotify_winapi_error(netty_iocpnotify_ntstatus status) {
    const netty_iocpnotify_winapi *api = netty_iocpnotify_winapi_get(NULL);
    DWORD error = api == NULL ? ERROR_MR_MID_NOT_FOUND : api->RtlNtStatusToDosError(status);
    return error == 0 || error == ERROR_MR_MID_NOT_FOUND ? (DWORD) status : error;
}

netty_iocpnotify_process_fn netty_iocpnotify_winapi_process(void) {
    /* By its full path: a DLL of the same name elsewhere on the search path is not the system's. */
    wchar_t path[MAX_PATH + 16];
    UINT length = GetSystemDirectoryW(path, MAX_PATH);
    if (length == 0 || length > MAX_PATH) {
        return NULL;
    }
    static const wchar_t name[] = L"\\ws2_32.dll";
    CopyMemory(path + length, name, sizeof(name));
    HMODULE ws2_32 = GetModuleHandleW(path);
    netty_iocpnotify_process_fn process = NULL;
    if (ws2_32 != NULL) {
        ASSIGN(process, GetProcAddress(ws2_32, NETTY_IOCPNOTIFY_PROCESS_NAME));
    }
    return process;
}

DWORD netty_iocpnotify_winapi_extension(SOCKET socket, const GUID *id, void *function, DWORD size) {
    GUID copy = *id; // the parameter is not const
    DWORD length = 0;
    if (WSAIoctl(socket, SIO_GET_EXTENSION_FUNCTION_POINTER, &copy, sizeof(copy), function, size, &length, NULL,
                 NULL) == SOCKET_ERROR) {
        return (DWORD) WSAGetLastError();
    }
    return length == size ? 0 : WSAEOPNOTSUPP;
}
