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
#include "stand_in_vm.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "netty_iocpnotify_winapi.h"

/*
 * Loads the JNI library that lies beside it as a Java virtual machine does, without one: what becomes of the library's
 * load and unload, also on a processor for which there is no machine here.
 *
 *   iocpnotify_jni_host
 *
 * Exit code: 0 all passed, 1 one failed; its place is printed.
 */

#define LIBRARY_PATTERN L"netty_transport_native_iocpnotify_windows_*.dll"
#define LIBRARY_VERSION JNI_VERSION_1_6
#define PACKAGE "io/netty/channel/iocpnotify/winsock/"
/* As Netty's loader names the file of a library whose package was renamed to org.my_example.io.netty. */
#define RENAMED_FILE L"org_my_1example_"
#define RENAMED_PACKAGE "org/my_example/"

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fail(__LINE__, #condition, 0); \
        } \
    } while (0)
#define CHECK_EQ(actual, expected) \
    do { \
        long long actual_ = (long long) (actual); \
        if (actual_ != (long long) (expected)) { \
            fail(__LINE__, #actual " == " #expected, actual_); \
        } \
    } while (0)
#define CHECK_WIN(call) \
    do { \
        if (!(call)) { \
            fail(__LINE__, #call, (long long) GetLastError()); \
        } \
    } while (0)

typedef jint(JNICALL *load_fn)(JavaVM *vm, void *reserved);
typedef void(JNICALL *unload_fn)(JavaVM *vm, void *reserved);

typedef struct library {
    HMODULE module;
    load_fn load;
    unload_fn unload;
    const char *prefix; /* what comes before PACKAGE */
} library;

/* What a load that came to nothing, and an unload, must leave as they found it. */
typedef struct holdings {
    size_t blocks;
    DWORD handles;
} holdings;

static const char *testName = "";
static wchar_t libraryPath[MAX_PATH];
static wchar_t renamedPath[MAX_PATH];

static _Noreturn void fail(int line, const char *condition, long long value) {
    printf("FAIL %s\n  at line %d: not so: %s (%lld)\n", testName, line, condition, value);
    fflush(stdout);
    exit(1);
}

_Noreturn void stand_in_vm_wrong(const char *what) {
    printf("FAIL %s\n  the library must not do this: %s\n", testName, what);
    fflush(stdout);
    exit(1);
}

static library open_library(const wchar_t *path, const char *prefix) {
    library opened = { NULL, NULL, NULL, prefix };
    FARPROC function;
    CHECK_WIN((opened.module = LoadLibraryW(path)) != NULL);
    CHECK_WIN((function = GetProcAddress(opened.module, "JNI_OnLoad")) != NULL);
    memcpy(&opened.load, &function, sizeof(function));
    CHECK_WIN((function = GetProcAddress(opened.module, "JNI_OnUnload")) != NULL);
    memcpy(&opened.unload, &function, sizeof(function));
    return opened;
}

static void close_library(const library *opened) {
    CHECK_WIN(FreeLibrary(opened->module));
}

static library open_plain(void) {
    return open_library(libraryPath, "");
}

static library open_renamed(void) {
    return open_library(renamedPath, RENAMED_PACKAGE);
}

/* The native of that class of the library, which must be there. */
static void native(const library *opened, const char *name, const char *method, const char *signature, void *function,
                   jclass *clazz) {
    char className[MAX_PATH];
    void *found;
    snprintf(className, sizeof(className), "%s" PACKAGE "%s", opened->prefix, name);
    found = stand_in_vm_native(className, method, signature, clazz);
    if (found == NULL) {
        fail(__LINE__, method, 0);
    }
    memcpy(function, &found, sizeof(found));
}

static BOOL winsock_is_started(void) {
    SOCKET socket = WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, NULL, 0, WSA_FLAG_OVERLAPPED);
    if (socket == INVALID_SOCKET) {
        CHECK_EQ(WSAGetLastError(), WSANOTINITIALISED);
        return FALSE;
    }
    CHECK_EQ(closesocket(socket), 0);
    return TRUE;
}

static holdings held(void) {
    HANDLE heaps[64];
    holdings result = { 0, 0 };
    DWORD count = GetProcessHeaps(ARRAYSIZE(heaps), heaps);
    CHECK(count > 0 && count <= ARRAYSIZE(heaps));
    for (DWORD i = 0; i < count; i++) {
        PROCESS_HEAP_ENTRY entry;
        entry.lpData = NULL;
        while (HeapWalk(heaps[i], &entry)) {
            result.blocks += (entry.wFlags & PROCESS_HEAP_ENTRY_BUSY) != 0;
        }
        CHECK_EQ(GetLastError(), ERROR_NO_MORE_ITEMS);
    }
    CHECK_WIN(GetProcessHandleCount(GetCurrentProcess(), &result.handles));
    return result;
}

/*
 * A heap keeps blocks for itself, so two counts may differ a little. What each of so many turns leaves behind is more.
 */
enum { WARM_UP = 16, TURNS = 256 };

static void leaves_nothing(void (*turn)(void)) {
    holdings before;
    holdings after;
    for (int i = 0; i < WARM_UP; i++) {
        turn();
    }
    before = held();
    for (int i = 0; i < TURNS; i++) {
        turn();
    }
    after = held();
    CHECK(!winsock_is_started());
    CHECK_EQ(after.handles - before.handles, 0);
    CHECK(after.blocks < before.blocks + TURNS / 2);
}

static void load_registers_natives(void) {
    library opened = open_plain();
    JavaVM *vm = stand_in_vm_start(LIBRARY_VERSION);
    CHECK(!winsock_is_started());
    CHECK_EQ(opened.load(vm, NULL), LIBRARY_VERSION);
    CHECK(!stand_in_vm_threw());
    CHECK(winsock_is_started());
    CHECK(stand_in_vm_tables() > 1);
    /* For each table its class was looked up, and the natives registered. */
    CHECK_EQ(stand_in_vm_calls(), 2 * stand_in_vm_tables());
    CHECK(stand_in_vm_stray_native(opened.module) == NULL);
    opened.unload(vm, NULL);
    CHECK(!winsock_is_started());
    close_library(&opened);
}

/* From the first class to the port, by the signatures that Java calls. */
static void use_natives(const library *opened) {
    jint(JNICALL * find)(JNIEnv * env, jclass clazz, jstring name);
    jint(JNICALL * choose)(JNIEnv * env, jclass clazz, jstring name);
    jstring(JNICALL * chosen)(JNIEnv * env, jclass clazz);
    jlong(JNICALL * createPort)(JNIEnv * env, jclass clazz, jint concurrency);
    jint(JNICALL * post)(JNIEnv * env, jclass clazz, jlong port, jlong key, jint bytes, jlong overlapped);
    jint(JNICALL * process)(JNIEnv * env, jclass clazz, jlong port, jlong registrations, jint registrationCount,
                            jint timeoutMillis, jlong entries, jint entryCount);
    jint(JNICALL * closePort)(JNIEnv * env, jclass clazz, jlong port);
    jint(JNICALL * closeSocket)(JNIEnv * env, jclass clazz, jlong socket);
    jint(JNICALL * findFields)(JNIEnv * env, jclass clazz, jclass regionClass);
    JNIEnv *env = stand_in_vm_env();
    struct sockaddr_in address = { .sin_family = AF_INET };
    SOCK_NOTIFY_REGISTRATION arm = { 0 };
    OVERLAPPED_ENTRY packet;
    SOCKET socket;
    jclass clazz;
    jlong port;
    native(opened, "Native$Constants", "find", "(Ljava/lang/String;)I", &find, &clazz);
    CHECK_EQ(find(env, clazz, stand_in_vm_string("sizeof(SOCK_NOTIFY_REGISTRATION)")),
             sizeof(SOCK_NOTIFY_REGISTRATION));
    CHECK_EQ(find(env, clazz, stand_in_vm_string("SO_EXCLUSIVEADDRUSE")), SO_EXCLUSIVEADDRUSE);
    CHECK_EQ(find(env, clazz, stand_in_vm_string("no such constant")), INT_MIN);
    native(opened, "NativePort", "choose", "(Ljava/lang/String;)I", &choose, &clazz);
    CHECK_EQ(choose(env, clazz, stand_in_vm_string("none of these")), -ERROR_INVALID_PARAMETER);
    CHECK_EQ(choose(env, clazz, stand_in_vm_string("afd")), 0);
    native(opened, "NativePort", "provider", "()Ljava/lang/String;", &chosen, &clazz);
    CHECK_EQ(strcmp(stand_in_vm_chars(chosen(env, clazz)), "afd"), 0);
    CHECK_EQ(stand_in_vm_taken_strings(), 0);
    native(opened, "NativeOverlapped", "findFields", "(Ljava/lang/Class;)I", &findFields, &clazz);
    CHECK_EQ(findFields(env, clazz, clazz), 0);
    CHECK_EQ(stand_in_vm_global_references(), 1);
    native(opened, "NativePort", "createPort", "(I)J", &createPort, &clazz);
    CHECK((port = createPort(env, clazz, 0)) > 0);
    native(opened, "NativePort", "post", "(JJIJ)I", &post, &clazz);
    CHECK_EQ(post(env, clazz, port, 1234567890123LL, 42, 0), 0);
    native(opened, "NativePort", "process", "(JJIIJI)I", &process, &clazz);
    CHECK_EQ(process(env, clazz, port, 0, 0, 10000, (jlong) (intptr_t) &packet, 1), 1);
    CHECK_EQ(packet.lpCompletionKey, 1234567890123LL);
    CHECK_EQ(packet.dwNumberOfBytesTransferred, 42);
    socket = WSASocketW(AF_INET, SOCK_DGRAM, IPPROTO_UDP, NULL, 0, WSA_FLAG_OVERLAPPED);
    CHECK(socket != INVALID_SOCKET);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    CHECK_EQ(bind(socket, (struct sockaddr *) &address, sizeof(address)), 0);
    arm.socket = socket;
    arm.completionKey = (PVOID) (intptr_t) 9876543210LL;
    arm.eventFilter = SOCK_NOTIFY_REGISTER_EVENT_OUT;
    arm.operation = SOCK_NOTIFY_OP_ENABLE;
    arm.triggerFlags = SOCK_NOTIFY_TRIGGER_ONESHOT | SOCK_NOTIFY_TRIGGER_LEVEL;
    CHECK_EQ(process(env, clazz, port, (jlong) (intptr_t) &arm, 1, 10000, (jlong) (intptr_t) &packet, 1), 1);
    CHECK_EQ(arm.registrationResult, 0);
    CHECK_EQ(packet.lpCompletionKey, 9876543210LL);
    CHECK_EQ(packet.dwNumberOfBytesTransferred, SOCK_NOTIFY_EVENT_OUT);
    native(opened, "NativeSocket", "close", "(J)I", &closeSocket, &clazz);
    CHECK_EQ(closeSocket(env, clazz, (jlong) socket), 0);
    native(opened, "NativePort", "closePort", "(J)I", &closePort, &clazz);
    CHECK_EQ(closePort(env, clazz, port), 0);
}

static void load_use_unload(library opened) {
    JavaVM *vm = stand_in_vm_start(LIBRARY_VERSION);
    int tables;
    CHECK_EQ(opened.load(vm, NULL), LIBRARY_VERSION);
    use_natives(&opened);
    tables = stand_in_vm_tables();
    stand_in_vm_refuse(0);
    opened.unload(vm, NULL);
    /* The names may be those of another copy by now: see netty_iocpnotify_JNI_OnUnload. */
    CHECK_EQ(stand_in_vm_calls(), 0);
    CHECK_EQ(stand_in_vm_tables(), tables);
    CHECK_EQ(stand_in_vm_global_references(), 0);
    CHECK(!winsock_is_started());
    close_library(&opened);
}

static void natives_answer(void) {
    load_use_unload(open_plain());
}

static void renamed(void) {
    load_use_unload(open_renamed());
}

static void natives_of_a_renamed_package_answer(void) {
    renamed();
}

static void unload_frees(void) {
    leaves_nothing(renamed);
}

/* The number of the call that is refused. */
static int refused;

static void load_refused(void) {
    library opened = open_renamed();
    JavaVM *vm = stand_in_vm_start(LIBRARY_VERSION);
    stand_in_vm_refuse(refused);
    CHECK_EQ(opened.load(vm, NULL), JNI_ERR);
    CHECK(stand_in_vm_threw());
    CHECK_EQ(stand_in_vm_tables(), 0);
    CHECK_EQ(stand_in_vm_global_references(), 0);
    CHECK(!winsock_is_started());
    close_library(&opened);
}

/* Each call that may fail fails once. A JVM does not call JNI_OnUnload after a load that failed. */
static void refused_load_leaves_nothing(void) {
    library opened = open_renamed();
    JavaVM *vm = stand_in_vm_start(LIBRARY_VERSION);
    int calls;
    CHECK_EQ(opened.load(vm, NULL), LIBRARY_VERSION);
    calls = stand_in_vm_calls();
    opened.unload(vm, NULL);
    for (refused = 1; refused <= calls; refused++) {
        load_refused();
    }
    /* It is the same module all the time, and can still be loaded. */
    CHECK_EQ(opened.load(stand_in_vm_start(LIBRARY_VERSION), NULL), LIBRARY_VERSION);
    opened.unload(vm, NULL);
    close_library(&opened);
    /* The first, where nothing is to be taken back, and the last, where the most is. */
    refused = 1;
    leaves_nothing(load_refused);
    refused = calls;
    leaves_nothing(load_refused);
}

static void old_version_of_jni_is_refused(void) {
    library opened = open_plain();
    CHECK_EQ(opened.load(stand_in_vm_start(JNI_VERSION_1_4), NULL), JNI_ERR);
    /* The library has written to it, and has not ended the line. */
    fprintf(stderr, "\n");
    CHECK_EQ(stand_in_vm_calls(), 0);
    CHECK(!winsock_is_started());
    close_library(&opened);
}

/* FALSE: it is too long. */
static BOOL path_of(wchar_t *path, const wchar_t *folder, const wchar_t *prefix, const wchar_t *name) {
    int length = swprintf(path, MAX_PATH, L"%ls%ls%ls", folder, prefix, name);
    return length > 0 && length < MAX_PATH;
}

static void find_library(void) {
    WIN32_FIND_DATAW found;
    HANDLE search;
    wchar_t folder[MAX_PATH];
    wchar_t *name;
    DWORD length = GetModuleFileNameW(NULL, folder, MAX_PATH);
    CHECK_WIN(length != 0 && length < MAX_PATH);
    CHECK((name = wcsrchr(folder, L'\\')) != NULL);
    name[1] = L'\0';
    CHECK(path_of(libraryPath, folder, L"", LIBRARY_PATTERN));
    CHECK_WIN((search = FindFirstFileW(libraryPath, &found)) != INVALID_HANDLE_VALUE);
    CHECK_WIN(FindClose(search));
    CHECK(path_of(libraryPath, folder, L"", found.cFileName));
    /* The library reads the package from the name of its file. */
    CHECK(path_of(renamedPath, folder, L"renamed", L""));
    CHECK_WIN(CreateDirectoryW(renamedPath, NULL) || GetLastError() == ERROR_ALREADY_EXISTS);
    CHECK(path_of(renamedPath, folder, L"renamed\\" RENAMED_FILE, found.cFileName));
    CHECK_WIN(CopyFileW(libraryPath, renamedPath, FALSE));
}

int main(void) {
    static const struct {
        const char *name;
        void (*body)(void);
    } tests[] = {
        { "load_registers_natives", load_registers_natives },
        { "natives_answer", natives_answer },
        { "natives_of_a_renamed_package_answer", natives_of_a_renamed_package_answer },
        { "unload_frees", unload_frees },
        { "refused_load_leaves_nothing", refused_load_leaves_nothing },
        { "old_version_of_jni_is_refused", old_version_of_jni_is_refused },
    };
    WSADATA data;
    /* The answer of a Winsock that was never started is not that of one that was started and ended. */
    CHECK_EQ(WSAStartup(MAKEWORD(2, 2), &data), 0);
    CHECK_EQ(WSACleanup(), 0);
    find_library();
    for (size_t i = 0; i < ARRAYSIZE(tests); i++) {
        testName = tests[i].name;
        tests[i].body();
        printf("PASS %s\n", testName);
        fflush(stdout);
    }
    printf("%d passed, 0 skipped, 0 failed\n", (int) ARRAYSIZE(tests));
    return 0;
}
