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

/*
 * ProcessSocketNotifications of the system's own ws2_32.dll.
 *
 * The table is filled under the lock and never changes once it was handed out.
 */
static netty_iocpnotify_provider systemProvider;
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

DWORD netty_iocpnotify_provider_system(const netty_iocpnotify_provider **provider, const char **missing) {
    AcquireSRWLockExclusive(&systemLock);
    DWORD error = load_system(missing);
    ReleaseSRWLockExclusive(&systemLock);
    if (error == 0) {
        *provider = &systemProvider;
    }
    return error;
}
