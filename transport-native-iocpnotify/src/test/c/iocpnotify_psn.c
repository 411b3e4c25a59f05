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

/* Calls that register anything, as a whole; entries of such calls; calls that only wait. As in OverlappedCalls.java. */
enum { FAIL_CALLS, FAIL_ENTRIES, FAIL_WAITS };

/*
 * What a test has fail: of one kind the "failures" next ones behind the "spared" ones, with a code. The count is set last
 * and looked at first. Any thread.
 */
static volatile LONG failing = FAIL_CALLS;
static volatile LONG spared = 0;
static volatile LONG failures = 0;
static volatile LONG failureCode = 0;

/* What a test has go missing: these bits of notifications, behind the "shown" ones that have any of them. Any thread. */
static volatile LONG hidden = 0;
static volatile LONG shown = 0;

/* Counts down to 0. FALSE if it was there already. */
static BOOL count_down(volatile LONG *counter) {
    LONG left;
    do {
        left = *counter;
        if (left <= 0) {
            return FALSE;
        }
    } while (InterlockedCompareExchange(counter, left - 1, left) != left);
    return TRUE;
}

/* Returns how many were still to fail. */
LONG fail(LONG kind, LONG skip, LONG count, DWORD code) {
    LONG left = InterlockedExchange(&failures, 0);
    InterlockedExchange(&failing, kind);
    InterlockedExchange(&spared, skip);
    InterlockedExchange(&failureCode, (LONG) code);
    InterlockedExchange(&failures, count);
    return left;
}

void hide_events(LONG skip, DWORD events) {
    InterlockedExchange(&hidden, 0);
    InterlockedExchange(&shown, skip);
    InterlockedExchange(&hidden, (LONG) events);
}

static BOOL is_to_fail(LONG kind) {
    return failures > 0 && failing == kind && !count_down(&spared) && count_down(&failures);
}

/* Each by itself, so that one can be left out. */
static void apply(const netty_iocpnotify_provider *provider, HANDLE port, UINT32 count,
                  SOCK_NOTIFY_REGISTRATION *registrations) {
    UINT32 i;
    for (i = 0; i < count; i++) {
        DWORD code = is_to_fail(FAIL_ENTRIES) ? (DWORD) failureCode
                                              : provider->process(port, 1, &registrations[i], 0, 0, NULL, NULL);
        if (code != 0) {
            registrations[i].registrationResult = code;
        }
    }
}

/* CompletionKey: the type in the highest two bits; 1 is a socket's notifications. */
#define IS_NOTIFICATION(key) ((key) >> 62 == 1)

/* How many packets are left. */
static UINT32 hide(OVERLAPPED_ENTRY *entries, UINT32 count) {
    DWORD mask = (DWORD) hidden;
    UINT32 kept = 0;
    UINT32 i;
    for (i = 0; i < count; i++) {
        OVERLAPPED_ENTRY entry = entries[i];
        if (IS_NOTIFICATION(entry.lpCompletionKey) && (entry.dwNumberOfBytesTransferred & mask) != 0 &&
            !count_down(&shown)) {
            entry.dwNumberOfBytesTransferred &= ~mask;
            if (entry.dwNumberOfBytesTransferred == 0) {
                continue;
            }
        }
        entries[kept++] = entry;
    }
    return kept;
}

/*
 * Whether the library's own provider "afd" meets sockets of a layered provider that hides what is below it. Such a machine
 * has them for both providers. Any thread.
 */
static volatile LONG layered = 0;

void hide_base_handles(BOOL on) {
    InterlockedExchange(&layered, on);
}

static int WSAAPI layered_getsockopt(SOCKET s, int level, int option, char *value, int *length) {
    int result = getsockopt(s, level, option, value, length);
    if (result == 0 && layered && level == SOL_SOCKET && option == SO_PROTOCOL_INFOW) {
        ((WSAPROTOCOL_INFOW *) (void *) value)->ProtocolChain.ChainLen = BASE_PROTOCOL + 1;
    }
    return result;
}

static int WSAAPI layered_WSAIoctl(SOCKET s, DWORD code, LPVOID in, DWORD inSize, LPVOID out, DWORD outSize,
                                   LPDWORD length, LPWSAOVERLAPPED overlapped,
                                   LPWSAOVERLAPPED_COMPLETION_ROUTINE routine) {
    if (layered && (code == SIO_BASE_HANDLE || code == SIO_BSP_HANDLE || code == SIO_BSP_HANDLE_SELECT ||
                    code == SIO_BSP_HANDLE_POLL)) {
        WSASetLastError(WSAEOPNOTSUPP);
        return SOCKET_ERROR;
    }
    return WSAIoctl(s, code, in, inSize, out, outSize, length, overlapped, routine);
}

/* Called when a copy of the library asks its provider "system": so it is loaded, and has not chosen "afd" yet. */
static void layer(void) {
    HMODULE winsock = GetModuleHandleW(L"ws2_32.dll");
    psn_exchange(GetProcAddress(winsock, "getsockopt"), (FARPROC) (void *) layered_getsockopt);
    psn_exchange(GetProcAddress(winsock, "WSAIoctl"), (FARPROC) (void *) layered_WSAIoctl);
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
    if (code == 0 && hidden != 0) {
        *receivedCount = hide(entries, *receivedCount);
        code = *receivedCount == 0 ? WAIT_TIMEOUT : 0;
    }
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
    if (layered) {
        layer();
    }
    if (is_to_fail(registrationCount != 0 ? FAIL_CALLS : FAIL_WAITS)) {
        return (DWORD) failureCode;
    }
    if (registrationCount != 0 && failures > 0 && failing == FAIL_ENTRIES) {
        apply(provider, port, registrationCount, registrations);
        registrationCount = 0;
        registrations = NULL;
        if (completionCount == 0) {
            return 0;
        }
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
