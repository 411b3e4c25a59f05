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
#include "netty_iocpnotify_provider.h"

#include <string.h>

DWORD netty_iocpnotify_provider_choose(const char *name, const netty_iocpnotify_provider **provider,
                                       const char **missing) {
    const char *ignored = NULL;
    if (missing == NULL) {
        missing = &ignored;
    }
    *provider = NULL;
    if (sizeof(void *) != 8) {
        /* The system call is known not to work there, and afd's structures are laid out for 64 bits only. */
        *missing = "a 64-bit process: socket state notifications do not work in a 32-bit one";
        return ERROR_NOT_SUPPORTED;
    }
    if (name != NULL && strcmp(name, "system") == 0) {
        return netty_iocpnotify_provider_system(provider, missing);
    }
    if (name != NULL && strcmp(name, "afd") == 0) {
        return netty_iocpnotify_provider_afd(provider, missing);
    }
    if (name != NULL && strcmp(name, "auto") != 0) {
        *missing = "a known name of a provider: auto, system or afd";
        return ERROR_INVALID_PARAMETER;
    }
    DWORD error = netty_iocpnotify_provider_system(provider, missing);
    if (error != 0) {
        error = netty_iocpnotify_provider_afd(provider, missing);
    }
    return error;
}
