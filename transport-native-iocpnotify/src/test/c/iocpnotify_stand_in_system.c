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
#include "iocpnotify_stand_in.h"

/*
 * In the place of netty_iocpnotify_provider_system.c, in a build of the JNI library that is for tests only: the library
 * in the place of ws2_32.dll is the one that the environment variable IOCPNOTIFY_STAND_IN names. So what calls the
 * system's function is tested where the system has none, and the library that is shipped has nothing in it for that.
 */
DWORD netty_iocpnotify_provider_system(const netty_iocpnotify_provider **provider, const char **missing) {
    wchar_t library[MAX_PATH];
    DWORD length = GetEnvironmentVariableW(L"IOCPNOTIFY_STAND_IN", library, MAX_PATH);
    if (length == 0 || length >= MAX_PATH) {
        *missing = "the path of a DLL in the environment variable IOCPNOTIFY_STAND_IN";
        return ERROR_ENVVAR_NOT_FOUND;
    }
    return iocpnotify_stand_in(library, provider, missing);
}
