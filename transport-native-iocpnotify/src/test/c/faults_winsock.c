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
#include "faults.h"

/*
 * Functions of Winsock, of completion ports and of the driver that fail, or do less than they could. Each asks first
 * whether it is hit, and is the system's own function otherwise.
 */

// clang-format off
#define EXCHANGED_FUNCTIONS(F) \
    F(recv, ws2_32, int, (SOCKET s, char *b, int n, int f)) \
    F(WSARecv, ws2_32, int, (SOCKET s, LPWSABUF b, DWORD n, LPDWORD r, LPDWORD f, LPWSAOVERLAPPED o, \
      LPWSAOVERLAPPED_COMPLETION_ROUTINE c)) \
    F(send, ws2_32, int, (SOCKET s, const char *b, int n, int f)) \
    F(WSASend, ws2_32, int, (SOCKET s, LPWSABUF b, DWORD n, LPDWORD r, DWORD f, LPWSAOVERLAPPED o, \
      LPWSAOVERLAPPED_COMPLETION_ROUTINE c)) \
    F(WSARecvMsg, mswsock, int, (SOCKET s, LPWSAMSG m, LPDWORD r, LPWSAOVERLAPPED o, \
      LPWSAOVERLAPPED_COMPLETION_ROUTINE c)) \
    F(WSASendMsg, ws2_32, int, (SOCKET s, LPWSAMSG m, DWORD f, LPDWORD r, LPWSAOVERLAPPED o, \
      LPWSAOVERLAPPED_COMPLETION_ROUTINE c)) \
    F(accept, ws2_32, SOCKET, (SOCKET s, struct sockaddr *a, int *l)) \
    F(WSASocketW, ws2_32, SOCKET, (int a, int t, int p, LPWSAPROTOCOL_INFOW i, GROUP g, DWORD f)) \
    F(connect, ws2_32, int, (SOCKET s, const struct sockaddr *a, int l)) \
    F(WSAIoctl, ws2_32, int, (SOCKET s, DWORD c, LPVOID i, DWORD m, LPVOID o, DWORD n, LPDWORD r, LPWSAOVERLAPPED v, \
      LPWSAOVERLAPPED_COMPLETION_ROUTINE f)) \
    F(AcceptEx, mswsock, BOOL, (SOCKET l, SOCKET s, PVOID b, DWORD d, DWORD m, DWORD n, LPDWORD r, LPOVERLAPPED o)) \
    F(ConnectEx, mswsock, BOOL, (SOCKET s, const struct sockaddr *a, int l, PVOID b, DWORD n, LPDWORD r, \
      LPOVERLAPPED o)) \
    F(TransmitFile, mswsock, BOOL, (SOCKET s, HANDLE h, DWORD n, DWORD p, LPOVERLAPPED o, LPTRANSMIT_FILE_BUFFERS b, \
      DWORD f)) \
    F(ReadFile, kernel32, BOOL, (HANDLE h, LPVOID b, DWORD n, LPDWORD r, LPOVERLAPPED o)) \
    F(ReOpenFile, kernel32, HANDLE, (HANDLE h, DWORD a, DWORD s, DWORD f)) \
    F(CancelIoEx, kernel32, BOOL, (HANDLE h, LPOVERLAPPED o)) \
    F(CreateIoCompletionPort, kernel32, HANDLE, (HANDLE h, HANDLE p, ULONG_PTR k, DWORD n)) \
    F(PostQueuedCompletionStatus, kernel32, BOOL, (HANDLE h, DWORD b, ULONG_PTR k, LPOVERLAPPED o)) \
    F(NtDeviceIoControlFile, ntdll, netty_iocpnotify_ntstatus, (HANDLE h, HANDLE e, PVOID r, PVOID c, PVOID i, \
      ULONG o, PVOID p, ULONG m, PVOID q, ULONG n)) \
    F(NtCancelIoFileEx, ntdll, netty_iocpnotify_ntstatus, (HANDLE h, PVOID i, PVOID o))
// clang-format on

#define REAL(name, module, result, parameters) \
    typedef result(WSAAPI *type_##name) parameters; \
    static type_##name real_##name; \
    static result WSAAPI fault_##name parameters;
EXCHANGED_FUNCTIONS(REAL)

/* A pointer to one type of function is as large as one to another; POSIX and Windows both rely on it. */
#define ENTRY(name, module, result, parameters) \
    { #name, L"" #module ".dll", (FARPROC *) (void *) &real_##name, (FARPROC) (void *) fault_##name },
const exchanged_function fault_functions[] = { EXCHANGED_FUNCTIONS(ENTRY) };
const int fault_function_count = ARRAYSIZE(fault_functions);

BOOL WINAPI fault_post_unharmed(HANDLE port, DWORD bytes, ULONG_PTR key, LPOVERLAPPED overlapped) {
    return real_PostQueuedCompletionStatus(port, bytes, key, overlapped);
}

#define MAX_SHORT_SEND 16

#define STATUS_INSUFFICIENT_RESOURCES_ ((netty_iocpnotify_ntstatus) 0xC000009AL)

static int failed(int error) {
    WSASetLastError(error);
    return SOCKET_ERROR;
}

static BOOL refused(DWORD error) {
    SetLastError(error);
    return FALSE;
}

/* One of the errors with which the system says that it has no more sockets. */
static SOCKET no_socket(uint64_t drawn) {
    WSASetLastError((drawn & 1) != 0 ? WSAEMFILE : WSAENOBUFS);
    return INVALID_SOCKET;
}

/* How much of a send that is hit goes out: little, so that one message is hit often. */
static unsigned part_of(unsigned length, uint64_t drawn) {
    unsigned most = length - 1 < MAX_SHORT_SEND ? length - 1 : MAX_SHORT_SEND;
    return 1 + (unsigned) (drawn % most);
}

/* 0 or the error with which a send is hit. */
static int send_error(void) {
    return fault_draw(SEND_WOULD_BLOCK) != 0 ? WSAEWOULDBLOCK : fault_draw(SEND_NO_BUFFERS) != 0 ? WSAENOBUFS : 0;
}

static int WSAAPI fault_recv(SOCKET s, char *b, int n, int f) {
    if (fault_draw(RECEIVE_WOULD_BLOCK) != 0) {
        return failed(WSAEWOULDBLOCK);
    }
    if (fault_draw(RECEIVE_NO_BUFFERS) != 0) {
        return failed(WSAENOBUFS);
    }
    return real_recv(s, b, n > 1 && fault_draw(RECEIVE_ONE_BYTE) != 0 ? 1 : n, f);
}

static int WSAAPI fault_WSARecv(SOCKET s, LPWSABUF b, DWORD n, LPDWORD r, LPDWORD f, LPWSAOVERLAPPED o,
                                LPWSAOVERLAPPED_COMPLETION_ROUTINE c) {
    if (fault_draw(RECEIVE_REFUSED) != 0) {
        return failed(WSAENOBUFS);
    }
    if (fault_draw(RECEIVE_RESET) != 0) {
        return failed(WSAECONNRESET);
    }
    if (b[0].len > 1 && fault_draw(RECEIVE_ONE_BYTE) != 0) {
        b[0].len = 1;
    }
    return real_WSARecv(s, b, n, r, f, o, c);
}

static int WSAAPI fault_send(SOCKET s, const char *b, int n, int f) {
    int error = send_error();
    uint64_t drawn;
    if (error != 0) {
        return failed(error);
    }
    drawn = n > 1 ? fault_draw(SEND_SHORT) : 0;
    return real_send(s, b, drawn != 0 ? (int) part_of((unsigned) n, drawn) : n, f);
}

static int WSAAPI fault_WSASend(SOCKET s, LPWSABUF b, DWORD n, LPDWORD r, DWORD f, LPWSAOVERLAPPED o,
                                LPWSAOVERLAPPED_COMPLETION_ROUTINE c) {
    int error = send_error();
    uint64_t drawn;
    if (error != 0) {
        return failed(error);
    }
    drawn = b[0].len > 1 ? fault_draw(SEND_SHORT) : 0;
    if (drawn != 0) {
        WSABUF part;
        part.buf = b[0].buf;
        part.len = part_of(b[0].len, drawn);
        return real_WSASend(s, &part, 1, r, f, o, c);
    }
    return real_WSASend(s, b, n, r, f, o, c);
}

static int datagram_error(void) {
    return fault_draw(DATAGRAM_WOULD_BLOCK) != 0  ? WSAEWOULDBLOCK
           : fault_draw(DATAGRAM_NO_BUFFERS) != 0 ? WSAENOBUFS
                                                  : 0;
}

static int WSAAPI fault_WSARecvMsg(SOCKET s, LPWSAMSG m, LPDWORD r, LPWSAOVERLAPPED o,
                                   LPWSAOVERLAPPED_COMPLETION_ROUTINE c) {
    int error = datagram_error();
    u_long waiting = 0;
    if (error != 0) {
        return failed(error);
    }
    if (m->Control.len > 0 && ioctlsocket(s, FIONREAD, &waiting) == 0 && waiting > 0 && fault_draw(CONTROL_CUT) != 0) {
        /* Less than the header of any message. */
        m->Control.len = 1;
    }
    return real_WSARecvMsg(s, m, r, o, c);
}

static int WSAAPI fault_WSASendMsg(SOCKET s, LPWSAMSG m, DWORD f, LPDWORD r, LPWSAOVERLAPPED o,
                                   LPWSAOVERLAPPED_COMPLETION_ROUTINE c) {
    int error = datagram_error();
    return error != 0 ? failed(error) : real_WSASendMsg(s, m, f, r, o, c);
}

static SOCKET WSAAPI fault_accept(SOCKET s, struct sockaddr *a, int *l) {
    uint64_t drawn = fault_draw(ACCEPT_NO_SOCKET);
    if (drawn != 0) {
        return no_socket(drawn);
    }
    if (fault_draw(ACCEPT_RESET) != 0) {
        WSASetLastError(WSAECONNRESET);
        return INVALID_SOCKET;
    }
    if (fault_draw(ACCEPT_WOULD_BLOCK) != 0) {
        WSASetLastError(WSAEWOULDBLOCK);
        return INVALID_SOCKET;
    }
    return real_accept(s, a, l);
}

static SOCKET WSAAPI fault_WSASocketW(int a, int t, int p, LPWSAPROTOCOL_INFOW i, GROUP g, DWORD f) {
    uint64_t drawn = fault_draw(SOCKET_REFUSED);
    return drawn != 0 ? no_socket(drawn) : real_WSASocketW(a, t, p, i, g, f);
}

static int WSAAPI fault_connect(SOCKET s, const struct sockaddr *a, int l) {
    return fault_draw(CONNECT_NO_BUFFERS) != 0 ? failed(WSAENOBUFS) : real_connect(s, a, l);
}

/* Gives out functions that no import table and no GetProcAddress does. */
static int WSAAPI fault_WSAIoctl(SOCKET s, DWORD c, LPVOID i, DWORD m, LPVOID o, DWORD n, LPDWORD r, LPWSAOVERLAPPED v,
                                 LPWSAOVERLAPPED_COMPLETION_ROUTINE f) {
    int result = real_WSAIoctl(s, c, i, m, o, n, r, v, f);
    if (result == 0) {
        import_exchange_extension(c, i, m, o, n);
    }
    return result;
}

static BOOL WSAAPI fault_AcceptEx(SOCKET l, SOCKET s, PVOID b, DWORD d, DWORD m, DWORD n, LPDWORD r, LPOVERLAPPED o) {
    return fault_draw(OVERLAPPED_REFUSED) != 0 ? refused(WSAENOBUFS) : real_AcceptEx(l, s, b, d, m, n, r, o);
}

static BOOL WSAAPI fault_ConnectEx(SOCKET s, const struct sockaddr *a, int l, PVOID b, DWORD n, LPDWORD r,
                                   LPOVERLAPPED o) {
    return fault_draw(OVERLAPPED_REFUSED) != 0 ? refused(WSAENOBUFS) : real_ConnectEx(s, a, l, b, n, r, o);
}

static BOOL WSAAPI fault_TransmitFile(SOCKET s, HANDLE h, DWORD n, DWORD p, LPOVERLAPPED o, LPTRANSMIT_FILE_BUFFERS b,
                                      DWORD f) {
    return fault_draw(OVERLAPPED_REFUSED) != 0 ? refused(WSAENOBUFS) : real_TransmitFile(s, h, n, p, o, b, f);
}

static BOOL WSAAPI fault_ReadFile(HANDLE h, LPVOID b, DWORD n, LPDWORD r, LPOVERLAPPED o) {
    uint64_t drawn;
    if (fault_draw(FILE_READ_REFUSED) != 0) {
        return refused(ERROR_NO_SYSTEM_RESOURCES);
    }
    drawn = n > 1 ? fault_draw(FILE_READ_SHORT) : 0;
    return real_ReadFile(h, b, drawn != 0 ? 1 + (DWORD) (drawn % (n - 1)) : n, r, o);
}

static HANDLE WSAAPI fault_ReOpenFile(HANDLE h, DWORD a, DWORD s, DWORD f) {
    if (fault_draw(FILE_REOPEN_REFUSED) != 0) {
        SetLastError(ERROR_NO_SYSTEM_RESOURCES);
        return INVALID_HANDLE_VALUE;
    }
    return real_ReOpenFile(h, a, s, f);
}

static BOOL WSAAPI fault_CancelIoEx(HANDLE h, LPOVERLAPPED o) {
    return fault_draw(CANCEL_REFUSED) != 0 ? refused(ERROR_NO_SYSTEM_RESOURCES) : real_CancelIoEx(h, o);
}

static HANDLE WSAAPI fault_CreateIoCompletionPort(HANDLE h, HANDLE p, ULONG_PTR k, DWORD n) {
    if (fault_draw(PORT_REFUSED) != 0) {
        SetLastError(ERROR_NO_SYSTEM_RESOURCES);
        return NULL;
    }
    return real_CreateIoCompletionPort(h, p, k, n);
}

static BOOL WSAAPI fault_PostQueuedCompletionStatus(HANDLE h, DWORD b, ULONG_PTR k, LPOVERLAPPED o) {
    return fault_draw(POST_REFUSED) != 0 ? refused(ERROR_NO_SYSTEM_RESOURCES)
                                         : real_PostQueuedCompletionStatus(h, b, k, o);
}

static netty_iocpnotify_ntstatus WSAAPI fault_NtDeviceIoControlFile(HANDLE h, HANDLE e, PVOID r, PVOID c, PVOID i,
                                                                    ULONG o, PVOID p, ULONG m, PVOID q, ULONG n) {
    return fault_draw(POLL_REFUSED) != 0 ? STATUS_INSUFFICIENT_RESOURCES_
                                         : real_NtDeviceIoControlFile(h, e, r, c, i, o, p, m, q, n);
}

static netty_iocpnotify_ntstatus WSAAPI fault_NtCancelIoFileEx(HANDLE h, PVOID i, PVOID o) {
    return fault_draw(POLL_CANCEL_REFUSED) != 0 ? STATUS_INSUFFICIENT_RESOURCES_ : real_NtCancelIoFileEx(h, i, o);
}
