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
 * What the JDK, from 21 on, asks of iphlpapi.dll and Wine 8 lacks. setup.sh builds it into a DLL that forwards all other
 * functions to Wine's own; so FreeMibTable, which frees the table, is Wine's, and takes it from the heap of the process.
 */

#include <winsock2.h>
#include <ws2ipdef.h>
#include <windows.h>

/* Its declaration in iphlpapi's own header would make it an import. */
typedef struct {
    ULONG entries;
} empty_table;

DWORD WINAPI GetAnycastIpAddressTable(ADDRESS_FAMILY family, void** table);

DWORD WINAPI GetAnycastIpAddressTable(ADDRESS_FAMILY family, void** table) {
    empty_table* answer;

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
