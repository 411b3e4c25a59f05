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
#ifndef NETTY_IOCPNOTIFY_OVERLAPPED_CONNECT_H_
#define NETTY_IOCPNOTIFY_OVERLAPPED_CONNECT_H_

#include <jni.h>

/* The natives of Java's NativeConnect. */
jint netty_iocpnotify_overlapped_connect_JNI_OnLoad(JNIEnv *env, const char *packagePrefix);
void netty_iocpnotify_overlapped_connect_JNI_OnUnLoad(JNIEnv *env, const char *packagePrefix);

#endif /* NETTY_IOCPNOTIFY_OVERLAPPED_CONNECT_H_ */
