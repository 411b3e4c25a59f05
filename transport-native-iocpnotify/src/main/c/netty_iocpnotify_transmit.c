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

#include "netty_iocpnotify_natives.h"

#include <stdint.h>

#define CLASSNAME "io/netty/channel/iocpnotify/winsock/NativeOverlapped"

/*
 * Written by findFields() only, which Java calls once, in a static initialiser that orders it before every other use.
 * The ids are valid as long as their classes are loaded: two are the JDK's own, our own classes refer to the third.
 */
static jclass fileChannelClass = NULL; // a global reference
static jfieldID fileChannelDescriptor = NULL;
static jfieldID fileChannelReadable = NULL; // or NULL for good
static jfieldID fileChannelLocks = NULL;    // or NULL for good
static jmethodID fileChannelIsOpen = NULL;
static jfieldID descriptorHandle = NULL;
static jfieldID regionFile = NULL;
static jfieldID regionTransferred = NULL;

/* NULL, and no exception, if the class has no such field. */
static jfieldID netty_iocpnotify_transmit_field(JNIEnv *env, jclass clazz, const char *name, const char *type) {
    jfieldID field = (*env)->GetFieldID(env, clazz, name, type);
    if (field == NULL) {
        (*env)->ExceptionClear(env);
    }
    return field;
}

/*
 * Not done when the library is loaded: GetFieldID initialises the JDK's classes, which load libraries of their own, and
 * two threads that do both in different order would wait for each other.
 */
static jint JNICALL netty_iocpnotify_transmit_findFields(JNIEnv *env, jclass clazz, jclass regionClass) {
    jclass channelClass = NULL;
    jclass descriptorClass = NULL;
    jint result = -ERROR_NOT_SUPPORTED;
    (void) clazz;
    if (regionClass == NULL || (*env)->PushLocalFrame(env, 4) != 0) {
        (*env)->ExceptionClear(env);
        return -ERROR_NOT_ENOUGH_MEMORY;
    }
    if ((channelClass = (*env)->FindClass(env, "sun/nio/ch/FileChannelImpl")) == NULL ||
        (descriptorClass = (*env)->FindClass(env, "java/io/FileDescriptor")) == NULL) {
        (*env)->ExceptionClear(env);
        goto done;
    }
    fileChannelDescriptor = netty_iocpnotify_transmit_field(env, channelClass, "fd", "Ljava/io/FileDescriptor;");
    fileChannelReadable = netty_iocpnotify_transmit_field(env, channelClass, "readable", "Z");
    fileChannelLocks = netty_iocpnotify_transmit_field(env, channelClass, "fileLockTable",
                                                       "Lsun/nio/ch/FileLockTable;");
    descriptorHandle = netty_iocpnotify_transmit_field(env, descriptorClass, "handle", "J");
    regionFile = netty_iocpnotify_transmit_field(env, regionClass, "file", "Ljava/nio/channels/FileChannel;");
    regionTransferred = netty_iocpnotify_transmit_field(env, regionClass, "transferred", "J");
    if ((fileChannelIsOpen = (*env)->GetMethodID(env, channelClass, "isOpen", "()Z")) == NULL) {
        (*env)->ExceptionClear(env);
        goto done;
    }
    if (fileChannelDescriptor != NULL && descriptorHandle != NULL && regionFile != NULL && regionTransferred != NULL) {
        fileChannelClass = (*env)->NewGlobalRef(env, channelClass);
        result = fileChannelClass == NULL ? -ERROR_NOT_ENOUGH_MEMORY : 0;
    }
done:
    (*env)->PopLocalFrame(env, NULL);
    return result;
}

static jlong JNICALL netty_iocpnotify_transmit_function(JNIEnv *env, jclass clazz, jlong socket) {
    const GUID id = WSAID_TRANSMITFILE;
    LPFN_TRANSMITFILE function = NULL;
    DWORD code = netty_iocpnotify_winapi_extension((SOCKET) socket, &id, &function, sizeof(function));
    (void) env, (void) clazz;
    return code == 0 ? (jlong) (intptr_t) function : netty_iocpnotify_errors_result(code);
}

/*
 * The number in the descriptor may be another file's as soon as this one is closed. But a file channel is marked as
 * closed before its handle is (AbstractInterruptibleChannel.close()): as long as it is open after the duplication, the
 * number was its own.
 */
static jlong netty_iocpnotify_transmit_duplicate(JNIEnv *env, jobject channel, jlong handle) {
    HANDLE duplicate = NULL;
    jboolean open;
    if (handle <= 0) {
        return -ERROR_INVALID_HANDLE; // the descriptor of a closed file has -1
    }
    if (!DuplicateHandle(GetCurrentProcess(), (HANDLE) (intptr_t) handle, GetCurrentProcess(), &duplicate, 0, FALSE,
                         DUPLICATE_SAME_ACCESS)) {
        return netty_iocpnotify_errors_last();
    }
    open = (*env)->CallBooleanMethod(env, channel, fileChannelIsOpen);
    if ((*env)->ExceptionCheck(env)) {
        (*env)->ExceptionClear(env);
        open = JNI_FALSE;
    }
    if (!open) {
        return CloseHandle(duplicate) ? -ERROR_INVALID_HANDLE : netty_iocpnotify_errors_last();
    }
    return (jlong) (intptr_t) duplicate;
}

/*
 * Opens the same file by a handle that knows no position. The JDK's handles are synchronous and have a position, which
 * belongs to the user. TransmitFile moves it, and for offset 0 begins to send there. All kinds of sharing are allowed,
 * because the user's own handle stays open. It may be one that deletes the file when it is closed.
 */
static jlong netty_iocpnotify_transmit_reopen(HANDLE file) {
    HANDLE reopened = ReOpenFile(file, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                 FILE_FLAG_OVERLAPPED | FILE_FLAG_SEQUENTIAL_SCAN);
    return reopened == INVALID_HANDLE_VALUE ? netty_iocpnotify_errors_last() : (jlong) (intptr_t) reopened;
}

/*
 * Whether the new handle can do the same as the user's handle. If that is not for reading, the new one could do more.
 * If the user has locked the file, the new one could do less. A lock belongs to the handle that took it, and keeps out
 * all other handles, also those of the same process.
 */
static BOOL netty_iocpnotify_transmit_mayReopen(JNIEnv *env, jobject channel) {
    jobject locks; // made with the first lock
    BOOL unlocked;
    if (fileChannelReadable == NULL || fileChannelLocks == NULL ||
        !(*env)->GetBooleanField(env, channel, fileChannelReadable)) {
        return FALSE;
    }
    locks = (*env)->GetObjectField(env, channel, fileChannelLocks);
    unlocked = locks == NULL;
    (*env)->DeleteLocalRef(env, locks);
    return unlocked;
}

static jobject JNICALL netty_iocpnotify_transmit_file(JNIEnv *env, jclass clazz, jobject region) {
    jobject channel;
    (void) clazz;
    if (fileChannelClass == NULL || region == NULL) {
        return NULL;
    }
    channel = (*env)->GetObjectField(env, region, regionFile);
    if (channel != NULL && !(*env)->IsInstanceOf(env, channel, fileChannelClass)) {
        (*env)->DeleteLocalRef(env, channel);
        return NULL;
    }
    return channel;
}

static jlong netty_iocpnotify_transmit_openChannel(JNIEnv *env, jobject channel) {
    jobject descriptor;
    jlong duplicate;
    jlong result;
    if (!netty_iocpnotify_transmit_mayReopen(env, channel)) {
        return -ERROR_NOT_SUPPORTED;
    }
    descriptor = (*env)->GetObjectField(env, channel, fileChannelDescriptor);
    if (descriptor == NULL) {
        return -ERROR_INVALID_HANDLE;
    }
    duplicate = netty_iocpnotify_transmit_duplicate(env, channel,
                                                    (*env)->GetLongField(env, descriptor, descriptorHandle));
    (*env)->DeleteLocalRef(env, descriptor);
    if (duplicate < 0) {
        return duplicate;
    }
    // Not of the number itself: to open what it may have become would be felt by a stranger's pipe or device.
    result = netty_iocpnotify_transmit_reopen((HANDLE) (intptr_t) duplicate);
    CloseHandle((HANDLE) (intptr_t) duplicate);
    return result;
}

static jlong JNICALL netty_iocpnotify_transmit_openFile(JNIEnv *env, jclass clazz, jobject region) {
    jobject channel = netty_iocpnotify_transmit_file(env, clazz, region);
    jlong result;
    if (channel == NULL) {
        return -ERROR_INVALID_HANDLE;
    }
    result = netty_iocpnotify_transmit_openChannel(env, channel);
    (*env)->DeleteLocalRef(env, channel);
    return result;
}

static jint JNICALL netty_iocpnotify_transmit_closeFile(JNIEnv *env, jclass clazz, jlong file) {
    (void) env, (void) clazz;
    return CloseHandle((HANDLE) (intptr_t) file) ? 0 : netty_iocpnotify_errors_last();
}

static void JNICALL netty_iocpnotify_transmit_setTransferred(JNIEnv *env, jclass clazz, jobject region,
                                                             jlong transferred) {
    (void) clazz;
    if (fileChannelClass != NULL && region != NULL) {
        (*env)->SetLongField(env, region, regionTransferred, transferred);
    }
}

static jlong JNICALL netty_iocpnotify_transmit_fileSize(JNIEnv *env, jclass clazz, jlong file) {
    LARGE_INTEGER size;
    (void) env, (void) clazz;
    return GetFileSizeEx((HANDLE) (intptr_t) file, &size) ? (jlong) size.QuadPart : netty_iocpnotify_errors_last();
}

/* Not GetVersionEx, nor VerifyVersionInfo: what those say depends on the manifest of the program. */
static jint JNICALL netty_iocpnotify_transmit_isClientEdition(JNIEnv *env, jclass clazz) {
    const netty_iocpnotify_winapi *api = netty_iocpnotify_winapi_get(NULL);
    OSVERSIONINFOEXW version;
    netty_iocpnotify_ntstatus status;
    (void) env, (void) clazz;
    if (api == NULL) {
        return -ERROR_NOT_SUPPORTED;
    }
    ZeroMemory(&version, sizeof(version));
    version.dwOSVersionInfoSize = sizeof(version);
    status = api->RtlGetVersion(&version);
    if (status != NETTY_IOCPNOTIFY_STATUS_SUCCESS) {
        return netty_iocpnotify_errors_result(netty_iocpnotify_winapi_error(status));
    }
    return version.wProductType == VER_NT_WORKSTATION ? 1 : 0;
}

static jint JNICALL netty_iocpnotify_transmit_transmit(JNIEnv *env, jclass clazz, jlong function, jlong socket,
                                                       jlong file, jlong position, jint length, jlong overlapped) {
    LPFN_TRANSMITFILE transmitFile = (LPFN_TRANSMITFILE) (intptr_t) function;
    OVERLAPPED *block = (OVERLAPPED *) (intptr_t) overlapped;
    (void) env, (void) clazz;
    // A length of 0 would mean the whole file.
    if (transmitFile == NULL || block == NULL || position < 0 || length <= 0) {
        return -WSAEINVAL;
    }
    block->Offset = (DWORD) position;
    block->OffsetHigh = (DWORD) (position >> 32);
    if (transmitFile((SOCKET) socket, (HANDLE) (intptr_t) file, (DWORD) length, 0, block, NULL, 0) ||
        WSAGetLastError() == WSA_IO_PENDING) {
        return 0;
    }
    return netty_iocpnotify_errors_last();
}

void netty_iocpnotify_transmit_release(JNIEnv *env) {
    (*env)->DeleteGlobalRef(env, fileChannelClass);
    fileChannelClass = NULL;
}

static const JNINativeMethod method_table[] = {
    { "findFields", "(Ljava/lang/Class;)I", (void *) netty_iocpnotify_transmit_findFields },
    { "findTransmit", "(J)J", (void *) netty_iocpnotify_transmit_function },
    { "file", "(Ljava/lang/Object;)Ljava/nio/channels/FileChannel;", (void *) netty_iocpnotify_transmit_file },
    { "openFile", "(Ljava/lang/Object;)J", (void *) netty_iocpnotify_transmit_openFile },
    { "closeFile", "(J)I", (void *) netty_iocpnotify_transmit_closeFile },
    { "setTransferred", "(Ljava/lang/Object;J)V", (void *) netty_iocpnotify_transmit_setTransferred },
    { "fileSize", "(J)J", (void *) netty_iocpnotify_transmit_fileSize },
    { "isClientEdition", "()I", (void *) netty_iocpnotify_transmit_isClientEdition },
    { "beginTransmit", "(JJJJIJ)I", (void *) netty_iocpnotify_transmit_transmit },
};

const netty_iocpnotify_natives netty_iocpnotify_transmit_natives = NETTY_IOCPNOTIFY_NATIVES(CLASSNAME, method_table);
