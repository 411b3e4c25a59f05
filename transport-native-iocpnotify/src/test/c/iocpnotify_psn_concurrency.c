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
#include "iocpnotify_psn_concurrency.h"

#include <psapi.h>
#include <stdint.h>
#include <wchar.h>

#define LIBRARY_NAME L"netty_transport_native_iocpnotify"
#define MAX_PORTS 1024
#define MAX_MODULES 1024
#define NO_PORT MAX_PORTS

typedef struct limited_port {
    HANDLE handle; /* NULL: free */
    DWORD limit;
    /* Threads that run, and those that wait for a packet and may have one. */
    DWORD running;
    /* How many ports were here before. */
    uint32_t generation;
} limited_port;

static limited_port ports[MAX_PORTS];
/* Guards the ports. */
static SRWLOCK lock = SRWLOCK_INIT;
static CONDITION_VARIABLE fewer_run = CONDITION_VARIABLE_INIT;
/* Where a thread runs: the generation and, one more than it is, the index of a port. */
static DWORD runs_on = TLS_OUT_OF_INDEXES;

static unsigned place_of(HANDLE handle) {
    unsigned i = 0;
    while (i < MAX_PORTS && ports[i].handle != handle) {
        i++;
    }
    return i;
}

/* NULL is what a free place holds, and no port. */
static unsigned find(HANDLE handle) {
    return handle == NULL ? NO_PORT : place_of(handle);
}

static void limit(HANDLE handle, DWORD threads) {
    unsigned i;
    AcquireSRWLockExclusive(&lock);
    i = place_of(NULL);
    if (i != NO_PORT) {
        ports[i].handle = handle;
        ports[i].limit = threads;
        ports[i].running = 0;
    }
    ReleaseSRWLockExclusive(&lock);
}

static HANDLE WINAPI create_port(HANDLE file, HANDLE existing, ULONG_PTR key, DWORD threads) {
    HANDLE port = CreateIoCompletionPort(file, existing, key, threads);
    if (port != NULL && existing == NULL) {
        SYSTEM_INFO system;
        GetSystemInfo(&system);
        limit(port, threads == 0 ? system.dwNumberOfProcessors : threads);
    }
    return port;
}

static void exchange_import(HMODULE module, FARPROC imported, FARPROC ours) {
    char *base = (char *) module;
    const IMAGE_NT_HEADERS *headers = (const IMAGE_NT_HEADERS *) (base + ((IMAGE_DOS_HEADER *) base)->e_lfanew);
    DWORD offset = headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress;
    const IMAGE_IMPORT_DESCRIPTOR *library = (const IMAGE_IMPORT_DESCRIPTOR *) (base + offset);
    for (; offset != 0 && library->Name != 0; library++) {
        FARPROC *entry;
        for (entry = (FARPROC *) (base + library->FirstThunk); *entry != NULL; entry++) {
            DWORD protection;
            if (*entry == imported && VirtualProtect(entry, sizeof(*entry), PAGE_READWRITE, &protection)) {
                *entry = ours;
                VirtualProtect(entry, sizeof(*entry), protection, &protection);
            }
        }
    }
}

void psn_exchange(FARPROC imported, FARPROC ours) {
    HMODULE modules[MAX_MODULES];
    DWORD size = 0;
    DWORD i;
    if (!K32EnumProcessModules(GetCurrentProcess(), modules, sizeof(modules), &size)) {
        return;
    }
    for (i = 0; i < size / sizeof(HMODULE) && i < MAX_MODULES; i++) {
        wchar_t name[MAX_PATH];
        if (K32GetModuleBaseNameW(GetCurrentProcess(), modules[i], name, MAX_PATH) != 0 &&
            wcsncmp(name, LIBRARY_NAME, wcslen(LIBRARY_NAME)) == 0) {
            exchange_import(modules[i], imported, ours);
        }
    }
}

void psn_concurrency_attach(void) {
    runs_on = TlsAlloc();
    psn_exchange(GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "CreateIoCompletionPort"),
                 (FARPROC) (void *) create_port);
}

void psn_concurrency_leave(void) {
    uint64_t place = (uint64_t) (uintptr_t) TlsGetValue(runs_on);
    limited_port *port;
    if (place == 0) {
        return;
    }
    port = &ports[(place & 0xFFFF) - 1];
    TlsSetValue(runs_on, NULL);
    AcquireSRWLockExclusive(&lock);
    if (port->handle != NULL && port->generation == (uint32_t) (place >> 16)) {
        port->running--;
        WakeAllConditionVariable(&fewer_run);
    }
    ReleaseSRWLockExclusive(&lock);
}

BOOL psn_concurrency_enter(HANDLE handle, DWORD *timeoutMs) {
    ULONGLONG begin = GetTickCount64();
    BOOL may = TRUE;
    unsigned i;
    AcquireSRWLockExclusive(&lock);
    i = find(handle);
    while (i != NO_PORT && ports[i].running >= ports[i].limit && may) {
        ULONGLONG waited = GetTickCount64() - begin;
        DWORD left = *timeoutMs == INFINITE ? INFINITE : waited >= *timeoutMs ? 0 : *timeoutMs - (DWORD) waited;
        may = left != 0 && SleepConditionVariableSRW(&fewer_run, &lock, left, 0);
    }
    if (i != NO_PORT && may) {
        ports[i].running++;
    }
    ReleaseSRWLockExclusive(&lock);
    if (may && *timeoutMs != INFINITE) {
        ULONGLONG waited = GetTickCount64() - begin;
        *timeoutMs = waited >= *timeoutMs ? 0 : *timeoutMs - (DWORD) waited;
    }
    return may;
}

void psn_concurrency_runs(HANDLE handle) {
    unsigned i;
    AcquireSRWLockShared(&lock);
    i = find(handle);
    if (i != NO_PORT) {
        TlsSetValue(runs_on, (LPVOID) (uintptr_t) ((uint64_t) ports[i].generation << 16 | (i + 1)));
    }
    ReleaseSRWLockShared(&lock);
}

void psn_concurrency_got_nothing(HANDLE handle) {
    psn_concurrency_runs(handle);
    psn_concurrency_leave();
}

void psn_concurrency_forget(HANDLE handle) {
    unsigned i;
    AcquireSRWLockExclusive(&lock);
    i = find(handle);
    if (i != NO_PORT) {
        ports[i].handle = NULL;
        ports[i].generation++;
    }
    ReleaseSRWLockExclusive(&lock);
}
