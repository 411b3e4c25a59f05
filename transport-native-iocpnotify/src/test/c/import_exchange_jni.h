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
#ifndef IMPORT_EXCHANGE_JNI_H_
#define IMPORT_EXCHANGE_JNI_H_

/* What Java asks of import_exchange.h. */

#include <jni.h>

#include "import_exchange.h"

/*
 * Loads the library with that path, if it is not yet, and exchanges what it imports. Functions that it has looked up
 * before are not exchanged any more. 0 or a Win32 error.
 */
jint import_exchange_attach(JNIEnv *env, jstring path);

/* A String[] of so many names, or NULL with an exception pending. */
jobjectArray import_exchange_strings(JNIEnv *env, int count, const char *(*name)(int index));

#endif /* IMPORT_EXCHANGE_JNI_H_ */
