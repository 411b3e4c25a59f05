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
 * What Wine lacks, each thing tried: a line with the question and what this Wine, or this Windows, answers.
 * docs/wine.md quotes what it prints; run it with tools/proofs/run.sh. Nothing is asserted, but for what late_ends()
 * says of itself.
 */
#include <winsock2.h>
#include <ws2tcpip.h>
#include <mswsock.h>
#include <iptypes.h>
#include <winternl.h>
#include <stdint.h>
#include <stdio.h>

#define SIO_TCP_INFO_CODE 0xD8000027
#define SIO_UDP_CONNRESET_CODE 0x9800000C

static void answer(const char *question, const char *what, int code) {
    printf("%-58s %s (%d)\n", question, what, code);
    fflush(stdout);
}

static void yes_or_error(const char *question, int result) {
    answer(question, result == 0 ? "works" : "fails", result == 0 ? 0 : WSAGetLastError());
}

static void exported(const char *library, const char *function) {
    char question[128];
    snprintf(question, sizeof(question), "%s exports %s", library, function);
    answer(question, GetProcAddress(GetModuleHandleA(library), function) != NULL ? "yes" : "no", 0);
}

static void option(const char *question, SOCKET s, int level, int name, int value) {
    yes_or_error(question, setsockopt(s, level, name, (const char *) &value, sizeof(value)));
}

static void extension(const char *question, GUID guid) {
    SOCKET s = WSASocketW(AF_INET, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED);
    void *function = NULL;
    DWORD bytes;
    yes_or_error(question, WSAIoctl(s, SIO_GET_EXTENSION_FUNCTION_POINTER, &guid, sizeof(guid), &function,
                                    sizeof(function), &bytes, NULL, NULL));
    closesocket(s);
}

/* A connected pair over loopback. */
static void tcp_pair(SOCKET *client, SOCKET *server) {
    struct sockaddr_in address = { 0 };
    int length = sizeof(address);
    SOCKET listener = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener, (struct sockaddr *) &address, sizeof(address));
    listen(listener, 1);
    getsockname(listener, (struct sockaddr *) &address, &length);
    *client = socket(AF_INET, SOCK_STREAM, 0);
    connect(*client, (struct sockaddr *) &address, sizeof(address));
    *server = accept(listener, NULL, NULL);
    closesocket(listener);
}

static void close_with_reset(SOCKET s) {
    struct linger linger = { 1, 0 };
    setsockopt(s, SOL_SOCKET, SO_LINGER, (const char *) &linger, sizeof(linger));
    closesocket(s);
}

static void tcp_info(void) {
    SOCKET client, server;
    DWORD version = 0, bytes;
    char info[512];
    tcp_pair(&client, &server);
    yes_or_error("SIO_TCP_INFO of a connected socket", WSAIoctl(client, SIO_TCP_INFO_CODE, &version, sizeof(version),
                                                                info, sizeof(info), &bytes, NULL, NULL));
    closesocket(client);
    closesocket(server);
}

/* Both a reset and a clean end: only the first may make recv fail. */
static void reset(void) {
    SOCKET client, server;
    char byte;
    int result, error = -1, length = sizeof(error);
    tcp_pair(&client, &server);
    close_with_reset(client);
    Sleep(200);
    result = recv(server, &byte, 1, 0);
    answer("recv after the peer closed with SO_LINGER 0", result == 0 ? "clean end of stream" : "error",
           result == 0 ? 0 : WSAGetLastError());
    getsockopt(server, SOL_SOCKET, SO_ERROR, (char *) &error, &length);
    answer("SO_ERROR of it", "code", error);
    result = send(server, "x", 1, 0);
    answer("send to it", result == 1 ? "works" : "error", result == 1 ? 0 : WSAGetLastError());
    closesocket(server);
}

/* A byte that nobody has read when the peer resets. */
static void reset_after_a_byte(void) {
    SOCKET client, server;
    char byte;
    int result;
    tcp_pair(&client, &server);
    send(client, "x", 1, 0);
    close_with_reset(client);
    Sleep(200);
    result = recv(server, &byte, 1, 0);
    answer("recv after the peer sent a byte and reset",
           result == 1   ? "the byte"
           : result == 0 ? "clean end of stream"
                         : "error",
           result >= 0 ? 0 : WSAGetLastError());
    closesocket(server);
}

static void reset_before_accept(void) {
    struct sockaddr_in address = { 0 };
    int length = sizeof(address);
    SOCKET listener = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0), server;
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener, (struct sockaddr *) &address, sizeof(address));
    listen(listener, 1);
    getsockname(listener, (struct sockaddr *) &address, &length);
    connect(client, (struct sockaddr *) &address, sizeof(address));
    close_with_reset(client);
    Sleep(200);
    memset(&address, 0, sizeof(address));
    length = sizeof(address);
    server = accept(listener, (struct sockaddr *) &address, &length);
    if (server == INVALID_SOCKET) {
        answer("accept of a connection that was reset", "fails", WSAGetLastError());
    } else {
        answer("accept of a connection that was reset", "works, with an address of family", address.sin_family);
    }
}

/* Datagrams that cannot arrive. */
static void datagrams(void) {
    struct sockaddr_in address = { 0 };
    int length = sizeof(address), i, result = 0;
    SOCKET s = socket(AF_INET, SOCK_DGRAM, 0), dead = socket(AF_INET, SOCK_DGRAM, 0);
    u_long non_blocking = 1;
    char byte;
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    yes_or_error("sendto port 0", sendto(s, "x", 1, 0, (struct sockaddr *) &address, sizeof(address)) == 1 ? 0 : -1);
    closesocket(s);
    s = socket(AF_INET, SOCK_DGRAM, 0);
    address.sin_addr.s_addr = INADDR_BROADCAST;
    address.sin_port = htons(9);
    yes_or_error("connect to 255.255.255.255 without SO_BROADCAST",
                 connect(s, (struct sockaddr *) &address, sizeof(address)));
    closesocket(s);

    s = socket(AF_INET, SOCK_DGRAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = 0;
    bind(dead, (struct sockaddr *) &address, sizeof(address));
    getsockname(dead, (struct sockaddr *) &address, &length);
    closesocket(dead);
    connect(s, (struct sockaddr *) &address, sizeof(address));
    ioctlsocket(s, (long) FIONBIO, &non_blocking);
    for (i = 0; i < 5 && result >= 0; i++) {
        result = send(s, "x", 1, 0);
        Sleep(100);
    }
    answer("5 times send to a closed port", result < 0 ? "told" : "not told", result < 0 ? WSAGetLastError() : 0);
    send(s, "x", 1, 0);
    Sleep(100);
    answer("recv after it", recv(s, &byte, 1, 0) < 0 ? "told" : "not told", WSAGetLastError());
    closesocket(s);
}

/* A datagram of 5 bytes that is received with so much room for them and for control messages. */
static void control_messages(const char *question, ULONG room, ULONG control_room) {
    struct sockaddr_in address = { 0 };
    int length = sizeof(address), result;
    SOCKET s = socket(AF_INET, SOCK_DGRAM, 0);
    const GUID id = WSAID_WSARECVMSG;
    LPFN_WSARECVMSG receive = NULL;
    DWORD on = 1, bytes, received = 4711;
    char data[16], control[256], text[96];
    WSABUF buffer = { room, data };
    WSAMSG message = { 0 };
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(s, (struct sockaddr *) &address, sizeof(address));
    getsockname(s, (struct sockaddr *) &address, &length);
    setsockopt(s, IPPROTO_IP, IP_PKTINFO, (const char *) &on, sizeof(on));
    WSAIoctl(s, SIO_GET_EXTENSION_FUNCTION_POINTER, (void *) &id, sizeof(id), &receive, sizeof(receive), &bytes, NULL,
             NULL);
    sendto(s, "12345", 5, 0, (struct sockaddr *) &address, sizeof(address));
    message.lpBuffers = &buffer;
    message.dwBufferCount = 1;
    message.Control.buf = control;
    message.Control.len = control_room;
    result = receive(s, &message, &received, NULL, NULL);
    snprintf(text, sizeof(text), "%s, flags 0x%lx, %s", result == 0 ? "works" : "fails",
             (unsigned long) message.dwFlags,
             received == 4711 ? "does not say how many bytes"
             : received == 5  ? "says 5 bytes"
                              : "says other");
    answer(question, text, result == 0 ? 0 : WSAGetLastError());
    closesocket(s);
}

static void adapters(void) {
    static char room[65536];
    ULONG size = sizeof(room);
    ULONG(WINAPI * get)(ULONG, ULONG, void *, void *, ULONG *) = (ULONG(WINAPI *)(
        ULONG, ULONG, void *, void *, ULONG *))(void (*)(void)) GetProcAddress(GetModuleHandleA("iphlpapi.dll"),
                                                                               "GetAdaptersAddresses");
    ULONG error = get(AF_UNSPEC, GAA_FLAG_SKIP_DNS_SERVER | GAA_FLAG_INCLUDE_PREFIX, NULL, room, &size);
    answer("GetAdaptersAddresses with prefixes", error == 0 ? "works" : "fails", (int) error);
}

/* --- threads that wait on a completion port --- */

static volatile LONG order;
static volatile LONG runnable;
static volatile LONG most_runnable;

typedef struct waiter {
    HANDLE port;
    HANDLE thread;
    LONG woken_as;
    BOOL woken_by_packet;
    DWORD milliseconds;
} waiter;

static DWORD WINAPI wait_once(void *argument) {
    waiter *w = argument;
    DWORD bytes, start = GetTickCount();
    ULONG_PTR key;
    OVERLAPPED *overlapped;
    w->woken_by_packet = GetQueuedCompletionStatus(w->port, &bytes, &key, &overlapped, 3000);
    w->milliseconds = GetTickCount() - start;
    w->woken_as = InterlockedIncrement(&order);
    return 0;
}

static void wake_order(void) {
    waiter waiters[3];
    HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0);
    int i;
    for (i = 0; i < 3; i++) {
        waiters[i].port = port;
        waiters[i].thread = CreateThread(NULL, 0, wait_once, &waiters[i], 0, NULL);
        Sleep(200);
    }
    for (i = 0; i < 3; i++) {
        PostQueuedCompletionStatus(port, 0, 0, NULL);
        Sleep(200);
    }
    for (i = 0; i < 3; i++) {
        WaitForSingleObject(waiters[i].thread, INFINITE);
    }
    answer("threads that wait on a port are woken",
           waiters[0].woken_as == 1 ? "first in, first out" : "last in, first out", (int) waiters[0].woken_as);
    CloseHandle(port);
}

static void close_under_waiter(void) {
    waiter w;
    w.port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0);
    w.thread = CreateThread(NULL, 0, wait_once, &w, 0, NULL);
    Sleep(300);
    CloseHandle(w.port);
    WaitForSingleObject(w.thread, INFINITE);
    answer("a port closed under a thread that waits on it for 3 s",
           w.milliseconds < 2500 ? "wakes it" : "leaves it asleep, ms", (int) w.milliseconds);
}

static DWORD WINAPI spin(void *argument) {
    DWORD bytes, start;
    ULONG_PTR key;
    OVERLAPPED *overlapped;
    LONG now;
    GetQueuedCompletionStatus((HANDLE) argument, &bytes, &key, &overlapped, INFINITE);
    now = InterlockedIncrement(&runnable);
    if (now > most_runnable) {
        most_runnable = now;
    }
    start = GetTickCount();
    while (GetTickCount() - start < 300) {
        continue; /* stays runnable: the port may let one more go only when this one blocks */
    }
    InterlockedDecrement(&runnable);
    return 0;
}

static void concurrency(void) {
    HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 1), threads[4];
    int i;
    for (i = 0; i < 4; i++) {
        threads[i] = CreateThread(NULL, 0, spin, port, 0, NULL);
    }
    Sleep(300);
    for (i = 0; i < 4; i++) {
        PostQueuedCompletionStatus(port, 0, 0, NULL);
    }
    WaitForMultipleObjects(4, threads, TRUE, INFINITE);
    answer("runnable threads of a port with concurrency 1, at most", "threads", (int) most_runnable);
    CloseHandle(port);
}

static volatile LONG looked;

static DWORD WINAPI compute(void *argument) {
    (void) argument;
    while (!looked) {
        continue;
    }
    return 0;
}

static double microseconds(LONGLONG ticks) {
    LARGE_INTEGER frequency;
    QueryPerformanceFrequency(&frequency);
    return (double) ticks * 1e6 / (double) frequency.QuadPart;
}

typedef NTSTATUS(NTAPI *query_io_completion)(HANDLE, int, LONG *, ULONG, ULONG *);

/* NtQueryIoCompletion asks the wineserver too, but never waits. */
static void empty_look(const char *question, BOOL wait) {
    query_io_completion query = (query_io_completion) (void (*)(void)) GetProcAddress(GetModuleHandleA("ntdll.dll"),
                                                                                      "NtQueryIoCompletion");
    HANDLE port = CreateIoCompletionPort(INVALID_HANDLE_VALUE, NULL, 0, 0), threads[64];
    LARGE_INTEGER begin, end;
    LONGLONG took, longest = 0, sum = 0;
    char text[64];
    SYSTEM_INFO system;
    int i, busy;
    GetSystemInfo(&system);
    busy = (int) (system.dwNumberOfProcessors < 64 ? system.dwNumberOfProcessors : 64);
    if (query == NULL) {
        answer(question, "NtQueryIoCompletion is missing", 0);
        CloseHandle(port);
        return;
    }
    looked = 0;
    for (i = 0; i < busy; i++) {
        threads[i] = CreateThread(NULL, 0, compute, NULL, 0, NULL);
    }
    for (i = 0; i < 500; i++) {
        OVERLAPPED_ENTRY entry;
        ULONG count;
        LONG depth;
        LONGLONG start;
        /* First compute for 1 ms, like a thread that looks between two pieces of work. */
        QueryPerformanceCounter(&begin);
        start = begin.QuadPart;
        do {
            QueryPerformanceCounter(&begin);
        } while (microseconds(begin.QuadPart - start) < 1000);
        if (wait) {
            GetQueuedCompletionStatusEx(port, &entry, 1, &count, 0, FALSE);
        } else {
            query(port, 0, &depth, sizeof(depth), NULL);
        }
        QueryPerformanceCounter(&end);
        took = end.QuadPart - begin.QuadPart;
        sum += took;
        longest = longest > took ? longest : took;
    }
    looked = 1;
    WaitForMultipleObjects((DWORD) busy, threads, TRUE, INFINITE);
    for (i = 0; i < busy; i++) {
        CloseHandle(threads[i]);
    }
    snprintf(text, sizeof(text), "%.0f us, at most %.0f us", microseconds(sum) / 500, microseconds(longest));
    answer(question, text, 0);
    CloseHandle(port);
}

static DWORD WINAPI end_with_7(LPVOID argument) {
    (void) argument;
    return 7;
}

static void thread_at_limit(void) {
    static SOCKET sockets[20000];
    int count = 0, left;
    for (left = 0; left < 4; left++) {
        HANDLE thread;
        DWORD code = 0;
        int freed;
        while (count < 20000 && (sockets[count] = socket(AF_INET, SOCK_STREAM, 0)) != INVALID_SOCKET) {
            count++;
        }
        for (freed = 0; freed < left && count > 0; freed++) {
            closesocket(sockets[--count]);
        }
        thread = CreateThread(NULL, 0, end_with_7, NULL, 0, NULL);
        if (thread != NULL) {
            WaitForSingleObject(thread, INFINITE);
            GetExitCodeThread(thread, &code);
            CloseHandle(thread);
        }
        answer("thread while another few sockets can be opened",
               thread == NULL ? "refused"
               : code == 7    ? "ran"
                              : "made, never ran",
               left);
    }
    while (count > 0) {
        closesocket(sockets[--count]);
    }
}

/* --- a socket that one thread polls and another one closes --- */

#define IOCTL_AFD_POLL 0x00012024
#define AFD_POLL_RECEIVE 0x0001
#define MANY_POLLS 500

/* One socket and its events: the layout that afd.sys and the wineserver read and write. */
typedef struct afd_poll {
    LARGE_INTEGER timeout;
    ULONG count;
    BOOLEAN exclusive;
    HANDLE socket;
    ULONG events;
    NTSTATUS status;
} afd_poll;

typedef struct watch {
    HANDLE port;
    HANDLE helper; /* the polls are its operations, not the socket's */
    HANDLE begun;
    SOCKET socket;
    int count; /* of polls */
    afd_poll polls[MANY_POLLS];
    IO_STATUS_BLOCK results[MANY_POLLS];
} watch;

/* When the peer looks for the end. */
typedef enum moment { AT_ONCE, IN_20_MS, AFTER_THE_PACKETS } moment;

static BOOL failed;

static void begin_polls(watch *w) {
    int i;
    for (i = 0; i < w->count; i++) {
        afd_poll *poll = &w->polls[i];
        IO_STATUS_BLOCK *result = &w->results[i];
        memset(poll, 0, sizeof(*poll));
        poll->timeout.QuadPart = INT64_MAX;
        poll->count = 1;
        poll->socket = (HANDLE) w->socket;
        poll->events = AFD_POLL_RECEIVE;
        NtDeviceIoControlFile(w->helper, NULL, NULL, result, result, IOCTL_AFD_POLL, poll, sizeof(*poll), poll,
                              sizeof(*poll));
    }
}

static void take_packets(watch *w) {
    DWORD bytes;
    ULONG_PTR key;
    OVERLAPPED *overlapped;
    int i;
    for (i = 0; i < w->count; i++) {
        if (!GetQueuedCompletionStatus(w->port, &bytes, &key, &overlapped, 10000) && overlapped == NULL) {
            answer("the packet of a poll whose socket is closed", "does not come", i);
            failed = TRUE;
            return;
        }
    }
}

static DWORD WINAPI poll_in_thread(void *argument) {
    watch *w = argument;
    begin_polls(w);
    SetEvent(w->begun);
    take_packets(w);
    return 0;
}

/* How often the peer of a socket that was just closed does not find the end of the stream. */
static int missing_ends(watch *w, const char *question, int tries, BOOL in_thread, int polls, moment look_when) {
    int i, count = 0;
    w->count = polls;
    for (i = 0; i < tries; i++) {
        HANDLE thread = NULL;
        SOCKET peer;
        u_long non_blocking = 1;
        char byte;
        tcp_pair(&peer, &w->socket);
        ioctlsocket(peer, (long) FIONBIO, &non_blocking);
        if (in_thread) {
            thread = CreateThread(NULL, 0, poll_in_thread, w, 0, NULL);
            WaitForSingleObject(w->begun, INFINITE);
        } else {
            begin_polls(w);
        }
        closesocket(w->socket);
        if (look_when == AFTER_THE_PACKETS) {
            WaitForSingleObject(thread, INFINITE);
        } else if (look_when == IN_20_MS) {
            Sleep(20);
        }
        if (recv(peer, &byte, 1, 0) != 0) {
            count++;
        }
        closesocket(peer);
        if (thread != NULL) {
            WaitForSingleObject(thread, INFINITE);
            CloseHandle(thread);
        } else {
            take_packets(w);
        }
    }
    answer(question, "ends missing", count);
    return count;
}

/*
 * On Wine a poll keeps its socket, even a closed one, until the thread that began the poll has seen its end
 * (free_poll_req() in server/sock.c). Until then the peer gets no FIN. A byte that it sends meanwhile is received, and
 * Linux sends a reset for a socket that closes with unread bytes. With one poll it depends on the time, so its count is
 * only printed. With many polls the thread needs milliseconds to see all their ends. Without a poll, or once the packet
 * is dequeued, the end is there at once. The peer only looks: from Wine 9 on who sends to a closed socket is told of the
 * reset in any case, and not of the end before it.
 */
static void late_ends(void) {
    static watch w;
    static wchar_t path[] = L"\\Device\\Afd\\Proof";
    UNICODE_STRING name = { sizeof(path) - sizeof(path[0]), sizeof(path), path };
    OBJECT_ATTRIBUTES attributes;
    IO_STATUS_BLOCK result;
    BOOL wine = GetProcAddress(GetModuleHandleA("ntdll.dll"), "wine_get_version") != NULL;
    NTSTATUS status;
    InitializeObjectAttributes(&attributes, &name, 0, NULL, NULL);
    status = NtCreateFile(&w.helper, SYNCHRONIZE, &attributes, &result, NULL, 0, FILE_SHARE_READ | FILE_SHARE_WRITE,
                          FILE_OPEN, 0, NULL, 0);
    if (status != 0) {
        answer("\\Device\\Afd", "cannot be opened", (int) status);
        return;
    }
    w.port = CreateIoCompletionPort(w.helper, NULL, 0, 0);
    w.begun = CreateEventA(NULL, FALSE, FALSE, NULL);
    if (missing_ends(&w, "250 closed without a poll, looked for at once", 250, TRUE, 0, AT_ONCE) != 0 ||
        missing_ends(&w, "250 closed by the thread that polls", 250, FALSE, 1, AT_ONCE) != 0 ||
        missing_ends(&w, "250 closed while another thread polls, after its packet", 250, TRUE, 1, AFTER_THE_PACKETS) !=
            0) {
        failed = TRUE;
    }
    missing_ends(&w, "250 closed while another thread polls, after 20 ms", 250, TRUE, 1, IN_20_MS);
    missing_ends(&w, "250 closed while another thread polls, at once", 250, TRUE, 1, AT_ONCE);
    if (missing_ends(&w, "20 closed while another thread has 500 polls", 20, TRUE, MANY_POLLS, AT_ONCE) == 0 && wine) {
        failed = TRUE;
    }
    if (failed) {
        answer("docs/wine.md is right about sockets that others poll", "no", 1);
    }
    CloseHandle(w.begun);
    CloseHandle(w.helper);
    CloseHandle(w.port);
}

int main(void) {
    WSADATA data;
    SOCKET stream, datagram;
    int size = 500;
    BOOL off = FALSE;
    DWORD bytes;
    const GUID transmit_file = WSAID_TRANSMITFILE, transmit_packets = WSAID_TRANSMITPACKETS;
    const GUID accept_ex = WSAID_ACCEPTEX, connect_ex = WSAID_CONNECTEX;
    WSAStartup(MAKEWORD(2, 2), &data);
    stream = socket(AF_INET, SOCK_STREAM, 0);
    datagram = socket(AF_INET, SOCK_DGRAM, 0);

    exported("ws2_32.dll", "ProcessSocketNotifications");
    exported("ntdll.dll", "NtAssociateWaitCompletionPacket");
    // What the JDK asks for from 21 on.
    if (LoadLibraryA("iphlpapi.dll") != NULL) {
        exported("iphlpapi.dll", "GetAnycastIpAddressTable");
        adapters();
    }
    extension("AcceptEx", accept_ex);
    extension("ConnectEx", connect_ex);
    extension("TransmitFile", transmit_file);
    extension("TransmitPackets", transmit_packets);
    yes_or_error("socket of AF_UNIX", socket(AF_UNIX, SOCK_STREAM, 0) == INVALID_SOCKET ? -1 : 0);
    option("TCP_KEEPIDLE", stream, IPPROTO_TCP, 3, 30);
    option("TCP_KEEPINTVL", stream, IPPROTO_TCP, 17, 30);
    option("TCP_KEEPCNT", stream, IPPROTO_TCP, 16, 3);
    option("TCP_FASTOPEN", stream, IPPROTO_TCP, 15, 1);
    option("UDP_SEND_MSG_SIZE", datagram, IPPROTO_UDP, 2, size);
    option("UDP_RECV_MAX_COALESCED_SIZE", datagram, IPPROTO_UDP, 3, 65535);
    option("IP_ECN", datagram, IPPROTO_IP, 50, 1);
    yes_or_error("SIO_UDP_CONNRESET",
                 WSAIoctl(datagram, SIO_UDP_CONNRESET_CODE, &off, sizeof(off), NULL, 0, &bytes, NULL, NULL));
    tcp_info();
    reset();
    reset_after_a_byte();
    reset_before_accept();
    datagrams();
    control_messages("WSARecvMsg with room for all", 16, 256);
    control_messages("WSARecvMsg with too little room for the datagram", 3, 256);
    control_messages("WSARecvMsg with too little room for control messages", 16, 1);
    wake_order();
    close_under_waiter();
    concurrency();
    late_ends();
    empty_look("a look at an empty port beside busy processors", TRUE);
    empty_look("NtQueryIoCompletion of it, which does not wait", FALSE);
    thread_at_limit();
    return failed ? 1 : 0;
}
