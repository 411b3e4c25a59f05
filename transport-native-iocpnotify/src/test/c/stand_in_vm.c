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
#include "stand_in_vm.h"

#include <string.h>

#include "netty_iocpnotify_winapi.h"

enum { MAX_CLASSES = 64, MAX_TABLES = 64, MAX_STRINGS = 16, MAX_NAME = 160, MAX_FRAMES = 8 };

/* What stands behind a jclass. */
typedef struct vm_class {
    char name[MAX_NAME];
} vm_class;

/* Natives that were registered together. A class may have several tables. */
typedef struct vm_table {
    vm_class *owner;
    const JNINativeMethod *natives;
    jint count;
} vm_table;

typedef struct vm_string {
    char chars[MAX_NAME];
} vm_string;

static struct {
    jint version;
    vm_class classes[MAX_CLASSES];
    int classCount;
    vm_table tables[MAX_TABLES];
    int tableCount;
    vm_string strings[MAX_STRINGS];
    int stringCount;
    int taken;
    int globals;
    int frames;
    int calls;
    int refused;
    jboolean threw;
} vm;

static struct JNINativeInterface_ envTable;
static struct JNIInvokeInterface_ vmTable;
static JNIEnv env = &envTable;
static JavaVM javaVm = &vmTable;
/* What is thrown, and what fields and methods are: only their addresses count. */
static char exception;
static char member;

static void JNICALL unexpected(void) {
    stand_in_vm_wrong("it calls a function of JNI that the stand-in does not have");
}

static void not_while_thrown(const char *function) {
    if (vm.threw) {
        stand_in_vm_wrong(function);
    }
}

static vm_class *class_of(jclass clazz) {
    vm_class *found = (vm_class *) (void *) clazz;
    if (found < vm.classes || found >= vm.classes + vm.classCount) {
        stand_in_vm_wrong("it names a class that there is not");
    }
    return found;
}

static vm_string *string_of(jstring string) {
    vm_string *found = (vm_string *) (void *) string;
    if (found < vm.strings || found >= vm.strings + vm.stringCount) {
        stand_in_vm_wrong("it names a string that there is not");
    }
    return found;
}

/* Whether this call of those that may fail is the one that does. */
static jboolean refuses(void) {
    vm.calls++;
    if (vm.calls == vm.refused) {
        vm.threw = JNI_TRUE;
        return JNI_TRUE;
    }
    return JNI_FALSE;
}

static jclass JNICALL vm_find_class(JNIEnv *self, const char *name) {
    (void) self;
    not_while_thrown("FindClass while an exception is pending");
    if (refuses()) {
        return NULL;
    }
    for (int i = 0; i < vm.classCount; i++) {
        if (strcmp(vm.classes[i].name, name) == 0) {
            return (jclass) (void *) &vm.classes[i];
        }
    }
    if (vm.classCount == MAX_CLASSES || strlen(name) >= MAX_NAME) {
        stand_in_vm_wrong("it looks up more classes, or longer names, than the stand-in has room for");
    }
    vm_class *found = &vm.classes[vm.classCount++];
    strcpy(found->name, name);
    return (jclass) (void *) found;
}

static jint JNICALL vm_register_natives(JNIEnv *self, jclass clazz, const JNINativeMethod *natives, jint count) {
    vm_class *owner = class_of(clazz);
    (void) self;
    not_while_thrown("RegisterNatives while an exception is pending");
    if (refuses()) {
        return JNI_ERR;
    }
    for (int i = 0; i < vm.tableCount; i++) {
        if (vm.tables[i].natives == natives) {
            stand_in_vm_wrong("it registers natives twice");
        }
    }
    if (vm.tableCount == MAX_TABLES) {
        stand_in_vm_wrong("it registers more tables than the stand-in has room for");
    }
    vm.tables[vm.tableCount].owner = owner;
    vm.tables[vm.tableCount].natives = natives;
    vm.tables[vm.tableCount++].count = count;
    return JNI_OK;
}

static jint JNICALL vm_unregister_natives(JNIEnv *self, jclass clazz) {
    vm_class *owner = class_of(clazz);
    (void) self;
    not_while_thrown("UnregisterNatives while an exception is pending");
    int kept = 0;
    for (int i = 0; i < vm.tableCount; i++) {
        if (vm.tables[i].owner != owner) {
            vm.tables[kept++] = vm.tables[i];
        }
    }
    vm.tableCount = kept;
    return JNI_OK;
}

static jthrowable JNICALL vm_exception_occurred(JNIEnv *self) {
    (void) self;
    return vm.threw ? (jthrowable) (void *) &exception : NULL;
}

static jboolean JNICALL vm_exception_check(JNIEnv *self) {
    (void) self;
    return vm.threw;
}

static void JNICALL vm_exception_clear(JNIEnv *self) {
    (void) self;
    vm.threw = JNI_FALSE;
}

static jint JNICALL vm_throw(JNIEnv *self, jthrowable thrown) {
    (void) self;
    if ((void *) thrown != &exception) {
        stand_in_vm_wrong("it throws what was not thrown before");
    }
    vm.threw = JNI_TRUE;
    return JNI_OK;
}

static jobject JNICALL vm_new_global_ref(JNIEnv *self, jobject object) {
    (void) self;
    not_while_thrown("NewGlobalRef while an exception is pending");
    vm.globals++;
    return object;
}

/* NULL is allowed, as in each JVM. */
static void JNICALL vm_delete_global_ref(JNIEnv *self, jobject object) {
    (void) self;
    if (object != NULL) {
        class_of((jclass) object);
        vm.globals--;
    }
}

static jint JNICALL vm_push_local_frame(JNIEnv *self, jint capacity) {
    (void) self;
    (void) capacity;
    not_while_thrown("PushLocalFrame while an exception is pending");
    vm.frames++;
    return JNI_OK;
}

static jobject JNICALL vm_pop_local_frame(JNIEnv *self, jobject result) {
    (void) self;
    if (--vm.frames < 0) {
        stand_in_vm_wrong("PopLocalFrame without a frame");
    }
    return result;
}

static jfieldID JNICALL vm_get_field_id(JNIEnv *self, jclass clazz, const char *name, const char *signature) {
    (void) self;
    (void) name;
    (void) signature;
    not_while_thrown("GetFieldID while an exception is pending");
    class_of(clazz);
    return (jfieldID) (void *) &member;
}

static jmethodID JNICALL vm_get_method_id(JNIEnv *self, jclass clazz, const char *name, const char *signature) {
    return (jmethodID) (void *) vm_get_field_id(self, clazz, name, signature);
}

jstring stand_in_vm_string(const char *chars) {
    if (vm.stringCount == MAX_STRINGS || strlen(chars) >= MAX_NAME) {
        stand_in_vm_wrong("it makes more strings, or longer ones, than the stand-in has room for");
    }
    vm_string *string = &vm.strings[vm.stringCount++];
    strcpy(string->chars, chars);
    return (jstring) (void *) string;
}

static jstring JNICALL vm_new_string_utf(JNIEnv *self, const char *chars) {
    (void) self;
    not_while_thrown("NewStringUTF while an exception is pending");
    return stand_in_vm_string(chars);
}

static const char *JNICALL vm_get_string_utf_chars(JNIEnv *self, jstring string, jboolean *isCopy) {
    (void) self;
    not_while_thrown("GetStringUTFChars while an exception is pending");
    if (isCopy != NULL) {
        *isCopy = JNI_FALSE;
    }
    vm.taken++;
    return string_of(string)->chars;
}

static void JNICALL vm_release_string_utf_chars(JNIEnv *self, jstring string, const char *chars) {
    (void) self;
    if (string_of(string)->chars != chars) {
        stand_in_vm_wrong("it gives back characters of another string");
    }
    vm.taken--;
}

static jint JNICALL vm_get_env(JavaVM *self, void **result, jint version) {
    (void) self;
    if (version > vm.version) {
        *result = NULL;
        return JNI_EVERSION;
    }
    *result = &env;
    return JNI_OK;
}

/* Both are tables of functions; the first entries are reserved, and nobody may call them either. */
static void fill(void *table, size_t size) {
    void(JNICALL * function)(void) = unexpected;
    for (size_t at = 0; at < size; at += sizeof(function)) {
        memcpy((char *) table + at, &function, sizeof(function));
    }
}

JavaVM *stand_in_vm_start(jint version) {
    memset(&vm, 0, sizeof(vm));
    vm.version = version;
    fill(&envTable, sizeof(envTable));
    fill(&vmTable, sizeof(vmTable));
    envTable.FindClass = vm_find_class;
    envTable.RegisterNatives = vm_register_natives;
    envTable.UnregisterNatives = vm_unregister_natives;
    envTable.ExceptionOccurred = vm_exception_occurred;
    envTable.ExceptionCheck = vm_exception_check;
    envTable.ExceptionClear = vm_exception_clear;
    envTable.Throw = vm_throw;
    envTable.NewGlobalRef = vm_new_global_ref;
    envTable.DeleteGlobalRef = vm_delete_global_ref;
    envTable.PushLocalFrame = vm_push_local_frame;
    envTable.PopLocalFrame = vm_pop_local_frame;
    envTable.GetFieldID = vm_get_field_id;
    envTable.GetMethodID = vm_get_method_id;
    envTable.NewStringUTF = vm_new_string_utf;
    envTable.GetStringUTFChars = vm_get_string_utf_chars;
    envTable.ReleaseStringUTFChars = vm_release_string_utf_chars;
    vmTable.GetEnv = vm_get_env;
    return &javaVm;
}

JNIEnv *stand_in_vm_env(void) {
    return &env;
}

void stand_in_vm_refuse(int call) {
    vm.calls = 0;
    vm.refused = call;
}

int stand_in_vm_calls(void) {
    return vm.calls;
}

int stand_in_vm_tables(void) {
    return vm.tableCount;
}

void *stand_in_vm_native(const char *className, const char *name, const char *signature, jclass *clazz) {
    for (int i = 0; i < vm.tableCount; i++) {
        const vm_table *table = &vm.tables[i];
        for (jint k = 0; strcmp(table->owner->name, className) == 0 && k < table->count; k++) {
            if (strcmp(table->natives[k].name, name) == 0 && strcmp(table->natives[k].signature, signature) == 0) {
                if (clazz != NULL) {
                    *clazz = (jclass) (void *) table->owner;
                }
                return table->natives[k].fnPtr;
            }
        }
    }
    return NULL;
}

const char *stand_in_vm_stray_native(const void *module) {
    for (int i = 0; i < vm.tableCount; i++) {
        for (jint k = 0; k < vm.tables[i].count; k++) {
            const JNINativeMethod *native = &vm.tables[i].natives[k];
            DWORD flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
            HMODULE owner = NULL;
            if (!GetModuleHandleExW(flags, (const wchar_t *) native->fnPtr, &owner) || owner != module) {
                return native->name;
            }
        }
    }
    return NULL;
}

int stand_in_vm_global_references(void) {
    return vm.globals;
}

int stand_in_vm_taken_strings(void) {
    return vm.taken;
}

jboolean stand_in_vm_threw(void) {
    return vm.threw;
}

const char *stand_in_vm_chars(jstring string) {
    return string == NULL ? "NULL" : string_of(string)->chars;
}
