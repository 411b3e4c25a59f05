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
 * For a Wine that has no such DLL: random bytes. BoringSSL, the library of QUIC, and the runtime of Go 1.22 and later want them from it
 * before anything else.
 * https://learn.microsoft.com/windows/win32/seccng/processprng
 */

#include <windows.h>
#include <ntsecapi.h>

BOOL WINAPI __declspec(dllexport) ProcessPrng(BYTE *data, SIZE_T length);

/* Never fails on Windows. RtlGenRandom takes no more than 4 GiB at a time, and nobody asks for that. */
BOOL WINAPI ProcessPrng(BYTE *data, SIZE_T length) {
    return RtlGenRandom(data, (ULONG) length);
}
