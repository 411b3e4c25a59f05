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
#include "netty_iocpnotify_provider.h"

#include <wchar.h>

/*
 * ProcessSocketNotifications of the system's own ws2_32.dll, or of a test DLL under its name.
 *
 * Both tables are filled under the lock and never change once they were handed out.
 */
static netty_iocpnotify_provider systemProvider;
static netty_iocpnotify_provider testProvider;
static wchar_t testLibrary[MAX_PATH];
static SRWLOCK systemLock = SRWLOCK_INIT;

static void forget_nothing(SOCKET socket) {
    (void) socket; /* The system itself sees closesocket(). */
}

static DWORD close_handle(HANDLE port) {
    return CloseHandle(port) ? 0 : GetLastError();
}

static DWORD load_system(const char **missing) {
    if (systemProvider.process != NULL) {
        return 0;
    }
    netty_iocpnotify_process_fn process = netty_iocpnotify_winapi_process();
    if (process == NULL) {
        *missing = NETTY_IOCPNOTIFY_PROCESS_NAME " in ws2_32.dll: it came with Windows 11 and Windows Server 2022";
        return ERROR_PROC_NOT_FOUND;
    }
    systemProvider.name = "system";
    systemProvider.forget = forget_nothing;
    systemProvider.close_port = close_handle;
    systemProvider.process = process;
    return 0;
}

static DWORD load_test(const wchar_t *library, const char **missing) {
    if (testProvider.process != NULL) {
        if (wcscmp(library, testLibrary) == 0) {
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
    if (process == NULL) {
        FreeLibrary(module);
        *missing = NETTY_IOCPNOTIFY_PROCESS_NAME " in the library in place of ws2_32.dll";
        return ERROR_PROC_NOT_FOUND;
    }
    wcscpy_s(testLibrary, MAX_PATH, library);
    testProvider.name = "system";
    testProvider.forget = forget_nothing;
    testProvider.close_port = close_handle;
    if (forget != NULL) {
        CopyMemory(&testProvider.forget, &forget, sizeof(forget));
    }
    if (closePort != NULL) {
        CopyMemory(&testProvider.close_port, &closePort, sizeof(closePort));
    }
    CopyMemory(&testProvider.process, &process, sizeof(process));
    return 0;
}

DWORD netty_iocpnotify_provider_system(const wchar_t *systemLibrary, const netty_iocpnotify_provider **provider,
                                       const char **missing) {
    AcquireSRWLockExclusive(&systemLock);
    DWORD error = systemLibrary == NULL ? load_system(missing) : load_test(systemLibrary, missing);
    ReleaseSRWLockExclusive(&systemLock);
    if (error == 0) {
        *provider = systemLibrary == NULL ? &systemProvider : &testProvider;
    }
    return error;
}
