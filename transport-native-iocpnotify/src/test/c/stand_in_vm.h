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
#ifndef STAND_IN_VM_H_
#define STAND_IN_VM_H_

/*
 * A Java virtual machine that has classes and natives and no more: what the JNI library asks of one while it is loaded
 * and unloaded, for a host without Java. One machine, one thread.
 */

#include <jni.h>

/*
 * The host's: ends the process. The library has made a call that it must not make: of a function that it does not need,
 * of most functions while an exception is pending, of one with something that is not there.
 */
_Noreturn void stand_in_vm_wrong(const char *what);

/* A machine without classes, natives, references and exceptions. version: the newest version of JNI that it has. */
JavaVM *stand_in_vm_start(jint version);
JNIEnv *stand_in_vm_env(void);

/*
 * From now on the call with this number of those that may fail, which is counted from 1, throws. 0: none does. Such
 * calls are FindClass and RegisterNatives.
 */
void stand_in_vm_refuse(int call);
/* How many such calls there were since. */
int stand_in_vm_calls(void);

/* How many tables of natives are registered. */
int stand_in_vm_tables(void);
/* The native, or NULL. clazz may be NULL. */
void *stand_in_vm_native(const char *className, const char *name, const char *signature, jclass *clazz);
/* The first native that is not one of the functions of that module: its name. NULL: all are. */
const char *stand_in_vm_stray_native(const void *module);

/* Global references that were made and not deleted. */
int stand_in_vm_global_references(void);
/* Characters of strings that were taken and not given back. */
int stand_in_vm_taken_strings(void);
/* Whether the exception of the refused call is pending. */
jboolean stand_in_vm_threw(void);

/* Strings that live until the machine starts anew. */
jstring stand_in_vm_string(const char *chars);
const char *stand_in_vm_chars(jstring string);

#endif /* STAND_IN_VM_H_ */
