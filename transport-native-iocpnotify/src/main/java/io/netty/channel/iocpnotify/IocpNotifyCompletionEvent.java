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
 * A packet of a completion port. It tells that an overlapped operation has ended, or it brings what a program has
 * posted.
 */
@UnstableApi
public interface IocpNotifyCompletionEvent extends IoEvent {

    /**
     * Returns the address of the {@code OVERLAPPED} of the operation. For a posted packet it is the number that was
     * posted.
     *
     * @return the address or the number
     */
    long overlapped();

    /**
     * Returns how many bytes the operation has transferred. For a posted packet it is the number that was posted. The
     * number has 32 bits without a sign.
     *
     * @return the number of bytes
     */
    int bytes();

    /**
     * Returns how the operation has ended. It is the code that {@code GetLastError} returns after
     * {@code GetQueuedCompletionStatus}.
     *
     * @return 0 if the operation succeeded, else its Win32 error code
     */
    int error();
}
