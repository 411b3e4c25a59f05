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

/*
 * Counts the calls that other libraries of this process make to sockets and completion ports: what they import is
 * exchanged for functions of this library that count and go on.
 */

#include "import_exchange_jni.h"

/*
 * name, module, result, parameters, arguments. Calls that are answered without leaving the process, such as htons or
 * WSAGetLastError, are not counted.
 */
// clang-format off
#define COUNTED_FUNCTIONS(F) \
    F(recv, ws2_32, int, (SOCKET s, char *b, int n, int f), (s, b, n, f)) \
    F(send, ws2_32, int, (SOCKET s, const char *b, int n, int f), (s, b, n, f)) \
    F(recvfrom, ws2_32, int, (SOCKET s, char *b, int n, int f, struct sockaddr *a, int *l), (s, b, n, f, a, l)) \
    F(sendto, ws2_32, int, (SOCKET s, const char *b, int n, int f, const struct sockaddr *a, int l), \
      (s, b, n, f, a, l)) \
    F(WSARecv, ws2_32, int, (SOCKET s, LPWSABUF b, DWORD n, LPDWORD r, LPDWORD f, LPWSAOVERLAPPED o, \
      LPWSAOVERLAPPED_COMPLETION_ROUTINE c), (s, b, n, r, f, o, c)) \
    F(WSASend, ws2_32, int, (SOCKET s, LPWSABUF b, DWORD n, LPDWORD r, DWORD f, LPWSAOVERLAPPED o, \
      LPWSAOVERLAPPED_COMPLETION_ROUTINE c), (s, b, n, r, f, o, c)) \
    F(WSARecvFrom, ws2_32, int, (SOCKET s, LPWSABUF b, DWORD n, LPDWORD r, LPDWORD f, struct sockaddr *a, LPINT l, \
      LPWSAOVERLAPPED o, LPWSAOVERLAPPED_COMPLETION_ROUTINE c), (s, b, n, r, f, a, l, o, c)) \
    F(WSASendTo, ws2_32, int, (SOCKET s, LPWSABUF b, DWORD n, LPDWORD r, DWORD f, const struct sockaddr *a, int l, \
      LPWSAOVERLAPPED o, LPWSAOVERLAPPED_COMPLETION_ROUTINE c), (s, b, n, r, f, a, l, o, c)) \
    F(WSARecvMsg, mswsock, int, (SOCKET s, LPWSAMSG m, LPDWORD r, LPWSAOVERLAPPED o, \
      LPWSAOVERLAPPED_COMPLETION_ROUTINE c), (s, m, r, o, c)) \
    F(WSASendMsg, ws2_32, int, (SOCKET s, LPWSAMSG m, DWORD f, LPDWORD r, LPWSAOVERLAPPED o, \
      LPWSAOVERLAPPED_COMPLETION_ROUTINE c), (s, m, f, r, o, c)) \
    F(accept, ws2_32, SOCKET, (SOCKET s, struct sockaddr *a, int *l), (s, a, l)) \
    F(WSASocketW, ws2_32, SOCKET, (int a, int t, int p, LPWSAPROTOCOL_INFOW i, GROUP g, DWORD f), (a, t, p, i, g, f)) \
    F(socket, ws2_32, SOCKET, (int a, int t, int p), (a, t, p)) \
    F(connect, ws2_32, int, (SOCKET s, const struct sockaddr *a, int l), (s, a, l)) \
    F(shutdown, ws2_32, int, (SOCKET s, int how), (s, how)) \
    F(closesocket, ws2_32, int, (SOCKET s), (s)) \
    F(ioctlsocket, ws2_32, int, (SOCKET s, long c, u_long *a), (s, c, a)) \
    F(setsockopt, ws2_32, int, (SOCKET s, int l, int o, const char *v, int n), (s, l, o, v, n)) \
    F(getsockopt, ws2_32, int, (SOCKET s, int l, int o, char *v, int *n), (s, l, o, v, n)) \
    F(getsockname, ws2_32, int, (SOCKET s, struct sockaddr *a, int *l), (s, a, l)) \
    F(getpeername, ws2_32, int, (SOCKET s, struct sockaddr *a, int *l), (s, a, l)) \
    F(select, ws2_32, int, (int n, fd_set *r, fd_set *w, fd_set *e, const struct timeval *t), (n, r, w, e, t)) \
    F(TransmitFile, mswsock, BOOL, (SOCKET s, HANDLE h, DWORD n, DWORD p, LPOVERLAPPED o, LPTRANSMIT_FILE_BUFFERS b, \
      DWORD f), (s, h, n, p, o, b, f)) \
    F(AcceptEx, mswsock, BOOL, (SOCKET l, SOCKET s, PVOID b, DWORD d, DWORD m, DWORD n, LPDWORD r, LPOVERLAPPED o), \
      (l, s, b, d, m, n, r, o)) \
    F(ConnectEx, mswsock, BOOL, (SOCKET s, const struct sockaddr *a, int l, PVOID b, DWORD n, LPDWORD r, \
      LPOVERLAPPED o), (s, a, l, b, n, r, o)) \
    F(ReadFile, kernel32, BOOL, (HANDLE h, LPVOID b, DWORD n, LPDWORD r, LPOVERLAPPED o), (h, b, n, r, o)) \
    F(PostQueuedCompletionStatus, kernel32, BOOL, (HANDLE h, DWORD b, ULONG_PTR k, LPOVERLAPPED o), (h, b, k, o)) \
    F(CancelIoEx, kernel32, BOOL, (HANDLE h, LPOVERLAPPED o), (h, o)) \
    F(NtDeviceIoControlFile, ntdll, LONG, (HANDLE h, HANDLE e, PVOID r, PVOID c, PVOID i, ULONG o, PVOID p, ULONG m, \
      PVOID q, ULONG n), (h, e, r, c, i, o, p, m, q, n)) \
    F(NtCancelIoFileEx, ntdll, LONG, (HANDLE h, PVOID i, PVOID o), (h, i, o))
// clang-format on

/* The same, but what counts it is written out below. */
// clang-format off
#define ALL_FUNCTIONS(F) \
    COUNTED_FUNCTIONS(F) \
    F(WSAIoctl, ws2_32, int, (SOCKET s, DWORD c, LPVOID i, DWORD m, LPVOID o, DWORD n, LPDWORD r, LPWSAOVERLAPPED v, \
      LPWSAOVERLAPPED_COMPLETION_ROUTINE f), (s, c, i, m, o, n, r, v, f)) \
    F(GetQueuedCompletionStatus, kernel32, BOOL, (HANDLE h, LPDWORD b, PULONG_PTR k, LPOVERLAPPED *o, DWORD t), \
      (h, b, k, o, t)) \
    F(GetQueuedCompletionStatusEx, kernel32, BOOL, (HANDLE h, LPOVERLAPPED_ENTRY e, ULONG n, PULONG r, DWORD t, \
      BOOL a), (h, e, n, r, t, a)) \
    F(ProcessSocketNotifications, ws2_32, DWORD, (HANDLE h, UINT32 m, SOCK_NOTIFY_REGISTRATION *a, UINT32 t, ULONG n, \
      OVERLAPPED_ENTRY *e, UINT32 *r), (h, m, a, t, n, e, r))
// clang-format on

#define INDEX(name, module, result, parameters, arguments) INDEX_##name,
enum { ALL_FUNCTIONS(INDEX) COUNTED };

/*
 * The real functions; written by JNI_OnLoad, and by a thread that looks one up, before it can call it. All such threads
 * write the same value.
 */
#define REAL(name, module, result, parameters, arguments) \
    typedef result(WSAAPI *type_##name) parameters; \
    static type_##name real_##name;
ALL_FUNCTIONS(REAL)

static volatile LONG64 counts[COUNTED];
/* How many waits for a completion port found nothing there, so that the thread slept. */
static volatile LONG64 sleeps;

#define COUNTING(name, module, result, parameters, arguments) \
    static result WSAAPI counting_##name parameters { \
        InterlockedIncrement64(&counts[INDEX_##name]); \
        return real_##name arguments; \
    }
COUNTED_FUNCTIONS(COUNTING)

/* Gives out functions that no import table and no GetProcAddress does. */
static int WSAAPI counting_WSAIoctl(SOCKET socket, DWORD code, LPVOID in, DWORD inSize, LPVOID out, DWORD outSize,
                                    LPDWORD returned, LPWSAOVERLAPPED overlapped,
                                    LPWSAOVERLAPPED_COMPLETION_ROUTINE routine);

/*
 * The waits. One that may sleep first asks without waiting: only if nothing is there it sleeps. What was asked for
 * counts as one call.
 */
#define WAIT_WOULD_SLEEP (GetLastError() == WAIT_TIMEOUT)

static BOOL WSAAPI counting_GetQueuedCompletionStatus(HANDLE port, LPDWORD bytes, PULONG_PTR key,
                                                      LPOVERLAPPED *overlapped, DWORD timeout) {
    BOOL result = real_GetQueuedCompletionStatus(port, bytes, key, overlapped, 0);
    InterlockedIncrement64(&counts[INDEX_GetQueuedCompletionStatus]);
    if (!result && *overlapped == NULL && WAIT_WOULD_SLEEP && timeout != 0) {
        InterlockedIncrement64(&sleeps);
        result = real_GetQueuedCompletionStatus(port, bytes, key, overlapped, timeout);
    }
    return result;
}

static BOOL WSAAPI counting_GetQueuedCompletionStatusEx(HANDLE port, LPOVERLAPPED_ENTRY entries, ULONG count,
                                                        PULONG removed, DWORD timeout, BOOL alertable) {
    BOOL result = real_GetQueuedCompletionStatusEx(port, entries, count, removed, 0, alertable);
    InterlockedIncrement64(&counts[INDEX_GetQueuedCompletionStatusEx]);
    if (!result && WAIT_WOULD_SLEEP && timeout != 0) {
        InterlockedIncrement64(&sleeps);
        result = real_GetQueuedCompletionStatusEx(port, entries, count, removed, timeout, alertable);
    }
    return result;
}

static DWORD WSAAPI counting_ProcessSocketNotifications(HANDLE port, UINT32 registrationCount,
                                                        SOCK_NOTIFY_REGISTRATION *registrations, UINT32 timeout,
                                                        ULONG count, OVERLAPPED_ENTRY *entries, UINT32 *received) {
    DWORD result = real_ProcessSocketNotifications(port, registrationCount, registrations, 0, count, entries, received);
    InterlockedIncrement64(&counts[INDEX_ProcessSocketNotifications]);
    if (result == WAIT_TIMEOUT && timeout != 0) {
        InterlockedIncrement64(&sleeps);
        result = real_ProcessSocketNotifications(port, 0, NULL, timeout, count, entries, received);
    }
    return result;
}

/* A pointer to one type of function is as large as one to another; POSIX and Windows both rely on it. */
#define ENTRY(name, module, result, parameters, arguments) \
    { #name, L"" #module ".dll", (FARPROC *) (void *) &real_##name, (FARPROC) (void *) counting_##name },
static const exchanged_function functions[COUNTED] = { ALL_FUNCTIONS(ENTRY) };

static int WSAAPI counting_WSAIoctl(SOCKET socket, DWORD code, LPVOID in, DWORD inSize, LPVOID out, DWORD outSize,
                                    LPDWORD returned, LPWSAOVERLAPPED overlapped,
                                    LPWSAOVERLAPPED_COMPLETION_ROUTINE routine) {
    int result;
    InterlockedIncrement64(&counts[INDEX_WSAIoctl]);
    result = real_WSAIoctl(socket, code, in, inSize, out, outSize, returned, overlapped, routine);
    if (result == 0) {
        import_exchange_extension(code, in, inSize, out, outSize);
    }
    return result;
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
    (void) vm;
    (void) reserved;
    import_exchange_load(functions, COUNTED);
    return JNI_VERSION_1_8;
}

JNIEXPORT jint JNICALL Java_io_netty_iocpnotify_bench_server_CallCounters_attach(JNIEnv *env, jclass clazz,
                                                                                 jstring library) {
    (void) clazz;
    return import_exchange_attach(env, library);
}

static const char *function_name(int index) {
    return functions[index].name;
}

JNIEXPORT jobjectArray JNICALL Java_io_netty_iocpnotify_bench_server_CallCounters_names(JNIEnv *env, jclass clazz) {
    (void) clazz;
    return import_exchange_strings(env, COUNTED, function_name);
}

JNIEXPORT jlongArray JNICALL Java_io_netty_iocpnotify_bench_server_CallCounters_counts(JNIEnv *env, jclass clazz) {
    jlongArray result = (*env)->NewLongArray(env, COUNTED);
    jlong copy[COUNTED];
    int i;
    (void) clazz;
    if (result == NULL) {
        return NULL;
    }
    for (i = 0; i < COUNTED; i++) {
        copy[i] = counts[i];
    }
    (*env)->SetLongArrayRegion(env, result, 0, COUNTED, copy);
    return result;
}

JNIEXPORT jlong JNICALL Java_io_netty_iocpnotify_bench_server_CallCounters_sleeps(JNIEnv *env, jclass clazz) {
    (void) env;
    (void) clazz;
    return sleeps;
}
