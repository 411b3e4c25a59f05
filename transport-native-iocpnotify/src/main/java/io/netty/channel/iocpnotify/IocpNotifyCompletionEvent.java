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
package io.netty.channel.iocpnotify;

import io.netty.channel.IoEvent;
import io.netty.util.internal.UnstableApi;

/**
 * A packet that came to a completion port: the end of an overlapped operation, or what was posted.
 */
@UnstableApi
public interface IocpNotifyCompletionEvent extends IoEvent {

    /**
     * Returns the address of the {@code OVERLAPPED} that the operation was begun with, or what was posted in its place.
     */
    long overlapped();

    /** Returns the number of bytes that were transferred, an unsigned 32-bit number, or the number that was posted. */
    int bytes();

    /**
     * Returns 0 if the operation succeeded, else its Win32 error code: the one that
     * {@code GetQueuedCompletionStatus} would leave for {@code GetLastError}.
     */
    int error();
}
