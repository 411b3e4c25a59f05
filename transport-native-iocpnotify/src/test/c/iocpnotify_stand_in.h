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
#ifndef IOCPNOTIFY_STAND_IN_H_
#define IOCPNOTIFY_STAND_IN_H_

#include "netty_iocpnotify_provider.h"

/*
 * The provider "system" with a DLL in the place of ws2_32.dll: one that exports ProcessSocketNotifications, and for the
 * two hooks IocpNotifyForget and IocpNotifyClosePort.
 *
 * One library in the life of the process; another path is refused. 0 and the provider, or a Win32 error, and missing
 * says in words what is missing. Any thread.
 */
DWORD iocpnotify_stand_in(const wchar_t *library, const netty_iocpnotify_provider **provider, const char **missing);

#endif /* IOCPNOTIFY_STAND_IN_H_ */
