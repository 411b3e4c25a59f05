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
#include "netty_iocpnotify_provider.h"

/*
 * The afd provider as if it were the system's: iocpnotify_psn.def exports process_socket_notifications() under the
 * system's name. So what calls the system's function is tested where the system has none. The concurrency value of a
 * port is obeyed, as on Windows and not on Wine.
 */

static const netty_iocpnotify_provider *afd(void) {
    const netty_iocpnotify_provider *provider = NULL;
    const char *missing;
    return netty_iocpnotify_provider_choose("afd", &provider, &missing) == 0 ? provider : NULL;
}

static volatile LONG failures = 0;

/*
 * The next calls that register anything fail as a whole, as those of a system do that has no memory for them. Returns how
 * many were still to fail.
 */
LONG fail_calls(LONG count) {
    return InterlockedExchange(&failures, count);
}

static BOOL is_to_fail(void) {
    LONG left;
    do {
        left = failures;
        if (left <= 0) {
            return FALSE;
        }
    } while (InterlockedCompareExchange(&failures, left - 1, left) != left);
    return TRUE;
}

static DWORD dequeue(const netty_iocpnotify_provider *provider, HANDLE port, UINT32 registrationCount,
                     SOCK_NOTIFY_REGISTRATION *registrations, DWORD timeoutMs, ULONG completionCount,
                     OVERLAPPED_ENTRY *entries, UINT32 *receivedCount) {
    DWORD none = 0;
    DWORD code;
    psn_concurrency_leave();
    if (!psn_concurrency_enter(port, &none)) {
        /* Who is held back has registered what it came with. */
        if (registrationCount != 0) {
            code = provider->process(port, registrationCount, registrations, 0, 0, NULL, NULL);
            if (code != 0) {
                return code;
            }
            registrationCount = 0;
            registrations = NULL;
        }
        if (!psn_concurrency_enter(port, &timeoutMs)) {
            return WAIT_TIMEOUT;
        }
    }
    code = provider->process(port, registrationCount, registrations, timeoutMs, completionCount, entries,
                             receivedCount);
    if (code == 0 && receivedCount != NULL && *receivedCount != 0) {
        psn_concurrency_runs(port);
    } else {
        psn_concurrency_got_nothing(port);
    }
    return code;
}

DWORD WSAAPI process_socket_notifications(HANDLE port, UINT32 registrationCount,
                                          SOCK_NOTIFY_REGISTRATION *registrations, UINT32 timeoutMs,
                                          ULONG completionCount, OVERLAPPED_ENTRY *entries, UINT32 *receivedCount) {
    const netty_iocpnotify_provider *provider = afd();
    if (provider == NULL) {
        return ERROR_PROC_NOT_FOUND;
    }
    if (registrationCount != 0 && is_to_fail()) {
        return ERROR_NOT_ENOUGH_MEMORY;
    }
    if (completionCount == 0) {
        return provider->process(port, registrationCount, registrations, timeoutMs, 0, entries, receivedCount);
    }
    return dequeue(provider, port, registrationCount, registrations, timeoutMs, completionCount, entries,
                   receivedCount);
}

void forget_socket(SOCKET socket) {
    const netty_iocpnotify_provider *provider = afd();
    if (provider != NULL) {
        provider->forget(socket);
    }
}

DWORD close_completion_port(HANDLE port) {
    const netty_iocpnotify_provider *provider = afd();
    psn_concurrency_forget(port);
    return provider != NULL ? provider->close_port(port) : ERROR_PROC_NOT_FOUND;
}

BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved) {
    (void) library;
    (void) reserved;
    if (reason == DLL_PROCESS_ATTACH) {
        psn_concurrency_attach();
    } else if (reason == DLL_THREAD_DETACH) {
        psn_concurrency_leave();
    }
    return TRUE;
}
