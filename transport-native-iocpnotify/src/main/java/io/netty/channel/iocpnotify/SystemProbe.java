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

/**
 * Whether this system has something that only a socket made for the purpose can tell. Asked when somebody wants to
 * know, and once, unless there is no socket to ask with: that passes. Any thread may ask; two that ask at the same time
 * may both call the system, with the same result. The transport must be available.
 */
abstract class SystemProbe {

    private final boolean meanwhile;

    /** {@code null} until it is known. */
    private volatile Boolean supported;

    /** @param meanwhile what to say while it cannot be found out */
    SystemProbe(boolean meanwhile) {
        this.meanwhile = meanwhile;
    }

    /** Makes a socket, asks, closes the socket. Returns what the call did that tells: negative if it failed. */
    abstract long call();

    final boolean isSupported() {
        Boolean known = supported;
        if (known != null) {
            return known;
        }
        long result = call();
        if (result < 0 && Errors.isResourceExhausted((int) -result)) {
            return meanwhile;
        }
        supported = result >= 0;
        return result >= 0;
    }
}
