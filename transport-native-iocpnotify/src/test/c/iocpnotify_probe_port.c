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

static DWORD WINAPI wait_on_port(void *port) {
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    return provider->process(port, 0, NULL, 3 * WAIT_MS, 1, &packet, &received);
}

static void port_closed_under_a_waiter(void) {
    HANDLE port = open_port();
    DWORD code = 0;
    ask_about("C29 port closed under a waiter");
    HANDLE thread = start_thread(wait_on_port, port);
    Sleep(200); /* it waits by now */
    ULONGLONG start = GetTickCount64();
    CHECK_WIN(CloseHandle(port));
    CHECK_EQ(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
    CHECK_WIN(GetExitCodeThread(thread, &code));
    answer("the waiter's call returned %lu, %s", code,
           GetTickCount64() - start < WAIT_MS ? "at once" : "at its time-out of 3 s");
    CloseHandle(thread);
}

static volatile LONG running;
static volatile LONG mostRunning;

static DWORD WINAPI dequeue_and_spin(void *port) {
    OVERLAPPED_ENTRY packet;
    UINT32 count = 0;
    if (provider->process(port, 0, NULL, 5 * WAIT_MS, 1, &packet, &count) == 0 && count == 1) {
        LONG now = InterlockedIncrement(&running);
        for (LONG most = mostRunning; now > most; most = mostRunning) {
            InterlockedCompareExchange(&mostRunning, now, most);
        }
        ULONGLONG until = GetTickCount64() + 300;
        while (GetTickCount64() < until) {
            YieldProcessor();
        }
        InterlockedDecrement(&running);
    }
    return 0;
}

static void concurrency(void) {
    for (DWORD value = 1; value <= 2; value++) {
        HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, value);
        HANDLE threads[4];
        CHECK_WIN(port != NULL);
        ask_about("threads that run at a time with concurrency %lu, of 4 with a packet each that compute for 300 ms",
                  value);
        running = 0;
        mostRunning = 0;
        for (size_t i = 0; i < ARRAYSIZE(threads); i++) {
            threads[i] = start_thread(dequeue_and_spin, port);
        }
        Sleep(200); /* they wait by now */
        for (ULONG_PTR i = 0; i < ARRAYSIZE(threads); i++) {
            CHECK_WIN(PostQueuedCompletionStatus(port, 0, i, NULL));
        }
        for (size_t i = 0; i < ARRAYSIZE(threads); i++) {
            join_thread(threads[i]);
        }
        answer("%ld", mostRunning);
        CLOSE_PORT(port);
    }
}

static volatile LONG woken;
static volatile LONG wokenOrder[4];
static HANDLE sharedPort;

static DWORD WINAPI wait_for_one(void *number) {
    OVERLAPPED_ENTRY packet;
    UINT32 count = 0;
    if (provider->process(sharedPort, 0, NULL, 10 * WAIT_MS, 1, &packet, &count) == 0 && count == 1) {
        wokenOrder[InterlockedIncrement(&woken) - 1] = (LONG) (intptr_t) number;
    }
    return 0;
}

static void wake_order(void) {
    HANDLE threads[ARRAYSIZE(wokenOrder)];
    sharedPort = open_port();
    ask_about("order in which threads 1 to 4 are woken, which began to wait one after the other");
    for (size_t i = 0; i < ARRAYSIZE(threads); i++) {
        threads[i] = start_thread(wait_for_one, (void *) (intptr_t) (i + 1));
        Sleep(200); /* it waits by now */
    }
    for (ULONG_PTR i = 0; i < ARRAYSIZE(threads); i++) {
        CHECK_WIN(PostQueuedCompletionStatus(sharedPort, 0, i, NULL));
        Sleep(100); /* its thread has taken it by now */
    }
    for (size_t i = 0; i < ARRAYSIZE(threads); i++) {
        join_thread(threads[i]);
    }
    answer("%ld %ld %ld %ld", wokenOrder[0], wokenOrder[1], wokenOrder[2], wokenOrder[3]);
    CLOSE_PORT(sharedPort);
}

const probe_question portQuestions[] = { concurrency, wake_order, port_closed_under_a_waiter, NULL };
