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

static void accept_by(BOOL associated) {
    const char *how = associated ? "associated and registered" : "registered only";
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
        ask_about("C33 AcceptEx, %s, association", how);
        HANDLE result = CreateIoCompletionPort((HANDLE) listener, port, 99, 0);
        answer("%s, error %lu", result != NULL ? "done" : "refused", result != NULL ? 0 : GetLastError());
    }
    ask_about("C33 AcceptEx, %s, arm", how);
    DWORD result = TRY_APPLY(port, enable(listener, 7, IN_));
    BOOL done = acceptEx(listener, accepted, addresses[associated], 0, sizeof(addresses[0]) / 2,
                         sizeof(addresses[0]) / 2, &bytes, &overlapped[associated]);
    answer("registrationResult 0x%08lx, AcceptEx %d error %d", result, done, WSAGetLastError());
    connect(client, (struct sockaddr *) &address, sizeof(address));
    ask_about("C33 AcceptEx, %s, packet", how);
    ask_and_answer(port, NULL, WAIT_MS);
    ask_and_answer(port, NULL, 100);
    CLOSE_SOCKET(client);
    CLOSE_SOCKET(accepted);
    CLOSE_SOCKET(listener);
    CLOSE_PORT(port);
}

static void associated_listener(void) {
    accept_by(TRUE);
}

static void registered_listener(void) {
    accept_by(FALSE);
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
    ask_about("C33 TransmitFile, registered and associated, association");
    DWORD result = TRY_APPLY(port, enable(pair.left, 7, IN_ | HANGUP_));
    HANDLE associated = CreateIoCompletionPort((HANDLE) pair.left, port, 99, 0);
    answer("registrationResult 0x%08lx, association %s, error %lu", result, associated != NULL ? "done" : "refused",
           associated != NULL ? 0 : GetLastError());
    ask_about("C33 TransmitFile, registered and associated, call");
    BOOL done = transmitFile(pair.left, file, 100, 0, &overlapped, NULL, 0);
    answer("TransmitFile %d error %d", done, WSAGetLastError());
    ask_about("C33 TransmitFile, registered and associated, packet");
    ask_and_answer(port, NULL, WAIT_MS);
    send_all(pair.right, "x");
    ask_about("C33 then data for the registration");
    ask_and_answer(port, NULL, WAIT_MS);
    close_pair(pair);
    CloseHandle(file);
    CLOSE_PORT(port);
}

static void shared_port(void) {
    static const char *const orders[] = { "one port, associated, then registered",
                                          "one port, registered, then associated",
                                          "two ports, associated with one, then registered with the other" };
    for (size_t i = 0; i < ARRAYSIZE(orders); i++) {
        HANDLE port = open_port();
        HANDLE other = open_port();
        socket_pair pair = new_pair();
        SOCK_NOTIFY_REGISTRATION entry = enable(pair.left, 7, OUT_);
        HANDLE notified = i == 2 ? other : port;
        DWORD result = 0;
        ask_about("%s", orders[i]);
        if (i == 1) {
            result = TRY_APPLY(notified, entry);
        }
        HANDLE associated = CreateIoCompletionPort((HANDLE) pair.left, port, 99, 0);
        DWORD error = associated != NULL ? 0 : GetLastError();
        if (i != 1) {
            result = TRY_APPLY(notified, entry);
        }
        answer("association %s, error %lu, registrationResult 0x%08lx", associated != NULL ? "done" : "refused", error,
               result);
        ask_and_answer(notified, NULL, WAIT_MS);
        close_pair(pair);
        CLOSE_PORT(other);
        CLOSE_PORT(port);
    }
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
    ask_about("%s", name);
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
    ask_about("ReOpenFile of it, overlapped");
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
    } rooms[] = { { "WSARecvMsg of 8 bytes with IP_PKTINFO, room for all", 8, 256 },
                  { "WSARecvMsg of 8 bytes with IP_PKTINFO, room for 4", 4, 256 },
                  { "WSARecvMsg of 8 bytes with IP_PKTINFO, no room for control messages", 8, sizeof(WSACMSGHDR) },
                  { "WSARecvMsg of 8 bytes with IP_PKTINFO, room for neither", 4, sizeof(WSACMSGHDR) } };
    struct sockaddr_in address;
    DWORD on = 1;
    ask_about("WSARecvMsg");
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
        ask_about("%s", rooms[i].name);
        CHECK_EQ(sendto(socket, "datagram", 8, 0, (struct sockaddr *) &address, sizeof(address)), 8);
        Sleep(100); /* until it has arrived */
        int result = recvMsg(socket, &message, &received, NULL, NULL);
        answer("result %d error %d, received %lu (57005: not set), Control.len %lu of %lu, first cmsg_len %llu, "
               "dwFlags 0x%lx, namelen %d, family %d",
               result, result == 0 ? 0 : WSAGetLastError(), received, message.Control.len, rooms[i].control,
               (unsigned long long) control.first.cmsg_len, message.dwFlags, message.namelen, from.sin_family);
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
    static const char *const ends[] = { "Internal of the packet of a WSARecv that got data",
                                        "Internal of one that was cancelled",
                                        "Internal of one whose peer reset the connection",
                                        "Internal of one whose socket was closed" };
    static OVERLAPPED overlapped[ARRAYSIZE(ends)]; /* without an end it is the system's for ever */
    static char bytes[8];
    for (size_t i = 0; i < ARRAYSIZE(ends); i++) {
        HANDLE port = open_port();
        socket_pair pair = new_pair();
        WSABUF buffer = { sizeof(bytes), bytes };
        DWORD flags = 0;
        ask_about("%s", ends[i]);
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

const probe_question overlappedQuestions[] = { associated_listener, registered_listener, associated_stream, shared_port,
                                               packet_status,       truncated_control,   file_position,     NULL };
