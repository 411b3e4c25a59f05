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
#include "iocpnotify_stand_in.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Runs the tests: options, one process for each, a watchdog that ends a hung one.
 */

#define EXIT_SKIPPED 77
#define TEST_SECONDS 120

const netty_iocpnotify_provider *provider;
BOOL realSystem;
BOOL onWine;

static const contract_test *const tables[] = { callTests,    registrationTests, triggerTests, eventTests, connectTests,
                                               removeTests,  closeTests,        portTests,    raceTests,  stressTests,
                                               programTests, controlTests,      layerTests,   checkTests };

/* The last step of each thread, written by that thread, read by the watchdog when all is lost anyway. */
static struct {
    volatile DWORD thread;
    const char *volatile file;
    volatile int line;
} steps[128];
static volatile LONG stepThreads;

static CRITICAL_SECTION outputLock;
static const char *testName = "";

static const char *base_name(const char *path) {
    const char *name = path;
    for (const char *at = path; *at != '\0'; at++) {
        if (*at == '/' || *at == '\\') {
            name = at + 1;
        }
    }
    return name;
}

void contract_step(const char *file, int line) {
    DWORD self = GetCurrentThreadId();
    LONG slot = 0;
    while (slot < stepThreads && slot < (LONG) ARRAYSIZE(steps) && steps[slot].thread != self) {
        slot++;
    }
    if (slot >= stepThreads) {
        slot = InterlockedIncrement(&stepThreads) - 1;
    }
    if (slot < (LONG) ARRAYSIZE(steps)) {
        steps[slot].thread = self;
        steps[slot].file = file;
        steps[slot].line = line;
    }
}

static void end_process(UINT code) {
    fflush(stdout);
    /* Not exit(): what other threads, in the middle of things, would do to a half-ended process is noise. */
    TerminateProcess(GetCurrentProcess(), code);
    Sleep(INFINITE);
}

_Noreturn void contract_fail(const char *file, int line, const char *format, ...) {
    EnterCriticalSection(&outputLock); /* never left: the first failure is the one that is told */
    printf("FAIL %s\n  at %s:%d: ", testName, base_name(file), line);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    end_process(1);
    abort();
}

_Noreturn void contract_skip(const char *reason) {
    EnterCriticalSection(&outputLock);
    printf("SKIP %s\n", reason);
    end_process(EXIT_SKIPPED);
    abort();
}

static DWORD WINAPI watch(void *finished) {
    if (WaitForSingleObject(finished, TEST_SECONDS * 1000) == WAIT_OBJECT_0) {
        return 0;
    }
    EnterCriticalSection(&outputLock);
    printf("FAIL %s\n  hung: not done after %d s; threads were last seen at\n", testName, TEST_SECONDS);
    for (LONG i = 0; i < stepThreads && i < (LONG) ARRAYSIZE(steps); i++) {
        if (steps[i].file != NULL) {
            printf("    thread %lu: %s:%d\n", steps[i].thread, base_name(steps[i].file), steps[i].line);
        }
    }
    end_process(1);
    return 1;
}

static const contract_test *find_test(const char *name) {
    for (size_t i = 0; i < ARRAYSIZE(tables); i++) {
        for (const contract_test *test = tables[i]; test->name != NULL; test++) {
            if (strcmp(test->name, name) == 0) {
                return test;
            }
        }
    }
    return NULL;
}

static void choose_provider(const char *name) {
    wchar_t library[MAX_PATH];
    const char *missing = "";
    BOOL named = strcmp(name, "system") == 0 || strcmp(name, "afd") == 0;
    if (!named && MultiByteToWideChar(CP_ACP, 0, name, -1, library, MAX_PATH) == 0) {
        contract_fail(__FILE__, __LINE__, "not a path: %s", name);
    }
    DWORD error = named ? netty_iocpnotify_provider_choose(name, &provider, &missing)
                        : iocpnotify_stand_in(library, &provider, &missing);
    if (error != 0 && strcmp(name, "system") == 0) {
        contract_skip("this system has no ProcessSocketNotifications");
    }
    if (error != 0) {
        contract_fail(__FILE__, __LINE__, "provider %s: error %lu, missing %s", name, error, missing);
    }
    realSystem = strcmp(name, "system") == 0;
}

static int run_here(const char *providerName, const char *name) {
    const contract_test *test = find_test(name);
    testName = name;
    if (test == NULL) {
        contract_fail(__FILE__, __LINE__, "no such test: %s", name);
    }
    WSADATA data;
    CHECK_EQ(WSAStartup(MAKEWORD(2, 2), &data), 0);
    onWine = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != NULL;
    choose_provider(providerName);
    HANDLE finished = CreateEventW(NULL, TRUE, FALSE, NULL);
    CHECK_WIN(finished != NULL);
    HANDLE watchdog = start_thread(watch, finished);
    test->body();
    CHECK_WIN(SetEvent(finished));
    join_thread(watchdog);
    CloseHandle(finished);
    printf("PASS %s\n", name);
    return 0;
}

/* The test in a process of its own; its exit code. */
static DWORD run_child(const char *providerName, const char *name) {
    char self[MAX_PATH];
    char command[3 * MAX_PATH];
    CHECK_WIN(GetModuleFileNameA(NULL, self, sizeof(self)) != 0);
    snprintf(command, sizeof(command), "\"%s\" --provider \"%s\" --test %s", self, providerName, name);
    STARTUPINFOA startup = { 0 };
    startup.cb = sizeof(startup);
    PROCESS_INFORMATION process;
    fflush(stdout);
    if (!CreateProcessA(NULL, command, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &process)) {
        printf("FAIL %s\n  no process for it: error %lu\n", name, GetLastError());
        return 1;
    }
    CHECK_EQ(WaitForSingleObject(process.hProcess, INFINITE), WAIT_OBJECT_0);
    DWORD code = 1;
    CHECK_WIN(GetExitCodeProcess(process.hProcess, &code));
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
    return code;
}

static int run_all(const char *providerName) {
    int passed = 0;
    int skipped = 0;
    int failed = 0;
    for (size_t i = 0; i < ARRAYSIZE(tables); i++) {
        for (const contract_test *test = tables[i]; test->name != NULL; test++) {
            DWORD code = run_child(providerName, test->name);
            if (code == EXIT_SKIPPED) {
                printf("     %s\n", test->name);
                skipped++;
            } else if (code == 0) {
                passed++;
            } else {
                printf("     %s ended with %lu\n", test->name, code);
                failed++;
            }
        }
    }
    printf("%d passed, %d skipped, %d failed\n", passed, skipped, failed);
    return failed != 0 ? 1 : 0;
}

static void list(void) {
    for (size_t i = 0; i < ARRAYSIZE(tables); i++) {
        for (const contract_test *test = tables[i]; test->name != NULL; test++) {
            printf("%s\n", test->name);
        }
    }
}

int main(int count, char **arguments) {
    const char *providerName = NULL;
    const char *name = NULL;
    InitializeCriticalSection(&outputLock);
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--list") == 0) {
            list();
            return 0;
        }
        if (strcmp(arguments[i], "--provider") == 0 && i + 1 < count) {
            providerName = arguments[++i];
        } else if (strcmp(arguments[i], "--test") == 0 && i + 1 < count) {
            name = arguments[++i];
        } else {
            providerName = NULL;
            break;
        }
    }
    if (providerName == NULL) {
        printf("usage: iocpnotify_contract --provider system|afd|PATH_OF_TEST_DLL [--test NAME] [--list]\n");
        return 1;
    }
    return name != NULL ? run_here(providerName, name) : run_all(providerName);
}
