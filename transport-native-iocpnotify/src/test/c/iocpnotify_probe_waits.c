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
#include "iocpnotify_probe.h"

#include <stdlib.h>

/* How long waits are. They end with a tick of the system's clock. */

#define WAITS 20

typedef DWORD (*wait_function)(HANDLE port, DWORD timeoutMs);

static DWORD wait_by_provider(HANDLE port, DWORD timeoutMs) {
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    return provider->process(port, 0, NULL, timeoutMs, 1, &packet, &received);
}

static DWORD wait_by_port(HANDLE port, DWORD timeoutMs) {
    OVERLAPPED_ENTRY packet;
    ULONG received = 0;
    return GetQueuedCompletionStatusEx(port, &packet, 1, &received, timeoutMs, FALSE) ? 0 : GetLastError();
}

static int compare_lengths(const void *left, const void *right) {
    double a = *(const double *) left;
    double b = *(const double *) right;
    return (a > b) - (a < b);
}

static void length_of_waits(const char *name, wait_function wait, DWORD timeoutMs) {
    double lengths[WAITS];
    LARGE_INTEGER frequency;
    HANDLE port = open_port();
    ask_about("waits of %lu ms by %s", timeoutMs, name);
    CHECK_WIN(QueryPerformanceFrequency(&frequency));
    for (size_t i = 0; i < WAITS; i++) {
        LARGE_INTEGER begin;
        LARGE_INTEGER end;
        QueryPerformanceCounter(&begin);
        DWORD code = wait(port, timeoutMs);
        QueryPerformanceCounter(&end);
        CHECK(is_timeout(code));
        lengths[i] = (double) (end.QuadPart - begin.QuadPart) * 1000 / (double) frequency.QuadPart;
    }
    qsort(lengths, WAITS, sizeof(lengths[0]), compare_lengths);
    answer_measured("%.2f to %.2f ms, median %.2f", lengths[0], lengths[WAITS - 1],
                    (lengths[WAITS / 2 - 1] + lengths[WAITS / 2]) / 2);
    CLOSE_PORT(port);
}

static void lengths(void) {
    static const DWORD timeouts[] = { 1, 5, 20 };
    for (size_t i = 0; i < ARRAYSIZE(timeouts); i++) {
        length_of_waits("GetQueuedCompletionStatusEx", wait_by_port, timeouts[i]);
        length_of_waits("ProcessSocketNotifications", wait_by_provider, timeouts[i]);
    }
}

static void tick(void) {
    LONG(NTAPI * query)(ULONG *, ULONG *, ULONG *);
    ULONG longest = 0;
    ULONG shortest = 0;
    ULONG current = 0;
    ask_about("ticks of the clock");
    FARPROC found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "NtQueryTimerResolution");
    CHECK_WIN(found != NULL);
    CopyMemory(&query, &found, sizeof(query));
    CHECK_EQ(query(&longest, &shortest, &current), 0);
    answer_measured("each %.3f ms now, of %.3f to %.3f", current / 10000.0, shortest / 10000.0, longest / 10000.0);
}

const probe_question waitQuestions[] = { tick, lengths, NULL };
