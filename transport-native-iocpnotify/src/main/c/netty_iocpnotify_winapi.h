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
#ifndef NETTY_IOCPNOTIFY_WINAPI_H_
#define NETTY_IOCPNOTIFY_WINAPI_H_

/*
 * What of the Windows API is not in every SDK, declared here, and what is not in every Windows, found at run time.
 *
 * Include this before any other header of the system: winsock2.h must come before windows.h.
 */

#include <assert.h>
#include <stddef.h>

#include <winsock2.h>
#include <ws2tcpip.h>
#include <mswsock.h>
#include <windows.h>

/*
 * Winsock's socket state notifications. SDKs for build 20348 and later declare them in winsock2.h, mingw-w64 does not.
 */
#ifndef SOCK_NOTIFY_OP_ENABLE

#define SOCK_NOTIFY_REGISTER_EVENT_NONE 0x00
#define SOCK_NOTIFY_REGISTER_EVENT_IN 0x01
#define SOCK_NOTIFY_REGISTER_EVENT_OUT 0x02
#define SOCK_NOTIFY_REGISTER_EVENT_HANGUP 0x04
#define SOCK_NOTIFY_REGISTER_EVENTS_ALL 0x07

#define SOCK_NOTIFY_EVENT_IN 0x01
#define SOCK_NOTIFY_EVENT_OUT 0x02
#define SOCK_NOTIFY_EVENT_HANGUP 0x04
#define SOCK_NOTIFY_EVENT_ERR 0x40
#define SOCK_NOTIFY_EVENT_REMOVE 0x80

#define SOCK_NOTIFY_OP_ENABLE 0x01
#define SOCK_NOTIFY_OP_DISABLE 0x02
#define SOCK_NOTIFY_OP_REMOVE 0x04

#define SOCK_NOTIFY_TRIGGER_ONESHOT 0x01
#define SOCK_NOTIFY_TRIGGER_PERSISTENT 0x02
#define SOCK_NOTIFY_TRIGGER_LEVEL 0x04
#define SOCK_NOTIFY_TRIGGER_EDGE 0x08
#define SOCK_NOTIFY_TRIGGER_ALL 0x0F

typedef struct SOCK_NOTIFY_REGISTRATION {
    SOCKET socket;
    PVOID completionKey;
    UINT16 eventFilter;
    UINT8 operation;
    UINT8 triggerFlags;
    DWORD registrationResult;
} SOCK_NOTIFY_REGISTRATION;

#endif /* SOCK_NOTIFY_OP_ENABLE */

#ifdef _WIN64
static_assert(offsetof(SOCK_NOTIFY_REGISTRATION, socket) == 0, "SOCK_NOTIFY_REGISTRATION.socket");
static_assert(offsetof(SOCK_NOTIFY_REGISTRATION, completionKey) == 8, "SOCK_NOTIFY_REGISTRATION.completionKey");
static_assert(offsetof(SOCK_NOTIFY_REGISTRATION, eventFilter) == 16, "SOCK_NOTIFY_REGISTRATION.eventFilter");
static_assert(offsetof(SOCK_NOTIFY_REGISTRATION, operation) == 18, "SOCK_NOTIFY_REGISTRATION.operation");
static_assert(offsetof(SOCK_NOTIFY_REGISTRATION, triggerFlags) == 19, "SOCK_NOTIFY_REGISTRATION.triggerFlags");
static_assert(offsetof(SOCK_NOTIFY_REGISTRATION, registrationResult) == 20,
              "SOCK_NOTIFY_REGISTRATION.registrationResult");
static_assert(sizeof(SOCK_NOTIFY_REGISTRATION) == 24, "SOCK_NOTIFY_REGISTRATION");

static_assert(offsetof(OVERLAPPED_ENTRY, lpCompletionKey) == 0, "OVERLAPPED_ENTRY.lpCompletionKey");
static_assert(offsetof(OVERLAPPED_ENTRY, lpOverlapped) == 8, "OVERLAPPED_ENTRY.lpOverlapped");
static_assert(offsetof(OVERLAPPED_ENTRY, Internal) == 16, "OVERLAPPED_ENTRY.Internal");
static_assert(offsetof(OVERLAPPED_ENTRY, dwNumberOfBytesTransferred) == 24,
              "OVERLAPPED_ENTRY.dwNumberOfBytesTransferred");
static_assert(sizeof(OVERLAPPED_ENTRY) == 32, "OVERLAPPED_ENTRY");
#endif

/*
 * Of UDP: the ioctls are in mstcpip.h of the Windows SDK, the options in ws2ipdef.h of that for Windows 10 2004.
 */
#ifndef SIO_UDP_CONNRESET
#define SIO_UDP_CONNRESET _WSAIOW(IOC_VENDOR, 12)
#endif
#ifndef SIO_UDP_NETRESET
#define SIO_UDP_NETRESET _WSAIOW(IOC_VENDOR, 15)
#endif
#ifndef UDP_SEND_MSG_SIZE
#define UDP_SEND_MSG_SIZE 2
#endif
#ifndef UDP_RECV_MAX_COALESCED_SIZE
#define UDP_RECV_MAX_COALESCED_SIZE 3
#endif
#ifndef UDP_COALESCED_INFO
#define UDP_COALESCED_INFO 3
#endif

/* The call itself, and its name. Linking to it would make a library that does not load before build 20348. */
typedef DWORD(WSAAPI *netty_iocpnotify_process_fn)(HANDLE port, UINT32 registrationCount,
                                                   SOCK_NOTIFY_REGISTRATION *registrations, UINT32 timeoutMs,
                                                   ULONG completionCount, OVERLAPPED_ENTRY *entries,
                                                   UINT32 *receivedCount);
#define NETTY_IOCPNOTIFY_PROCESS_NAME "ProcessSocketNotifications"

/* The address of AF_UNIX, in UTF-8 and ended by a NUL; afunix.h, which declares it, is not in every SDK. */
typedef struct netty_iocpnotify_sockaddr_un {
    ADDRESS_FAMILY sun_family;
    char sun_path[108];
} netty_iocpnotify_sockaddr_un;

static_assert(offsetof(netty_iocpnotify_sockaddr_un, sun_path) == 2, "sockaddr_un.sun_path");
static_assert(sizeof(netty_iocpnotify_sockaddr_un) == 110, "sockaddr_un");

/*
 * The native API below ntdll. winternl.h differs between SDKs, so the few types are our own.
 */
typedef LONG netty_iocpnotify_ntstatus;

#define NETTY_IOCPNOTIFY_STATUS_SUCCESS ((netty_iocpnotify_ntstatus) 0x00000000L)
#define NETTY_IOCPNOTIFY_STATUS_PENDING ((netty_iocpnotify_ntstatus) 0x00000103L)
#define NETTY_IOCPNOTIFY_STATUS_INVALID_HANDLE ((netty_iocpnotify_ntstatus) 0xC0000008L)
#define NETTY_IOCPNOTIFY_STATUS_CANCELLED ((netty_iocpnotify_ntstatus) 0xC0000120L)
#define NETTY_IOCPNOTIFY_STATUS_NOT_FOUND ((netty_iocpnotify_ntstatus) 0xC0000225L)

typedef struct netty_iocpnotify_iosb {
    union {
        netty_iocpnotify_ntstatus status;
        PVOID pointer;
    };
    ULONG_PTR information;
} netty_iocpnotify_iosb;

typedef struct netty_iocpnotify_unicode_string {
    USHORT length;
    USHORT maximumLength;
    PWSTR buffer;
} netty_iocpnotify_unicode_string;

typedef struct netty_iocpnotify_object_attributes {
    ULONG length;
    HANDLE rootDirectory;
    netty_iocpnotify_unicode_string *objectName;
    ULONG attributes;
    PVOID securityDescriptor;
    PVOID securityQualityOfService;
} netty_iocpnotify_object_attributes;

#ifdef _WIN64
static_assert(sizeof(netty_iocpnotify_iosb) == 16, "IO_STATUS_BLOCK");
static_assert(offsetof(netty_iocpnotify_iosb, information) == 8, "IO_STATUS_BLOCK.Information");
static_assert(sizeof(netty_iocpnotify_unicode_string) == 16, "UNICODE_STRING");
static_assert(offsetof(netty_iocpnotify_object_attributes, objectName) == 16, "OBJECT_ATTRIBUTES.ObjectName");
static_assert(sizeof(netty_iocpnotify_object_attributes) == 48, "OBJECT_ATTRIBUTES");
#endif

typedef struct netty_iocpnotify_winapi {
    netty_iocpnotify_ntstatus(NTAPI *NtCreateFile)(HANDLE *file, ACCESS_MASK access,
                                                   netty_iocpnotify_object_attributes *attributes,
                                                   netty_iocpnotify_iosb *iosb, LARGE_INTEGER *allocationSize,
                                                   ULONG fileAttributes, ULONG shareAccess, ULONG disposition,
                                                   ULONG options, PVOID eaBuffer, ULONG eaLength);
    netty_iocpnotify_ntstatus(NTAPI *NtDeviceIoControlFile)(HANDLE file, HANDLE event, PVOID apcRoutine,
                                                            PVOID apcContext, netty_iocpnotify_iosb *iosb, ULONG code,
                                                            PVOID in, ULONG inSize, PVOID out, ULONG outSize);
    netty_iocpnotify_ntstatus(NTAPI *NtCancelIoFileEx)(HANDLE file, netty_iocpnotify_iosb *request,
                                                       netty_iocpnotify_iosb *iosb);
    ULONG(NTAPI *RtlNtStatusToDosError)(netty_iocpnotify_ntstatus status);
    netty_iocpnotify_ntstatus(NTAPI *RtlGetVersion)(OSVERSIONINFOEXW *version);
    /* In units of 100 ns. NULL if there is none: this one is not needed. */
    netty_iocpnotify_ntstatus(NTAPI *NtQueryTimerResolution)(ULONG *longest, ULONG *shortest, ULONG *present);
    BOOL wine; /* running under Wine, not Windows */
} netty_iocpnotify_winapi;

/*
 * The table above, filled on the first call; any thread. NULL when ntdll lacks one of the functions: *missing (may be
 * NULL) then names it.
 */
const netty_iocpnotify_winapi *netty_iocpnotify_winapi_get(const char **missing);

/* The Win32 code of a status, or the status itself where it has none (RtlNtStatusToDosError: ERROR_MR_MID_NOT_FOUND). */
DWORD netty_iocpnotify_winapi_error(netty_iocpnotify_ntstatus status);

/* ProcessSocketNotifications of the system's own ws2_32.dll, or NULL where that has none (before build 20348; Wine). */
netty_iocpnotify_process_fn netty_iocpnotify_winapi_process(void);

/*
 * A function of Winsock's that is found by its GUID (WSAID_... of mswsock.h), by means of a socket of the kind that it
 * will be used with. Stores it in *function, which has "size" bytes. 0, or the error.
 */
DWORD netty_iocpnotify_winapi_extension(SOCKET socket, const GUID *id, void *function, DWORD size);

#endif /* NETTY_IOCPNOTIFY_WINAPI_H_ */
