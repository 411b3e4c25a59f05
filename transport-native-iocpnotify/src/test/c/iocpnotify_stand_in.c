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
#include "iocpnotify_stand_in.h"

#include <wchar.h>

/* All are filled under the lock, and never change once the provider was handed out. */
static netty_iocpnotify_provider standIn;
static wchar_t loaded[MAX_PATH];
static SRWLOCK standInLock = SRWLOCK_INIT;

static DWORD load(const wchar_t *library, const char **missing) {
    if (standIn.process != NULL) {
        if (wcscmp(library, loaded) == 0) {
            return 0;
        }
        *missing = "one and the same library in place of ws2_32.dll: another one was loaded before";
        return ERROR_ALREADY_INITIALIZED;
    }
    if (wcslen(library) >= MAX_PATH) {
        *missing = "a shorter path of the library in place of ws2_32.dll";
        return ERROR_FILENAME_EXCED_RANGE;
    }
    HMODULE module = LoadLibraryW(library);
    if (module == NULL) {
        DWORD error = GetLastError();
        *missing = "the library in place of ws2_32.dll";
        return error;
    }
    FARPROC process = GetProcAddress(module, NETTY_IOCPNOTIFY_PROCESS_NAME);
    FARPROC forget = GetProcAddress(module, "IocpNotifyForget");
    FARPROC closePort = GetProcAddress(module, "IocpNotifyClosePort");
    if (process == NULL || forget == NULL || closePort == NULL) {
        FreeLibrary(module);
        *missing = NETTY_IOCPNOTIFY_PROCESS_NAME " or one of the hooks in the library in place of ws2_32.dll";
        return ERROR_PROC_NOT_FOUND;
    }
    wcscpy_s(loaded, MAX_PATH, library);
    standIn.name = "system";
    CopyMemory(&standIn.forget, &forget, sizeof(forget));
    CopyMemory(&standIn.close_port, &closePort, sizeof(closePort));
    CopyMemory(&standIn.process, &process, sizeof(process));
    return 0;
}

DWORD iocpnotify_stand_in(const wchar_t *library, const netty_iocpnotify_provider **provider, const char **missing) {
    AcquireSRWLockExclusive(&standInLock);
    DWORD error = load(library, missing);
    ReleaseSRWLockExclusive(&standInLock);
    *provider = error == 0 ? &standIn : NULL;
    return error;
}
