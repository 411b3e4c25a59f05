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
#include <string.h>

/*
 * Asks the system's ProcessSocketNotifications, and the calls that the transport makes beside it, what their
 * documentation leaves open, and prints the answers, a line for each. Nothing is asserted: what it prints on a new
 * build of Windows is how we learn what we may rely on.
 *
 *   iocpnotify_probe [system|afd|PATH_OF_TEST_DLL]
 */

#define PROBE_SECONDS 180
#define WAIT_MS 1000

const netty_iocpnotify_provider *provider;
BOOL realSystem;
BOOL onWine;

static const char *volatile question = "start";

void contract_step(const char *file, int line) {
    (void) file;
    (void) line;
}

_Noreturn void contract_fail(const char *file, int line, const char *format, ...) {
    printf("%s: no answer, %s:%d: ", question, file, line);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
    TerminateProcess(GetCurrentProcess(), 1);
    abort();
}

static DWORD WINAPI watch(void *unused) {
    (void) unused;
    Sleep(PROBE_SECONDS * 1000);
    printf("%s: no answer within %d s, the rest was not asked\n", question, PROBE_SECONDS);
    fflush(stdout);
    TerminateProcess(GetCurrentProcess(), 0);
    return 0;
}

static void answer(const char *format, ...) {
    printf("%s: ", question);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    fflush(stdout);
}

/* One call: what it returned, what became of its entry, which packet it got. */
static DWORD ask(HANDLE port, SOCK_NOTIFY_REGISTRATION *entry, DWORD timeoutMs, OVERLAPPED_ENTRY *packet,
                 char *text, size_t size) {
    UINT32 received = 0;
    ZeroMemory(packet, sizeof(*packet));
    DWORD code = provider->process(port, entry != NULL ? 1 : 0, entry, timeoutMs, 1, packet, &received);
    int length = snprintf(text, size, "returned %lu", code);
    if (entry != NULL) {
        length += snprintf(text + length, size - (size_t) length, ", registrationResult %lu",
                           entry->registrationResult);
    }
    if (code == 0 && received != 0) {
        snprintf(text + length, size - (size_t) length, ", packet key %llu events 0x%02lx lpOverlapped %p",
                 (unsigned long long) packet->lpCompletionKey, packet->dwNumberOfBytesTransferred,
                 (void *) packet->lpOverlapped);
    } else {
        snprintf(text + length, size - (size_t) length, ", no packet");
    }
    return code;
}

static void ask_and_answer(HANDLE port, SOCK_NOTIFY_REGISTRATION *entry, DWORD timeoutMs) {
    OVERLAPPED_ENTRY packet;
    char text[256];
    ask(port, entry, timeoutMs, &packet, text, sizeof(text));
    answer("%s", text);
}

static SOCK_NOTIFY_REGISTRATION enable(SOCKET socket, uintptr_t key, unsigned filter) {
    return entry_of(socket, key, filter, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
}

static void zero_timeout(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, OUT_);
    question = "C2 writable socket, ENABLE OUT, timeout 0, same call";
    ask_and_answer(port, &entry, 0);
    question = "C2 the same, next call";
    ask_and_answer(port, NULL, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void changed_key(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 8, OUT_);
    question = "C4 armed with key 7, ENABLE OUT with key 8";
    ask_and_answer(port, &entry, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void odd_triggers(void) {
    static const struct {
        const char *name;
        unsigned triggers;
    } odd[] = {
        { "C5 LEVEL alone", SOCK_NOTIFY_TRIGGER_LEVEL },
        { "C5 ONESHOT alone", SOCK_NOTIFY_TRIGGER_ONESHOT },
        { "C5 PERSISTENT alone", SOCK_NOTIFY_TRIGGER_PERSISTENT },
        { "C5 none", 0 },
        { "C5 ONESHOT, LEVEL and EDGE", ONESHOT_LEVEL | SOCK_NOTIFY_TRIGGER_EDGE }
    };
    for (size_t i = 0; i < ARRAYSIZE(odd); i++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, odd[i].triggers);
        question = odd[i].name;
        ask_and_answer(port, &entry, WAIT_MS);
        close_pair(pair);
        CLOSE_PORT(port);
    }
}

static void empty_filter(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, SOCK_NOTIFY_REGISTER_EVENT_NONE);
    send_all(pair.right, "x");
    question = "C7 readable and writable socket, ENABLE NONE";
    ask_and_answer(port, &entry, WAIT_MS);
    reset_socket(pair.right);
    question = "C7 the same, then a reset by the peer";
    ask_and_answer(port, NULL, WAIT_MS);
    CLOSE_SOCKET(pair.left);
    CLOSE_PORT(port);
}

static void second_port(void) {
    HANDLE port = open_port();
    HANDLE other = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 8, OUT_);
    question = "C8 ENABLE on a second port";
    ask_and_answer(other, &entry, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(other);
    CLOSE_PORT(port);
}

static void twice_in_one_call(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entries[2] = { enable(pair.left, 7, IN_ | HANGUP_), enable(pair.left, 7, OUT_) };
    question = "C9 IN and then OUT of one socket in one call";
    DWORD code = provider->process(port, 2, entries, 0, 0, NULL, NULL);
    answer("returned %lu, registrationResults %lu and %lu", code, entries[0].registrationResult,
           entries[1].registrationResult);
    question = "C9 the next packet";
    ask_and_answer(port, NULL, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void filter_against_queued_packet(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    send_all(pair.right, "x");
    ARM(port, pair.left, 7, IN_ | HANGUP_);
    Sleep(100); /* its packet is queued */
    SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, OUT_);
    question = "C16 a packet of IN is queued, ENABLE OUT";
    ask_and_answer(port, &entry, WAIT_MS);
    question = "C16 the next packet";
    ask_and_answer(port, NULL, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void end_of_stream(void) {
    static const struct {
        const char *name;
        unsigned filter;
        BOOL unread;
    } filters[] = {
        { "C19 FIN with filter IN", IN_, FALSE },
        { "C19 FIN with filter IN and HANGUP", IN_ | HANGUP_, FALSE },
        { "C19 FIN with filter HANGUP", HANGUP_, FALSE },
        { "C19 FIN with filter OUT", OUT_, FALSE },
        { "C19 FIN behind unread data with filter IN and HANGUP", IN_ | HANGUP_, TRUE },
        { "C19 FIN behind unread data with filter HANGUP", HANGUP_, TRUE }
    };
    for (size_t i = 0; i < ARRAYSIZE(filters); i++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        if (filters[i].unread) {
            send_all(pair.right, "x");
        }
        CHECK_WSA(shutdown(pair.right, SD_SEND));
        Sleep(100); /* until it has arrived */
        SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, filters[i].filter);
        question = filters[i].name;
        ask_and_answer(port, &entry, WAIT_MS);
        close_pair(pair);
        CLOSE_PORT(port);
    }
}

static void reset(void) {
    static const struct {
        const char *name;
        unsigned filter;
    } filters[] = {
        { "C20 reset with filter IN", IN_ },
        { "C20 reset with filter IN and HANGUP", IN_ | HANGUP_ },
        { "C20 reset with filter OUT", OUT_ },
        { "C20 reset with all", IN_ | HANGUP_ | OUT_ }
    };
    for (size_t i = 0; i < ARRAYSIZE(filters); i++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        reset_socket(pair.right);
        Sleep(100); /* until it has arrived */
        SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, filters[i].filter);
        question = filters[i].name;
        ask_and_answer(port, &entry, WAIT_MS);
        CLOSE_SOCKET(pair.left);
        CLOSE_PORT(port);
    }
}

static void remove_unknown(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, 0, SOCK_NOTIFY_OP_REMOVE, 0);
    question = "C26 REMOVE of a socket that is not registered";
    ask_and_answer(port, &entry, WAIT_MS);
    entry = entry_of(pair.left, 7, 0, SOCK_NOTIFY_OP_DISABLE, 0);
    question = "C26 DISABLE of a socket that is not registered";
    ask_and_answer(port, &entry, WAIT_MS);
    entry = entry_of(INVALID_SOCKET, 7, IN_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL);
    question = "C1 ENABLE of INVALID_SOCKET";
    ask_and_answer(port, &entry, WAIT_MS);
    close_pair(pair);
    CLOSE_PORT(port);
}

static void *extension(SOCKET socket, GUID guid) {
    void *function = NULL;
    DWORD bytes = 0;
    CHECK_WSA(WSAIoctl(socket, SIO_GET_EXTENSION_FUNCTION_POINTER, &guid, sizeof(guid), &function, sizeof(function),
                       &bytes, NULL, NULL));
    return function;
}

static void associated_listener(BOOL associated) {
    HANDLE port = open_port();
    struct sockaddr_in address;
    GUID guid = WSAID_ACCEPTEX;
    SOCKET listener = new_listener(&address);
    SOCKET accepted = new_socket(SOCK_STREAM);
    SOCKET client = new_socket(SOCK_STREAM);
    DWORD bytes = 0;
    LPFN_ACCEPTEX acceptEx;
    /* An accept that never ends keeps its memory for ever. */
    static char addresses[2][2 * (sizeof(struct sockaddr_in) + 16)];
    static OVERLAPPED overlapped[2];
    void *function = extension(listener, guid);
    CopyMemory(&acceptEx, &function, sizeof(acceptEx));
    if (associated) {
        question = "C33 AcceptEx, associated and registered: association";
        HANDLE result = CreateIoCompletionPort((HANDLE) listener, port, 99, 0);
        answer("%s, error %lu", result != NULL ? "done" : "refused", result != NULL ? 0 : GetLastError());
    }
    question = associated ? "C33 AcceptEx, associated and registered: arm" : "C33 AcceptEx, registered only: arm";
    DWORD result = TRY_APPLY(port, enable(listener, 7, IN_));
    BOOL done = acceptEx(listener, accepted, addresses[associated], 0, sizeof(addresses[0]) / 2,
                         sizeof(addresses[0]) / 2, &bytes, &overlapped[associated]);
    answer("registrationResult %lu, AcceptEx %d error %d", result, done, WSAGetLastError());
    connect(client, (struct sockaddr *) &address, sizeof(address));
    question = associated ? "C33 AcceptEx, associated and registered: packet" : "C33 AcceptEx, registered only: packet";
    ask_and_answer(port, NULL, WAIT_MS);
    ask_and_answer(port, NULL, 100);
    CLOSE_SOCKET(client);
    CLOSE_SOCKET(accepted);
    CLOSE_SOCKET(listener);
    CLOSE_PORT(port);
}

static void associated_stream(void) {
    HANDLE port = open_port();
    GUID guid = WSAID_TRANSMITFILE;
    socket_pair pair = new_pair();
    wchar_t path[MAX_PATH];
    static OVERLAPPED overlapped;
    LPFN_TRANSMITFILE transmitFile;
    void *function = extension(pair.left, guid);
    CopyMemory(&transmitFile, &function, sizeof(transmitFile));
    CHECK_WIN(GetModuleFileNameW(NULL, path, MAX_PATH) != 0);
    HANDLE file = CreateFileW(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    CHECK_WIN(file != INVALID_HANDLE_VALUE);
    question = "C33 TransmitFile, registered and associated: association";
    DWORD result = TRY_APPLY(port, enable(pair.left, 7, IN_ | HANGUP_));
    HANDLE associated = CreateIoCompletionPort((HANDLE) pair.left, port, 99, 0);
    answer("registrationResult %lu, association %s, error %lu", result, associated != NULL ? "done" : "refused",
           associated != NULL ? 0 : GetLastError());
    question = "C33 TransmitFile, registered and associated: call";
    BOOL done = transmitFile(pair.left, file, 100, 0, &overlapped, NULL, 0);
    answer("TransmitFile %d error %d", done, WSAGetLastError());
    question = "C33 TransmitFile, registered and associated: packet";
    ask_and_answer(port, NULL, WAIT_MS);
    send_all(pair.right, "x");
    question = "C33 then data for the registration";
    ask_and_answer(port, NULL, WAIT_MS);
    close_pair(pair);
    CloseHandle(file);
    CLOSE_PORT(port);
}

static void unix_socket(void) {
    question = "AF_UNIX socket, ENABLE OUT and IN";
    SOCKET socket = WSASocketW(AF_UNIX, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED);
    if (socket == INVALID_SOCKET) {
        answer("no such sockets here, error %d", WSAGetLastError());
        return;
    }
    HANDLE port = open_port();
    SOCK_NOTIFY_REGISTRATION entry = enable(socket, 7, IN_ | OUT_);
    ask_and_answer(port, &entry, WAIT_MS);
    CLOSE_SOCKET(socket);
    CLOSE_PORT(port);
}

static void unconnected(void) {
    HANDLE port = open_port();
    SOCKET socket = new_socket(SOCK_STREAM);
    SOCK_NOTIFY_REGISTRATION entry = enable(socket, 7, IN_ | OUT_ | HANGUP_);
    question = "C21 socket that is not connected, all events";
    ask_and_answer(port, &entry, WAIT_MS);
    struct sockaddr_in address = closed_address();
    connect(socket, (struct sockaddr *) &address, sizeof(address));
    entry = enable(socket, 7, IN_ | OUT_ | HANGUP_);
    question = "C21 the same, connecting to a closed port";
    ask_and_answer(port, &entry, 5 * WAIT_MS);
    CLOSE_SOCKET(socket);
    CLOSE_PORT(port);
}

static void close_then_packet(void) {
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    ARM(port, pair.left, 7, OUT_);
    Sleep(100); /* its packet is queued */
    CLOSE_SOCKET(pair.left);
    question = "C27 a packet is queued, closesocket";
    ask_and_answer(port, NULL, WAIT_MS);
    CLOSE_SOCKET(pair.right);
    CLOSE_PORT(port);
}

static DWORD WINAPI wait_on_port(void *port) {
    OVERLAPPED_ENTRY packet;
    UINT32 received = 0;
    return provider->process(port, 0, NULL, 3 * WAIT_MS, 1, &packet, &received);
}

static void port_closed_under_a_waiter(void) {
    HANDLE port = open_port();
    DWORD code = 0;
    question = "C29 port closed under a waiter";
    HANDLE thread = start_thread(wait_on_port, port);
    Sleep(200); /* it waits by now */
    ULONGLONG start = GetTickCount64();
    CHECK_WIN(CloseHandle(port));
    CHECK_EQ(WaitForSingleObject(thread, INFINITE), WAIT_OBJECT_0);
    CHECK_WIN(GetExitCodeThread(thread, &code));
    answer("the waiter's call returned %lu after %llu ms", code, GetTickCount64() - start);
    CloseHandle(thread);
}

/* ---- beyond the call itself: what the transport does beside it */

static LPFN_TRANSMITFILE transmit_file(SOCKET socket) {
    LPFN_TRANSMITFILE transmitFile;
    void *function = extension(socket, (GUID) WSAID_TRANSMITFILE);
    CopyMemory(&transmitFile, &function, sizeof(transmitFile));
    return transmitFile;
}

/* Sends 3 bytes of "0123456789" from the offset, with the handle's own position at 5. */
static void transmit_from(const char *name, HANDLE file, DWORD offset) {
    socket_pair pair = new_pair();
    OVERLAPPED overlapped = { 0 };
    LARGE_INTEGER position = { 0 };
    DWORD bytes = 0;
    DWORD flags = 0;
    char got[4] = "";
    question = name;
    position.QuadPart = 5;
    CHECK_WIN(SetFilePointerEx(file, position, NULL, FILE_BEGIN));
    overlapped.Offset = offset;
    overlapped.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!transmit_file(pair.left)(pair.left, file, 3, 0, &overlapped, NULL, 0) && WSAGetLastError() != WSA_IO_PENDING) {
        answer("refused, error %d", WSAGetLastError());
    } else if (WaitForSingleObject(overlapped.hEvent, 5 * WAIT_MS) != WAIT_OBJECT_0) {
        answer("not done within %d ms", 5 * WAIT_MS);
        CancelIoEx((HANDLE) pair.left, &overlapped);
        WaitForSingleObject(overlapped.hEvent, 5 * WAIT_MS);
    } else {
        BOOL done = WSAGetOverlappedResult(pair.left, &overlapped, &bytes, FALSE, &flags);
        set_blocking(pair.right, TRUE);
        CHECK_WSA(shutdown(pair.left, SD_SEND));
        int count = 0;
        for (int more = 1; more > 0 && count < 3; count += more > 0 ? more : 0) {
            more = recv(pair.right, got + count, 3 - count, 0);
        }
        CHECK_WIN(SetFilePointerEx(file, (LARGE_INTEGER) { .QuadPart = 0 }, &position, FILE_CURRENT));
        answer("success %d, %lu bytes, received \"%s\", position 5 is now %lld", done, bytes, got, position.QuadPart);
    }
    CloseHandle(overlapped.hEvent);
    close_pair(pair);
}

static void file_position(void) {
    wchar_t folder[MAX_PATH];
    wchar_t path[MAX_PATH];
    DWORD written = 0;
    CHECK_WIN(GetTempPathW(MAX_PATH, folder) != 0);
    CHECK_WIN(GetTempFileNameW(folder, L"iop", 0, path) != 0);
    HANDLE file = CreateFileW(path, GENERIC_READ | GENERIC_WRITE,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, CREATE_ALWAYS,
                              FILE_FLAG_DELETE_ON_CLOSE, NULL);
    CHECK_WIN(file != INVALID_HANDLE_VALUE);
    CHECK_WIN(WriteFile(file, "0123456789", 10, &written, NULL));
    transmit_from("TransmitFile of a synchronous handle, offset 0", file, 0);
    transmit_from("TransmitFile of a synchronous handle, offset 2", file, 2);
    question = "ReOpenFile of it, overlapped";
    HANDLE reopened = ReOpenFile(file, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                 FILE_FLAG_OVERLAPPED | FILE_FLAG_SEQUENTIAL_SCAN);
    answer("%s, error %lu", reopened != INVALID_HANDLE_VALUE ? "done" : "refused",
           reopened != INVALID_HANDLE_VALUE ? 0 : GetLastError());
    if (reopened != INVALID_HANDLE_VALUE) {
        transmit_from("TransmitFile of the reopened handle, offset 0", reopened, 0);
        transmit_from("TransmitFile of the reopened handle, offset 2", reopened, 2);
        CloseHandle(reopened);
    }
    CloseHandle(file);
}

static void truncated_control(void) {
    static const struct {
        const char *name;
        ULONG data;
        ULONG control;
    } rooms[] = {
        { "WSARecvMsg of 8 bytes with IP_PKTINFO, room for all", 8, 256 },
        { "WSARecvMsg of 8 bytes with IP_PKTINFO, room for 4", 4, 256 },
        { "WSARecvMsg of 8 bytes with IP_PKTINFO, no room for control messages", 8, sizeof(WSACMSGHDR) },
        { "WSARecvMsg of 8 bytes with IP_PKTINFO, room for neither", 4, sizeof(WSACMSGHDR) }
    };
    struct sockaddr_in address;
    DWORD on = 1;
    question = "WSARecvMsg";
    SOCKET socket = new_udp(&address);
    LPFN_WSARECVMSG recvMsg;
    void *function = extension(socket, (GUID) WSAID_WSARECVMSG);
    CopyMemory(&recvMsg, &function, sizeof(recvMsg));
    CHECK_WSA(setsockopt(socket, IPPROTO_IP, IP_PKTINFO, (const char *) &on, sizeof(on)));
    for (size_t i = 0; i < ARRAYSIZE(rooms); i++) {
        union {
            WSACMSGHDR first;
            char bytes[256];
        } control = { 0 };
        struct sockaddr_in from = { 0 };
        char data[8];
        WSABUF buffer = { rooms[i].data, data };
        WSAMSG message = {
            (struct sockaddr *) &from, sizeof(from), &buffer, 1, { rooms[i].control, control.bytes }, 0
        };
        DWORD received = 0xDEAD;
        question = rooms[i].name;
        CHECK_EQ(sendto(socket, "datagram", 8, 0, (struct sockaddr *) &address, sizeof(address)), 8);
        Sleep(100); /* until it has arrived */
        int result = recvMsg(socket, &message, &received, NULL, NULL);
        answer("result %d error %d, received %lu (57005: not set), Control.len %lu of %lu, first cmsg_len %llu, "
               "dwFlags 0x%lx, namelen %d, family %d", result, result == 0 ? 0 : WSAGetLastError(), received,
               message.Control.len, rooms[i].control, (unsigned long long) control.first.cmsg_len, message.dwFlags,
               message.namelen, from.sin_family);
    }
    CLOSE_SOCKET(socket);
}

static void overlapped_packet(HANDLE port) {
    OVERLAPPED_ENTRY packet = { 0 };
    UINT32 count = 0;
    DWORD code = provider->process(port, 0, NULL, WAIT_MS, 1, &packet, &count);
    if (code != 0 || count == 0) {
        answer("returned %lu, no packet", code);
        return;
    }
    answer("key %llu, Internal 0x%llx, OVERLAPPED.Internal 0x%llx, bytes %lu",
           (unsigned long long) packet.lpCompletionKey, (unsigned long long) packet.Internal,
           packet.lpOverlapped != NULL ? (unsigned long long) packet.lpOverlapped->Internal : 0,
           packet.dwNumberOfBytesTransferred);
}

static void packet_status(void) {
    static const char *const ends[] = {
        "Internal of the packet of a WSARecv that got data", "Internal of one that was cancelled",
        "Internal of one whose peer reset the connection", "Internal of one whose socket was closed"
    };
    static OVERLAPPED overlapped[ARRAYSIZE(ends)]; /* without an end it is the system's for ever */
    static char bytes[8];
    for (size_t i = 0; i < ARRAYSIZE(ends); i++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        WSABUF buffer = { sizeof(bytes), bytes };
        DWORD flags = 0;
        question = ends[i];
        CHECK_WIN(CreateIoCompletionPort((HANDLE) pair.left, port, 99, 0) != NULL);
        int result = WSARecv(pair.left, &buffer, 1, NULL, &flags, &overlapped[i], NULL);
        CHECK(result == 0 || WSAGetLastError() == WSA_IO_PENDING);
        if (i == 0) {
            send_all(pair.right, "x");
        } else if (i == 1) {
            CHECK_WIN(CancelIoEx((HANDLE) pair.left, &overlapped[i]));
        } else if (i == 2) {
            reset_socket(pair.right);
        } else {
            CLOSE_SOCKET(pair.left);
        }
        overlapped_packet(port);
        if (i != 2) {
            CLOSE_SOCKET(pair.right);
        }
        if (i != 3) {
            CLOSE_SOCKET(pair.left);
        }
        CLOSE_PORT(port);
    }
}

static void shared_port(void) {
    static const char *const orders[] = {
        "one port: associated, then registered", "one port: registered, then associated",
        "two ports: associated with one, then registered with the other"
    };
    for (size_t i = 0; i < ARRAYSIZE(orders); i++) {
        HANDLE port = open_port();
        HANDLE other = open_port();
        socket_pair pair = new_pair();
        SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, OUT_);
        HANDLE notified = i == 2 ? other : port;
        DWORD result = 0;
        question = orders[i];
        if (i == 1) {
            result = TRY_APPLY(notified, entry);
        }
        HANDLE associated = CreateIoCompletionPort((HANDLE) pair.left, port, 99, 0);
        DWORD error = associated != NULL ? 0 : GetLastError();
        if (i != 1) {
            result = TRY_APPLY(notified, entry);
        }
        answer("association %s, error %lu, registrationResult %lu", associated != NULL ? "done" : "refused", error,
               result);
        ask_and_answer(notified, NULL, WAIT_MS);
        close_pair(pair);
        CLOSE_PORT(other);
        CLOSE_PORT(port);
    }
}

static void unix_accept(void) {
    netty_iocpnotify_sockaddr_un address = { AF_UNIX, "" };
    question = "AF_UNIX listener, ENABLE IN, a client connects";
    SOCKET listener = WSASocketW(AF_UNIX, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED);
    if (listener == INVALID_SOCKET) {
        answer("no such sockets here, error %d", WSAGetLastError());
        return;
    }
    SOCKET client = WSASocketW(AF_UNIX, SOCK_STREAM, 0, NULL, 0, WSA_FLAG_OVERLAPPED);
    HANDLE port = open_port();
    snprintf(address.sun_path, sizeof(address.sun_path), "iocpnotify-probe-%lu", GetCurrentProcessId());
    CHECK_WSA(bind(listener, (struct sockaddr *) &address, sizeof(address)));
    CHECK_WSA(listen(listener, 5));
    set_blocking(listener, FALSE);
    SOCK_NOTIFY_REGISTRATION entry = enable(listener, 7, IN_);
    DWORD result = TRY_APPLY(port, entry);
    int connected = connect(client, (struct sockaddr *) &address, sizeof(address));
    answer("registrationResult %lu, connect %d error %d", result, connected, connected == 0 ? 0 : WSAGetLastError());
    ask_and_answer(port, NULL, WAIT_MS);
    SOCKET accepted = accept(listener, NULL, NULL);
    answer("accept: %s, error %d", accepted != INVALID_SOCKET ? "a socket" : "none",
           accepted != INVALID_SOCKET ? 0 : WSAGetLastError());
    if (accepted != INVALID_SOCKET) {
        entry = enable(accepted, 8, IN_ | OUT_);
        ask_and_answer(port, &entry, WAIT_MS);
        CLOSE_SOCKET(accepted);
    }
    CLOSE_SOCKET(client);
    CLOSE_SOCKET(listener);
    DeleteFileA(address.sun_path);
    CLOSE_PORT(port);
}

static void unconnected_input(void) {
    HANDLE port = open_port();
    SOCKET socket = new_socket(SOCK_STREAM);
    SOCK_NOTIFY_REGISTRATION entry = enable(socket, 7, IN_ | HANGUP_);
    question = "C21 socket that is not connected, IN and HANGUP";
    ask_and_answer(port, &entry, WAIT_MS);
    CLOSE_SOCKET(socket);
    CLOSE_PORT(port);
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
        question = "threads that run at a time, of 4 with a packet each that compute for 300 ms";
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
        answer("%ld with concurrency %lu", mostRunning, value);
        CLOSE_PORT(port);
    }
}

static void arm_against_queued_packet(void) {
    for (int readFirst = 0; readFirst <= 1; readFirst++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        send_all(pair.right, "x");
        ARM(port, pair.left, 7, IN_ | HANGUP_);
        Sleep(100); /* its packet is queued */
        if (readFirst) {
            drain(pair.left);
        }
        question = readFirst ? "C16 a packet of IN is queued, the data is read, the same one-shot arm again"
                             : "C16 a packet of IN is queued, the same one-shot arm again";
        SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, IN_ | HANGUP_);
        ask_and_answer(port, &entry, WAIT_MS);
        ask_and_answer(port, NULL, WAIT_MS / 2);
        close_pair(pair);
        CLOSE_PORT(port);
    }
}

static void both_counts_zero(void) {
    HANDLE port = open_port();
    question = "both counts 0";
    answer("returned %lu", provider->process(port, 0, NULL, 0, 0, NULL, NULL));
    CLOSE_PORT(port);
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
        printf("nothing to ask: this system lacks %s (error %lu)\n", missing, error);
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
    if (!choose(count > 1 ? arguments[1] : "system")) {
        return 0;
    }
    CloseHandle(start_thread(watch, NULL));
    zero_timeout();
    changed_key();
    odd_triggers();
    empty_filter();
    second_port();
    twice_in_one_call();
    filter_against_queued_packet();
    arm_against_queued_packet();
    end_of_stream();
    reset();
    unconnected();
    unconnected_input();
    remove_unknown();
    close_then_packet();
    associated_listener(TRUE);
    associated_listener(FALSE);
    associated_stream();
    shared_port();
    packet_status();
    unix_socket();
    unix_accept();
    truncated_control();
    file_position();
    concurrency();
    port_closed_under_a_waiter();
    both_counts_zero();
    printf("all asked\n");
    return 0;
}
