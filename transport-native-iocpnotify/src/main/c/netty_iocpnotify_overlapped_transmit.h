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
#ifndef NETTY_IOCPNOTIFY_OVERLAPPED_TRANSMIT_H_
#define NETTY_IOCPNOTIFY_OVERLAPPED_TRANSMIT_H_

#include <jni.h>

/* The natives of Java's NativeTransmit. */
jint netty_iocpnotify_overlapped_transmit_JNI_OnLoad(JNIEnv *env, const char *packagePrefix);
void netty_iocpnotify_overlapped_transmit_JNI_OnUnLoad(JNIEnv *env, const char *packagePrefix);
/* Lets go of what findFields() keeps. */
void netty_iocpnotify_overlapped_transmit_release(JNIEnv *env);

#endif /* NETTY_IOCPNOTIFY_OVERLAPPED_TRANSMIT_H_ */
