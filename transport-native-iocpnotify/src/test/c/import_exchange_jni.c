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
#include "import_exchange_jni.h"

jint import_exchange_attach(JNIEnv *env, jstring path) {
    wchar_t name[MAX_PATH];
    HMODULE module;
    jsize length = (*env)->GetStringLength(env, path);
    if (length >= MAX_PATH) {
        return ERROR_FILENAME_EXCED_RANGE;
    }
    static_assert(sizeof(wchar_t) == sizeof(jchar), "UTF-16");
    (*env)->GetStringRegion(env, path, 0, length, (jchar *) name);
    name[length] = L'\0';
    module = LoadLibraryW(name);
    return (jint) (module == NULL ? GetLastError() : import_exchange_module(module));
}

jobjectArray import_exchange_strings(JNIEnv *env, int count, const char *(*name)(int index)) {
    jclass type = (*env)->FindClass(env, "java/lang/String");
    jobjectArray strings = type == NULL ? NULL : (*env)->NewObjectArray(env, count, type, NULL);
    int i;
    for (i = 0; strings != NULL && i < count; i++) {
        jstring string = (*env)->NewStringUTF(env, name(i));
        if (string == NULL) {
            return NULL;
        }
        (*env)->SetObjectArrayElement(env, strings, i, string);
        (*env)->DeleteLocalRef(env, string);
    }
    return strings;
}
