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
#include "iocpnotify_stand_in.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The probe's program, and what its questions share. */

#define QUESTION_SECONDS 60

const netty_iocpnotify_provider *provider;
BOOL realSystem;
BOOL onWine;

static const probe_question *const tables[] = { callQuestions, eventQuestions, endQuestions,   overlappedQuestions,
                                                portQuestions, waitQuestions,  socketQuestions };

/* Written by the thread that asks; read by the one that waits for it. */
static char question[200] = "start";

void contract_step(const char *file, int line) {
    (void) file;
    (void) line;
}

static const char *base_name(const char *path) {
    const char *name = path;
    for (const char *c = path; *c != '\0'; c++) {
        if (*c == '/' || *c == '\\') {
            name = c + 1;
        }
    }
    return name;
}

/* Ends the thread, and with it this question; the next one is asked. */
_Noreturn void contract_fail(const char *file, int line, const char *format, ...) {
    printf("%s: no answer, %s:%d: ", question, base_name(file), line);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
    ExitThread(1);
    abort();
}

void ask_about(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(question, sizeof(question), format, arguments);
    va_end(arguments);
    CHECK(strstr(question, ": ") == NULL);
}

static void print_answer(const char *kind, const char *format, va_list arguments) {
    printf("%s: %s", question, kind);
    vprintf(format, arguments);
    printf("\n");
    fflush(stdout);
}

void answer(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_answer("", format, arguments);
    va_end(arguments);
}

void answer_measured(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_answer("measured ", format, arguments);
    va_end(arguments);
}

void ask_and_answer(HANDLE port, SOCK_NOTIFY_REGISTRATION *entry, DWORD timeoutMs) {
    OVERLAPPED_ENTRY packet = { 0 };
    char result[64] = "";
    UINT32 received = 0;
    DWORD code = provider->process(port, entry != NULL ? 1 : 0, entry, timeoutMs, 1, &packet, &received);
    if (entry != NULL) {
        snprintf(result, sizeof(result), ", registrationResult 0x%08lx", entry->registrationResult);
    }
    if (code == 0 && received != 0) {
        answer("returned %lu%s, packet key %llu events 0x%02lx, lpOverlapped is %s", code, result,
               (unsigned long long) packet.lpCompletionKey, packet.dwNumberOfBytesTransferred,
               packet.lpOverlapped == NULL ? "NULL" : "not NULL");
    } else {
        answer("returned %lu%s, no packet", code, result);
    }
}

SOCK_NOTIFY_REGISTRATION enable(SOCKET socket, uintptr_t key, unsigned filter) {
    return entry_of(socket, key, filter, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
}

void *extension(SOCKET socket, GUID guid) {
    void *function = NULL;
    DWORD bytes = 0;
    CHECK_WSA(WSAIoctl(socket, SIO_GET_EXTENSION_FUNCTION_POINTER, &guid, sizeof(guid), &function, sizeof(function),
                       &bytes, NULL, NULL));
    return function;
}

int socket_error(SOCKET socket) {
    int error = 0;
    int length = sizeof(error);
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, (char *) &error, &length) == 0 ? error : -WSAGetLastError();
}

static DWORD WINAPI ask(void *asked) {
    (*(const probe_question *) asked)();
    return 0;
}

static void say_which_system(void) {
    OSVERSIONINFOW version = { sizeof(version), 0, 0, 0, 0, { 0 } };
    LONG(WINAPI * getVersion)(OSVERSIONINFOW *);
    const char *(*wineVersion)(void) = NULL;
    SYSTEM_INFO machine;
    HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    FARPROC found = GetProcAddress(ntdll, "RtlGetVersion");
    FARPROC wine = GetProcAddress(ntdll, "wine_get_version");
    ask_about("system");
    CHECK_WIN(found != NULL);
    CopyMemory(&getVersion, &found, sizeof(getVersion));
    CopyMemory(&wineVersion, &wine, sizeof(wineVersion));
    getVersion(&version);
    GetSystemInfo(&machine);
    answer_measured("Windows %lu.%lu.%lu, %lu processors%s%s", version.dwMajorVersion, version.dwMinorVersion,
                    version.dwBuildNumber, machine.dwNumberOfProcessors, wine != NULL ? ", Wine " : "",
                    wine != NULL ? wineVersion() : "");
}

static BOOL choose(const char *name) {
    wchar_t library[MAX_PATH];
    const char *missing = "";
    BOOL named = strcmp(name, "system") == 0 || strcmp(name, "afd") == 0;
    if (!named && MultiByteToWideChar(CP_ACP, 0, name, -1, library, MAX_PATH) == 0) {
        return FALSE;
    }
    DWORD error = named ? netty_iocpnotify_provider_choose(name, &provider, &missing)
                        : iocpnotify_stand_in(library, &provider, &missing);
    if (error != 0) {
        printf("nothing to ask, this system lacks %s (error %lu)\n", missing, error);
        return FALSE;
    }
    return TRUE;
}

int main(int count, char **arguments) {
    WSADATA data;
    if (WSAStartup(MAKEWORD(2, 2), &data) != 0) {
        printf("no Winsock\n");
        return 1;
    }
    say_which_system();
    if (!choose(count > 1 ? arguments[1] : "system")) {
        return 0;
    }
    for (size_t i = 0; i < ARRAYSIZE(tables); i++) {
        for (const probe_question *next = tables[i]; *next != NULL; next++) {
            HANDLE thread = start_thread(ask, (void *) next);
            if (WaitForSingleObject(thread, QUESTION_SECONDS * 1000) != WAIT_OBJECT_0) {
                printf("%s: no answer within %d s\n", question, QUESTION_SECONDS);
                fflush(stdout);
            }
            CloseHandle(thread);
        }
    }
    printf("all asked\n");
    fflush(stdout);
    /* Not exit(): threads of questions without an answer may be in the middle of things. */
    TerminateProcess(GetCurrentProcess(), 0);
    return 0;
}
