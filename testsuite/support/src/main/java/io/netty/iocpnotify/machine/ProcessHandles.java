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
package io.netty.iocpnotify.machine;

import io.netty.util.internal.NativeLibraryLoader;

/**
 * The handles of this process, which tests count to find those that are left behind. Any thread.
 */
public final class ProcessHandles {

    static {
        NativeLibraryLoader.load("iocpnotify_machine", ProcessHandles.class.getClassLoader());
    }

    private ProcessHandles() {
    }

    /**
     * {@code GetProcessHandleCount}; under Wine, where that is 0, the same from the system's list of all handles. The
     * JVM opens and closes some handles by the way.
     *
     * @return how many handles are open: of sockets, files, threads, events
     * @throws IllegalStateException if the system does not tell
     */
    public static long count() {
        long count = count0();
        if (count < 0) {
            throw new IllegalStateException("the handles of this process cannot be counted: Win32 error " + -count);
        }
        return count;
    }

    /** The count, or the negative Win32 error. */
    private static native long count0();
}
