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
#include "import_exchange.h"
#include "netty_iocpnotify_provider_afd.h"

/*
 * Sockets of layered providers: filters of security products, in the past. There is none on a machine for tests. So
 * what Winsock says of one ordinary socket is exchanged, and it seems to lie in a layer above another one.
 */

static SOCKET upper = INVALID_SOCKET;
/* What the one question that is answered gives out, and which it is. */
static SOCKET lower = INVALID_SOCKET;
static DWORD answered;
/* Whether the other questions "succeed" with no socket, or fail. */
static BOOL lies;
/* How many questions were asked of that socket. */
static int asked;

static int(WSAAPI *real_getsockopt)(SOCKET s, int l, int o, char *v, int *n);
static int(WSAAPI *real_WSAIoctl)(SOCKET s, DWORD c, LPVOID i, DWORD m, LPVOID o, DWORD n, LPDWORD r, LPWSAOVERLAPPED v,
                                  LPWSAOVERLAPPED_COMPLETION_ROUTINE f);

static int WSAAPI layered_getsockopt(SOCKET s, int l, int o, char *v, int *n) {
    int result = real_getsockopt(s, l, o, v, n);
    asked += s == upper;
    if (result == 0 && s == upper && l == SOL_SOCKET && o == SO_PROTOCOL_INFOW) {
        ((WSAPROTOCOL_INFOW *) (void *) v)->ProtocolChain.ChainLen = BASE_PROTOCOL + 1;
    }
    return result;
}

static int WSAAPI layered_WSAIoctl(SOCKET s, DWORD c, LPVOID i, DWORD m, LPVOID o, DWORD n, LPDWORD r,
                                   LPWSAOVERLAPPED v, LPWSAOVERLAPPED_COMPLETION_ROUTINE f) {
    SOCKET answer = c == answered ? lower : INVALID_SOCKET;
    asked += s == upper;
    if (s != upper || n != sizeof(answer)) {
        return real_WSAIoctl(s, c, i, m, o, n, r, v, f);
    }
    if (c != answered && !lies) {
        WSASetLastError(WSAEOPNOTSUPP);
        return SOCKET_ERROR;
    }
    CopyMemory(o, &answer, sizeof(answer));
    *r = sizeof(answer);
    return 0;
}

static const exchanged_function exchanged[] = {
    { "getsockopt", L"ws2_32.dll", (FARPROC *) (void *) &real_getsockopt, (FARPROC) (void *) layered_getsockopt },
    { "WSAIoctl", L"ws2_32.dll", (FARPROC *) (void *) &real_WSAIoctl, (FARPROC) (void *) layered_WSAIoctl },
};

/* In the test DLL, or in this program, whichever of them has the provider. */
static void exchange_questions(void) {
    HMODULE standIn = GetModuleHandleW(L"iocpnotify_psn.dll");
    if (realSystem) {
        contract_skip("the system asks by itself");
    }
    import_exchange_load(exchanged, ARRAYSIZE(exchanged));
    CHECK_EQ(import_exchange_module(standIn != NULL ? standIn : GetModuleHandleW(NULL)), 0);
}

static void socket_below_is_watched(void) {
    static const DWORD questions[] = { SIO_BASE_HANDLE, SIO_BSP_HANDLE_SELECT, SIO_BSP_HANDLE_POLL, SIO_BSP_HANDLE };
    exchange_questions();
    HANDLE port = open_port();
    for (size_t i = 0; i < 2 * ARRAYSIZE(questions); i++) {
        socket_pair pair = new_pair();
        upper = new_socket(SOCK_STREAM);
        lower = pair.left;
        answered = questions[i / 2];
        lies = i % 2 == 0;
        ARM(port, upper, 7, IN_ | HANGUP_);
        EXPECT_QUIET(port);
        send_all(pair.right, "x");
        CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
        CLOSE_SOCKET(upper);
        upper = INVALID_SOCKET;
        close_pair(pair);
    }
    CLOSE_PORT(port);
}

static void no_socket_below_is_refused(void) {
    exchange_questions();
    HANDLE port = open_port();
    upper = new_socket(SOCK_STREAM);
    for (int i = 0; i < 4; i++) {
        /* Nothing is answered, or a layer says that it lies below itself. */
        answered = i / 2 == 0 ? 0 : SIO_BSP_HANDLE_SELECT;
        lower = upper;
        lies = i % 2 == 0;
        CHECK_EQ(TRY_APPLY(port, entry_of(upper, 7, OUT_, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL)), WSAEOPNOTSUPP);
    }
    EXPECT_QUIET(port);
    CLOSE_SOCKET(upper);
    CLOSE_PORT(port);
}

static void direct_stream_is_not_asked(void) {
    exchange_questions();
    HANDLE port = open_port();
    socket_pair pair = new_pair();
    SOCK_NOTIFY_REGISTRATION entry = entry_of(pair.left, 7, IN_ | HANGUP_, NETTY_IOCPNOTIFY_OP_ENABLE_DIRECT,
                                              ONESHOT_LEVEL);
    upper = pair.left;
    asked = 0;
    CHECK_EQ(TRY_APPLY(port, entry), 0);
    EXPECT_QUIET(port);
    send_all(pair.right, "x");
    CHECK_EVENTS(NEXT_EVENTS(port, 7), IN_, 0);
    char byte;
    CHECK_EQ(recv(pair.left, &byte, 1, 0), 1);
    CHECK_EQ(TRY_APPLY(port, entry), 0);
    EXPECT_QUIET(port);
    CHECK_WSA(shutdown(pair.right, SD_SEND));
    CHECK_EVENTS(NEXT_EVENTS(port, 7), HANGUP_, IN_);
    CHECK_EQ(asked, 0);
    upper = INVALID_SOCKET;
    close_pair(pair);
    CLOSE_PORT(port);
}

static void no_direct_stream_is_refused(void) {
    if (realSystem) {
        contract_skip("the system does not know the operation");
    }
    HANDLE port = open_port();
    HANDLE event = CreateEventW(NULL, TRUE, FALSE, NULL);
    /*
     * Not a closed socket: its number may be the helper's by now, and who asks AFD for that one ends the wineserver of
     * Wine 8.
     */
    SOCKET sockets[] = { INVALID_SOCKET, 0, (SOCKET) event };
    for (size_t i = 0; i < ARRAYSIZE(sockets); i++) {
        CHECK(TRY_APPLY(port, entry_of(sockets[i], 7, IN_, NETTY_IOCPNOTIFY_OP_ENABLE_DIRECT, ONESHOT_LEVEL)) != 0);
    }
    EXPECT_QUIET(port);
    CloseHandle(event);
    CLOSE_PORT(port);
}

const contract_test layerTests[] = { { "layer_socket_below_is_watched", socket_below_is_watched },
                                     { "layer_no_socket_below_is_refused", no_socket_below_is_refused },
                                     { "layer_direct_stream_is_not_asked", direct_stream_is_not_asked },
                                     { "layer_no_direct_stream_is_refused", no_direct_stream_is_refused },
                                     { NULL, NULL } };
