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
#include "import_exchange.h"

#include <stdint.h>
#include <string.h>

/* Written by import_exchange_load(), before the first replacement can be called. */
static const exchanged_function *functions = NULL;
static int functionCount = 0;

/* The system's own: that of this library is exchanged too, where the exchanged library is the one that this is in. */
static FARPROC(WINAPI *realGetProcAddress)(HMODULE module, LPCSTR name) = NULL;

/* What Winsock gives out by these names only. */
static const struct {
    GUID id;
    const char *name;
} extensions[] = { { WSAID_ACCEPTEX, "AcceptEx" },
                   { WSAID_CONNECTEX, "ConnectEx" },
                   { WSAID_TRANSMITFILE, "TransmitFile" },
                   { WSAID_WSARECVMSG, "WSARecvMsg" },
                   { WSAID_WSASENDMSG, "WSASendMsg" } };

void import_exchange_load(const exchanged_function *table, int count) {
    FARPROC own = GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "GetProcAddress");
    int i;
    CopyMemory((void *) &realGetProcAddress, &own, sizeof(own));
    for (i = 0; i < count; i++) {
        HMODULE module = LoadLibraryW(table[i].module);
        /* What this system lacks nobody calls. */
        *table[i].real = module == NULL ? NULL : GetProcAddress(module, table[i].name);
    }
    functions = table;
    functionCount = count;
}

static const exchanged_function *named(const char *name) {
    int i;
    for (i = 0; i < functionCount; i++) {
        if (strcmp(name, functions[i].name) == 0) {
            return &functions[i];
        }
    }
    return NULL;
}

/* The replacement of a function that was just found under its name, or the function itself. */
static FARPROC exchanged(const char *name, FARPROC found) {
    const exchanged_function *function = named(name);
    if (function == NULL) {
        return found;
    }
    *function->real = found;
    return function->replacement;
}

void import_exchange_extension(DWORD code, const void *in, DWORD inSize, void *out, DWORD outSize) {
    size_t i;
    FARPROC function;
    if (code != SIO_GET_EXTENSION_FUNCTION_POINTER || inSize != sizeof(GUID) || outSize != sizeof(function)) {
        return;
    }
    for (i = 0; i < ARRAYSIZE(extensions); i++) {
        if (memcmp(in, &extensions[i].id, sizeof(GUID)) == 0) {
            memcpy(&function, out, sizeof(function));
            function = exchanged(extensions[i].name, function);
            memcpy(out, &function, sizeof(function));
        }
    }
}

/* What the library gets in the place of GetProcAddress. */
static FARPROC WINAPI exchanging_GetProcAddress(HMODULE module, LPCSTR name) {
    FARPROC found = realGetProcAddress(module, name);
    /* What is not a pointer is a number. */
    return found != NULL && (uintptr_t) name > 0xFFFF ? exchanged(name, found) : found;
}

static FARPROC replacement(FARPROC imported) {
    int i;
    if (imported == (FARPROC) (void *) realGetProcAddress) {
        return (FARPROC) (void *) exchanging_GetProcAddress;
    }
    for (i = 0; i < functionCount; i++) {
        if (imported == *functions[i].real) {
            return functions[i].replacement;
        }
    }
    return NULL;
}

static DWORD exchange(FARPROC *entry, FARPROC function) {
    DWORD protection;
    if (!VirtualProtect(entry, sizeof(*entry), PAGE_READWRITE, &protection)) {
        return GetLastError();
    }
    *entry = function;
    return VirtualProtect(entry, sizeof(*entry), protection, &protection) ? 0 : GetLastError();
}

DWORD import_exchange_module(HMODULE module) {
    char *base = (char *) module;
    const IMAGE_NT_HEADERS *headers = (const IMAGE_NT_HEADERS *) (base + ((IMAGE_DOS_HEADER *) base)->e_lfanew);
    DWORD offset = headers->OptionalHeader.DataDirectory[IMAGE_DIRECTORY_ENTRY_IMPORT].VirtualAddress;
    const IMAGE_IMPORT_DESCRIPTOR *library = (const IMAGE_IMPORT_DESCRIPTOR *) (base + offset);

    if (offset == 0) {
        return ERROR_INVALID_DATA;
    }
    for (; library->Name != 0; library++) {
        FARPROC *entry;
        for (entry = (FARPROC *) (base + library->FirstThunk); *entry != NULL; entry++) {
            FARPROC function = replacement(*entry);
            DWORD error = function == NULL ? 0 : exchange(entry, function);
            if (error != 0) {
                return error;
            }
        }
    }
    return 0;
}
