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
#ifndef IMPORT_EXCHANGE_H_
#define IMPORT_EXCHANGE_H_

/*
 * Puts functions of ours between another library of this process and the system, by exchanging the addresses in its
 * import table. What a library looks up for itself comes from GetProcAddress, so that is exchanged too. Entries are
 * recognised by what they hold and not by name: import tables name many functions of Winsock by number only.
 */

#include "netty_iocpnotify_winapi.h"

typedef struct exchanged_function {
    const char *name;
    const wchar_t *module;
    FARPROC *real;       /* written before the replacement can be called; all writers write the same value */
    FARPROC replacement; /* what is called instead */
} exchanged_function;

/* Looks up the real functions. The table must live for ever, and be given before any other call. */
void import_exchange_load(const exchanged_function *functions, int count);

/* Exchanges what a library imports that is loaded. What it has looked up before stays as it is. 0 or a Win32 error. */
DWORD import_exchange_module(HMODULE module);

/*
 * For who replaces WSAIoctl: what SIO_GET_EXTENSION_FUNCTION_POINTER has given out, no import table and no
 * GetProcAddress does.
 */
void import_exchange_extension(DWORD code, const void *in, DWORD inSize, void *out, DWORD outSize);

#endif /* IMPORT_EXCHANGE_H_ */
