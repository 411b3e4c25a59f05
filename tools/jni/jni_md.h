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

// What jni.h asks of the platform, for Windows: the JDK that builds has its own platform's. Each is a rule of JNI: jint is
// Windows' long, of 32 bits, and all methods are called by the convention of Windows' own functions.
#ifndef IOCPNOTIFY_JNI_MD_H_
#define IOCPNOTIFY_JNI_MD_H_

typedef signed char jbyte;
typedef long jint;
typedef long long jlong;

#define JNIEXPORT __declspec(dllexport)
#define JNIIMPORT __declspec(dllimport)
#define JNICALL __stdcall

#endif
