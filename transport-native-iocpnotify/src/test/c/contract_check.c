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
#include "contract.h"
#include "import_exchange.h"

#include <string.h>

/*
 * The try of a provider (netty_iocpnotify_provider_check.c), on one that does a single thing wrong: it stands between the
 * try and the tested provider.
 */

/* The entries that the try hands over, in order, by the words for their steps. */
static const char *const steps[] = { "IN of a listener", "OUT of a connect", "IN when a byte came",
                                     "REMOVE",           "REMOVE",           "HANGUP when the peer ended" };

/* Counted from 0; -1 for none. */
static int refusedEntry;
static int failingCall;
static int failingWait;
static int noisyEntry;
static int doubledPacket;
/* Goes missing. */
static UINT32 lostEvent;
/* The process is stopped here for longer than all steps may take; then no packet comes at once. */
static int stoppedEntry;
static BOOL closeFails;

static int entries;
static int calls;
static int waits;
static int packets;
static SOCKET known[8];
static int knownCount;
static int forgotten;
static int closed;

static void reset(void) {
    refusedEntry = failingCall = failingWait = noisyEntry = doubledPacket = stoppedEntry = -1;
    lostEvent = 0;
    closeFails = FALSE;
    entries = calls = waits = packets = knownCount = forgotten = closed = 0;
}

static void know(SOCKET armed) {
    int i = 0;
    while (i < knownCount && known[i] != armed) {
        i++;
    }
    if (i == knownCount) {
        CHECK(knownCount < (int) ARRAYSIZE(known));
        known[knownCount++] = armed;
    }
}

static DWORD WSAAPI wrong_process(HANDLE port, UINT32 registrationCount, SOCK_NOTIFY_REGISTRATION *registrations,
                                  UINT32 timeoutMs, ULONG completionCount, OVERLAPPED_ENTRY *packet, UINT32 *received) {
    CHECK_EQ(forgotten + closed, 0);
    if (registrationCount == 0 ? waits++ == failingWait : calls++ == failingCall) {
        return WSAENOBUFS;
    }
    /* A call that arms never waits: whether the arm was refused is to be seen before. */
    CHECK(registrationCount == 0 || (registrationCount == 1 && timeoutMs == 0));
    if (registrationCount != 0) {
        int entry = entries++;
        know(registrations->socket);
        if (entry == stoppedEntry) {
            Sleep(1500);
        }
        if (entry == refusedEntry) {
            registrations->registrationResult = WSAEOPNOTSUPP;
            return completionCount == 0 ? 0 : WAIT_TIMEOUT;
        }
        if (entry == noisyEntry) {
            CHECK_WIN(PostQueuedCompletionStatus(port, IN_, (ULONG_PTR) registrations->completionKey, NULL));
        }
    }
    if (stoppedEntry >= 0 && registrationCount == 0 && timeoutMs < 50) {
        return WAIT_TIMEOUT;
    }
    DWORD code = provider->process(port, registrationCount, registrations, timeoutMs, completionCount, packet,
                                   received);
    if (code != 0 || completionCount == 0) {
        return code;
    }
    if (packets++ == doubledPacket) {
        CHECK_WIN(PostQueuedCompletionStatus(port, packet->dwNumberOfBytesTransferred, packet->lpCompletionKey, NULL));
    }
    if ((packet->dwNumberOfBytesTransferred & lostEvent) != 0) {
        packet->dwNumberOfBytesTransferred &= ~lostEvent;
        *received = packet->dwNumberOfBytesTransferred != 0;
    }
    return *received != 0 ? 0 : WAIT_TIMEOUT;
}

static void counting_forget(SOCKET closing) {
    forgotten++;
    CHECK_EQ(closed, 0);
    provider->forget(closing);
}

static DWORD counting_close_port(HANDLE port) {
    DWORD code = provider->close_port(port);
    closed++;
    return closeFails ? ERROR_INVALID_HANDLE : code;
}

static const netty_iocpnotify_provider wrong = { "wrong", wrong_process, counting_forget, counting_close_port, NULL };

static netty_iocpnotify_check try_wrong(void) {
    netty_iocpnotify_check result;
    int expected = closed + 1;
    ULONGLONG start = GetTickCount64();
    netty_iocpnotify_provider_check(&wrong, &result);
    CHECK(GetTickCount64() - start < SOON_MS);
    CHECK_EQ(closed, expected);
    /* Those that the port has known, and those that it has not. */
    CHECK(forgotten >= knownCount && forgotten <= 3);
    return result;
}

#define CHECK_FAILED(result, expectedCode, step) \
    do { \
        netty_iocpnotify_check result_ = (result); \
        if (!result_.tried || result_.code != (DWORD) (expectedCode) || \
            strstr(result_.words, (step)) != result_.words) { \
            contract_fail(__FILE__, __LINE__, "tried %d, code %lu, words \"%s\"", result_.tried, result_.code, \
                          result_.words); \
        } \
    } while (0)

static void passes(void) {
    DWORD before = 0;
    DWORD after = 0;
    for (int i = 0; i < 20; i++) {
        reset();
        netty_iocpnotify_check result = try_wrong();
        if (result.code != 0 || !result.tried) {
            contract_fail(__FILE__, __LINE__, "code %lu, words \"%s\"", result.code, result.words);
        }
        CHECK_EQ(entries, ARRAYSIZE(steps));
        CHECK_EQ(calls, ARRAYSIZE(steps));
        CHECK(waits >= 3 && waits <= 5);
        CHECK_EQ(forgotten, 3);
        CHECK_WIN(GetProcessHandleCount(GetCurrentProcess(), &after));
        before = i == 0 ? after : before;
    }
    CHECK_EQ(after, before);
}

/* A process that got no processor is no word against the provider. */
static void passes_though_it_is_late(void) {
    for (int i = 0; i < (int) ARRAYSIZE(steps); i++) {
        reset();
        stoppedEntry = i;
        CHECK_EQ(try_wrong().code, 0);
    }
}

static void refused_arms_are_named(void) {
    for (int i = 0; i < (int) ARRAYSIZE(steps); i++) {
        reset();
        refusedEntry = i;
        CHECK_FAILED(try_wrong(), WSAEOPNOTSUPP, steps[i]);
        CHECK_EQ(entries, i + 1);
    }
}

static void failed_calls_are_named(void) {
    for (int i = 0; i < (int) ARRAYSIZE(steps); i++) {
        reset();
        failingCall = i;
        CHECK_FAILED(try_wrong(), WSAENOBUFS, steps[i]);
    }
    reset();
    failingWait = 0;
    CHECK_FAILED(try_wrong(), WSAENOBUFS, "");
    reset();
    closeFails = TRUE;
    CHECK_FAILED(try_wrong(), ERROR_INVALID_HANDLE, "the end of");
}

/* Of HANGUP the packet with IN is left: then it is not the one. */
static void missing_events_are_named(void) {
    static const struct {
        UINT32 event;
        const char *step;
    } lost[] = { { IN_, "IN of a listener" }, { OUT_, "OUT of a connect" }, { REMOVE_, "REMOVE" } };
    for (size_t i = 0; i < ARRAYSIZE(lost); i++) {
        reset();
        lostEvent = lost[i].event;
        CHECK_FAILED(try_wrong(), WAIT_TIMEOUT, lost[i].step);
    }
    reset();
    lostEvent = HANGUP_;
    netty_iocpnotify_check result = try_wrong();
    CHECK(result.code == WAIT_TIMEOUT || result.code == ERROR_INVALID_DATA);
    CHECK_FAILED(result, result.code, steps[5]);
}

static void packets_for_nothing_are_named(void) {
    static const int silent[] = { 2, 3, 5 };
    for (size_t i = 0; i < ARRAYSIZE(silent); i++) {
        reset();
        noisyEntry = silent[i];
        CHECK_FAILED(try_wrong(), ERROR_INVALID_DATA, steps[silent[i]]);
    }
    reset();
    doubledPacket = 0;
    CHECK_FAILED(try_wrong(), ERROR_INVALID_DATA, "");
}

static int failingFunction;
static HANDLE(WINAPI *real_CreateIoCompletionPort)(HANDLE file, HANDLE port, ULONG_PTR key, DWORD threads);
static SOCKET(WSAAPI *real_WSASocketW)(int f, int t, int p, LPWSAPROTOCOL_INFOW i, GROUP g, DWORD flags);
static int(WSAAPI *real_bind)(SOCKET s, const struct sockaddr *address, int length);
static int(WSAAPI *real_connect)(SOCKET s, const struct sockaddr *address, int length);

static HANDLE WINAPI no_port(HANDLE file, HANDLE port, ULONG_PTR key, DWORD threads) {
    SetLastError(ERROR_NO_SYSTEM_RESOURCES);
    return failingFunction == 0 && port == NULL ? NULL : real_CreateIoCompletionPort(file, port, key, threads);
}

static SOCKET WSAAPI no_socket(int f, int t, int p, LPWSAPROTOCOL_INFOW i, GROUP g, DWORD flags) {
    WSASetLastError(WSAEMFILE);
    return failingFunction == 1 ? INVALID_SOCKET : real_WSASocketW(f, t, p, i, g, flags);
}

static int WSAAPI no_bind(SOCKET s, const struct sockaddr *address, int length) {
    WSASetLastError(WSAEACCES);
    return failingFunction == 2 ? SOCKET_ERROR : real_bind(s, address, length);
}

static SOCKET stranger = INVALID_SOCKET;

/* Refused; without an answer, as behind a firewall; or behind another program that has found the listener. */
static int WSAAPI no_connect(SOCKET s, const struct sockaddr *address, int length) {
    if (failingFunction == 5) {
        stranger = new_socket(SOCK_STREAM);
        set_blocking(stranger, TRUE);
        CHECK_WSA(real_connect(stranger, address, length));
    }
    if (failingFunction != 3 && failingFunction != 4) {
        return real_connect(s, address, length);
    }
    WSASetLastError(failingFunction == 3 ? WSAEACCES : WSAEWOULDBLOCK);
    return SOCKET_ERROR;
}

static const exchanged_function exchanged[] = {
    { "CreateIoCompletionPort", L"kernel32.dll", (FARPROC *) (void *) &real_CreateIoCompletionPort,
      (FARPROC) (void *) no_port },
    { "WSASocketW", L"ws2_32.dll", (FARPROC *) (void *) &real_WSASocketW, (FARPROC) (void *) no_socket },
    { "bind", L"ws2_32.dll", (FARPROC *) (void *) &real_bind, (FARPROC) (void *) no_bind },
    { "connect", L"ws2_32.dll", (FARPROC *) (void *) &real_connect, (FARPROC) (void *) no_connect },
};

/* A machine on which nobody could be tried: that is no word against the provider. */
static void what_is_needed_is_no_fault_of_the_provider(void) {
    static const DWORD codes[] = {
        ERROR_NO_SYSTEM_RESOURCES, WSAEMFILE, WSAEACCES, WSAEACCES, WSAEWOULDBLOCK, WSAEADDRINUSE
    };
    import_exchange_load(exchanged, ARRAYSIZE(exchanged));
    CHECK_EQ(import_exchange_module(GetModuleHandleW(NULL)), 0);
    for (failingFunction = 0; failingFunction < (int) ARRAYSIZE(codes); failingFunction++) {
        netty_iocpnotify_check result;
        reset();
        netty_iocpnotify_provider_check(&wrong, &result);
        CHECK(!result.tried);
        CHECK_EQ(result.code, codes[failingFunction]);
        CHECK_EQ(closed, failingFunction == 0 ? 0 : 1);
    }
    CHECK_WSA(closesocket(stranger));
}

static int(WSAAPI *real_closesocket)(SOCKET s);

static int WSAAPI no_close(SOCKET s) {
    CHECK_WSA(real_closesocket(s));
    WSASetLastError(WSAENOTSOCK);
    return SOCKET_ERROR;
}

/* The provider has no part in that, and has passed by then. */
static void end_of_the_sockets_is_no_word_against_it(void) {
    static const exchanged_function closing[] = {
        { "closesocket", L"ws2_32.dll", (FARPROC *) (void *) &real_closesocket, (FARPROC) (void *) no_close },
    };
    import_exchange_load(closing, ARRAYSIZE(closing));
    CHECK_EQ(import_exchange_module(GetModuleHandleW(NULL)), 0);
    reset();
    netty_iocpnotify_check result = try_wrong();
    if (result.code != 0 || !result.tried) {
        contract_fail(__FILE__, __LINE__, "tried %d, code %lu, words \"%s\"", result.tried, result.code, result.words);
    }
}

const contract_test checkTests[] = {
    { "check_passes", passes },
    { "check_passes_though_it_is_late", passes_though_it_is_late },
    { "check_refused_arms_are_named", refused_arms_are_named },
    { "check_failed_calls_are_named", failed_calls_are_named },
    { "check_missing_events_are_named", missing_events_are_named },
    { "check_packets_for_nothing_are_named", packets_for_nothing_are_named },
    { "check_what_is_needed_is_no_fault_of_the_provider", what_is_needed_is_no_fault_of_the_provider },
    { "check_end_of_the_sockets_is_no_word_against_it", end_of_the_sockets_is_no_word_against_it },
    { NULL, NULL }
};
