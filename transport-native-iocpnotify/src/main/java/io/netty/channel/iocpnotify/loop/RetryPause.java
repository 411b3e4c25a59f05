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
package io.netty.channel.iocpnotify.loop;

import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.util.internal.logging.InternalLogger;

/**
 * What a thread does that cannot go on, and has no event to wait for: not spin.
 */
public final class RetryPause {

    private static final long MILLIS = 10;

    private RetryPause() {
    }

    /**
     * Logs the error of a failed dequeue and sleeps 10 ms.
     */
    public static void afterFailedDequeue(InternalLogger logger, int error) {
        Errors.logFailed(logger, "The completion port could not be read; trying again in " + MILLIS + " ms",
                "ProcessSocketNotifications", error);
        forMemory();
    }

    /** Waits for memory that others may free. */
    public static void forMemory() {
        // A pending interrupt, which is the user's, would end the sleep before it began.
        boolean interrupted = Thread.interrupted();
        try {
            Thread.sleep(MILLIS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
