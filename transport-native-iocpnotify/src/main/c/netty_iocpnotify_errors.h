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
#ifndef NETTY_IOCPNOTIFY_ERRORS_H_
#define NETTY_IOCPNOTIFY_ERRORS_H_

#include <jni.h>

#include "netty_iocpnotify_winapi.h"

/* The natives of Java's NativeConstants; to be registered before all others. */
jint netty_iocpnotify_errors_JNI_OnLoad(JNIEnv *env, const char *packagePrefix);
void netty_iocpnotify_errors_JNI_OnUnLoad(JNIEnv *env, const char *packagePrefix);

/*
 * What a native returns for a failure, always negative: the negative code. Where the system has answered with an
 * NTSTATUS, that of its Win32 code; a status that has none is returned as it is. Java's Errors tells it from a code.
 */
jint netty_iocpnotify_errors_result(DWORD code);
/* The same for the failure of the Winsock call just made, or of the Win32 call: both keep their code in one place. */
jint netty_iocpnotify_errors_last(void);

#endif /* NETTY_IOCPNOTIFY_ERRORS_H_ */
