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
 * Where the JDK and Wine's iphlpapi.dll do not fit together. setup.sh builds it into a DLL that forwards all other functions
 * to a copy of Wine's own; so FreeMibTable, which frees the table below, is Wine's, and takes it from the heap of the
 * process.
 */

#include <winsock2.h>
#include <ws2ipdef.h>
#include <iptypes.h>
#include <windows.h>

/* Their declarations in iphlpapi's own header would make them imports. */
typedef struct {
    ULONG entries;
} empty_table;

typedef ULONG(WINAPI *get_adapters_addresses)(ULONG family, ULONG flags, void *reserved, void *adapters, ULONG *size);

DWORD WINAPI GetAnycastIpAddressTable(ADDRESS_FAMILY family, void **table);
ULONG WINAPI GetAdaptersAddresses(ULONG family, ULONG flags, void *reserved, void *adapters, ULONG *size);

/* The JDK asks for it from 21 on; Wine 8 does not have it, and later ones answer the same. */
DWORD WINAPI GetAnycastIpAddressTable(ADDRESS_FAMILY family, void **table) {
    empty_table *answer;

    (void) family;
    if (table == NULL) {
        return ERROR_INVALID_PARAMETER;
    }
    answer = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY, sizeof(*answer));
    if (answer == NULL) {
        return ERROR_NOT_ENOUGH_MEMORY;
    }
    *table = answer;
    return NO_ERROR;
}

/*
 * Debian's Wine 10 refuses to list the prefixes of an adapter with a route of prefix length 0 that has no gateway, which the
 * loopback of Linux has for IPv6. The JDK asks for them up to 20, and does without where there are none.
 */
ULONG WINAPI GetAdaptersAddresses(ULONG family, ULONG flags, void *reserved, void *adapters, ULONG *size) {
    HMODULE wines = LoadLibraryW(L"wine_iphlpapi.dll");
    get_adapters_addresses get;
    ULONG error;

    if (wines == NULL) {
        return ERROR_MOD_NOT_FOUND;
    }
    get = (get_adapters_addresses) (void (*)(void)) GetProcAddress(wines, "GetAdaptersAddresses");
    if (get == NULL) {
        return ERROR_PROC_NOT_FOUND;
    }
    error = get(family, flags, reserved, adapters, size);
    if (error == ERROR_INVALID_DATA && (flags & GAA_FLAG_INCLUDE_PREFIX) != 0) {
        error = get(family, flags & ~(ULONG) GAA_FLAG_INCLUDE_PREFIX, reserved, adapters, size);
    }
    return error;
}
