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
#ifndef CONTRACT_H_
#define CONTRACT_H_

/*
 * The contract of socket state notifications, as tests that any provider must pass.
 *
 *   iocpnotify_contract --provider system|afd|PATH_OF_TEST_DLL [--test NAME] [--list]
 *
 * Without --test all tests run, each in a process of its own. Exit code: 0 passed, 77 skipped (prints "SKIP reason"),
 * 1 failed (prints file:line and values). A test's name begins with the point of the contract that it holds:
 *
 *   C01 who can be registered, failed entries       C19 end of stream and IN
 *   C02 entries first, packets then, in one call    C20 reset by the peer
 *   C03 ENABLE again: re-arm, new filter            C21 connect: done, failed, not begun
 *   C04 the key is fixed                            C22 datagram sockets
 *   C05 valid triggers                              C23 listeners
 *   C06 valid operations                            C24 REMOVE and its packet
 *   C07 ENABLE with no filter                       C25 packets ahead of the REMOVE packet
 *   C08 one port for a socket                       C26 REMOVE of what is not registered
 *   C09 a socket twice in one call                  C27 close while registered
 *   C10 one-shot                                    C28 another port after REMOVE
 *   C11 persistent                                  C29 closing the port
 *   C12 level and edge                              C30 packets of others
 *   C13 coalescing                                  C31 other ways to dequeue
 *   C14 DISABLE                                     C32 many threads
 *   C15 readiness is a hint                         C33 overlapped operations on the same socket
 *   C16 ENABLE while a packet is queued             C34 other kinds of sockets, calls that fail as a whole
 *   C17 IN, OUT, HANGUP                             C35 64-bit processes only
 *   C18 ERR comes unasked
 *
 * and further: `call_` arguments, return codes, time-outs; `choose_` the choice of a provider; `race_` what went wrong
 * elsewhere; `stress_` many sockets and threads at once; `program_` the programs that the API's documentation shows;
 * `control_`, which no provider has a part in, the walk through the control messages of a datagram; `layer_` sockets of
 * layered providers, which are made of ordinary ones here; `check_` the try of a provider at the start.
 * Where Microsoft's documentation leaves the outcome open, a test takes every outcome it allows on the real call, and
 * the one we chose on ours.
 */

#include "netty_iocpnotify_provider.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct contract_test {
    const char *name;
    void (*body)(void);
} contract_test;

/* One table for each file, ended by a NULL name. */
extern const contract_test callTests[];
extern const contract_test registrationTests[];
extern const contract_test triggerTests[];
extern const contract_test eventTests[];
extern const contract_test connectTests[];
extern const contract_test removeTests[];
extern const contract_test closeTests[];
extern const contract_test portTests[];
extern const contract_test raceTests[];
extern const contract_test stressTests[];
extern const contract_test programTests[];
extern const contract_test controlTests[];
extern const contract_test layerTests[];
extern const contract_test checkTests[];

/* Set before a test starts. */
extern const netty_iocpnotify_provider *provider;
extern BOOL realSystem; /* Windows' own call: where its behaviour is unconfirmed we take what it does */
extern BOOL onWine;

/* Ends the process; any thread. The abort() that follows each call in the macros is for static analysers only. */
_Noreturn void contract_fail(const char *file, int line, const char *format, ...);
_Noreturn void contract_skip(const char *reason);
/* Where this thread is, for the watchdog's report. */
void contract_step(const char *file, int line);

#define CHECK(condition) \
    do { \
        contract_step(__FILE__, __LINE__); \
        if (!(condition)) { \
            contract_fail(__FILE__, __LINE__, "not so: %s", #condition); \
            abort(); \
        } \
    } while (0)

#define CHECK_EQ(actual, expected) \
    do { \
        contract_step(__FILE__, __LINE__); \
        long long actual_ = (long long) (actual); \
        long long expected_ = (long long) (expected); \
        if (actual_ != expected_) { \
            contract_fail(__FILE__, __LINE__, "%s is %lld (0x%llx), expected %s = %lld (0x%llx)", #actual, actual_, \
                          actual_, #expected, expected_, expected_); \
        } \
    } while (0)

/* Events: all of `must` are there, and none besides `must` and `may`. */
#define CHECK_EVENTS(events, must, may) \
    do { \
        contract_step(__FILE__, __LINE__); \
        unsigned events_ = (unsigned) (events); \
        if ((events_ & (must)) != (must) || (events_ & ~(unsigned) ((must) | (may))) != 0) { \
            contract_fail(__FILE__, __LINE__, "events 0x%02x, expected all of 0x%02x and none but 0x%02x more", \
                          events_, (unsigned) (must), (unsigned) (may)); \
        } \
    } while (0)

/* A bare Winsock or Win32 call that must succeed. */
#define CHECK_WSA(call) \
    do { \
        contract_step(__FILE__, __LINE__); \
        if ((call) == SOCKET_ERROR) { \
            contract_fail(__FILE__, __LINE__, "%s: WSA error %d", #call, WSAGetLastError()); \
        } \
    } while (0)
#define CHECK_WIN(call) \
    do { \
        contract_step(__FILE__, __LINE__); \
        if (!(call)) { \
            contract_fail(__FILE__, __LINE__, "%s: error %lu", #call, GetLastError()); \
        } \
    } while (0)

/* Short names for what every test says. */
#define IN_ SOCK_NOTIFY_EVENT_IN
#define OUT_ SOCK_NOTIFY_EVENT_OUT
#define HANGUP_ SOCK_NOTIFY_EVENT_HANGUP
#define ERR_ SOCK_NOTIFY_EVENT_ERR
#define REMOVE_ SOCK_NOTIFY_EVENT_REMOVE
#define ONESHOT_LEVEL (SOCK_NOTIFY_TRIGGER_ONESHOT | SOCK_NOTIFY_TRIGGER_LEVEL)
#define PERSISTENT_LEVEL (SOCK_NOTIFY_TRIGGER_PERSISTENT | SOCK_NOTIFY_TRIGGER_LEVEL)

/* Long enough for anything that comes at all, and long enough to see that nothing comes. */
#define SOON_MS 20000
#define QUIET_MS 60

/* Notifications: contract_sockets.c. Failures are reported where the macro stands. */
BOOL is_timeout(DWORD code);
HANDLE open_port(void);
SOCK_NOTIFY_REGISTRATION entry_of(SOCKET socket, uintptr_t key, unsigned filter, unsigned operation, unsigned triggers);
/* One pure registration call; its registrationResult. */
DWORD try_apply(const char *file, int line, HANDLE port, SOCK_NOTIFY_REGISTRATION entry);
void expect_applied(const char *file, int line, HANDLE port, SOCK_NOTIFY_REGISTRATION entry);
/* The next packet. */
OVERLAPPED_ENTRY next_packet(const char *file, int line, HANDLE port);
/* The next packet, which must be a notification for the key; its events. */
unsigned next_events(const char *file, int line, HANDLE port, uintptr_t key);
void expect_quiet(const char *file, int line, HANDLE port);
void close_socket_at(const char *file, int line, SOCKET socket);
void close_port_at(const char *file, int line, HANDLE port);

#define TRY_APPLY(port, entry) try_apply(__FILE__, __LINE__, port, entry)
#define ARM(port, socket, key, filter) \
    expect_applied(__FILE__, __LINE__, port, entry_of(socket, key, filter, SOCK_NOTIFY_OP_ENABLE, ONESHOT_LEVEL))
#define ARM_PERSISTENT(port, socket, key, filter) \
    expect_applied(__FILE__, __LINE__, port, entry_of(socket, key, filter, SOCK_NOTIFY_OP_ENABLE, PERSISTENT_LEVEL))
#define DISABLE(port, socket, key) \
    expect_applied(__FILE__, __LINE__, port, entry_of(socket, key, 0, SOCK_NOTIFY_OP_DISABLE, 0))
#define REMOVE(port, socket, key) \
    expect_applied(__FILE__, __LINE__, port, entry_of(socket, key, 0, SOCK_NOTIFY_OP_REMOVE, 0))
#define NEXT_PACKET(port) next_packet(__FILE__, __LINE__, port)
#define NEXT_EVENTS(port, key) next_events(__FILE__, __LINE__, port, key)
#define EXPECT_QUIET(port) expect_quiet(__FILE__, __LINE__, port)
#define CLOSE_SOCKET(socket) close_socket_at(__FILE__, __LINE__, socket)
#define CLOSE_PORT(port) close_port_at(__FILE__, __LINE__, port)

/* Sockets, all non-blocking and on the loopback interface. */
typedef struct socket_pair {
    SOCKET left;
    SOCKET right;
} socket_pair;

SOCKET new_socket(int type);
void set_blocking(SOCKET socket, BOOL blocking);
SOCKET new_listener(struct sockaddr_in *address);
SOCKET new_udp(struct sockaddr_in *address);
/* Connected to each other. */
socket_pair new_pair(void);
void close_pair(socket_pair pair);
void send_all(SOCKET socket, const char *text);
/* Everything that can be read now; how many bytes. 0: would block. CHECKs that it is no end and no error. */
int drain(SOCKET socket);
/* Polls for that many bytes: no second notification mechanism is to look at the socket. */
void read_exactly(SOCKET socket, int bytes);
/* Sends until it would block; how many bytes. */
size_t fill(SOCKET socket);
/* Closes with a reset. */
void reset_socket(SOCKET socket);
/* A loopback address with a TCP port that nobody listens on. */
struct sockaddr_in closed_address(void);

/* A thread that runs body(argument); joined by join_thread. */
HANDLE start_thread(DWORD(WINAPI *body)(void *), void *argument);
void join_thread(HANDLE thread);

#endif /* CONTRACT_H_ */
