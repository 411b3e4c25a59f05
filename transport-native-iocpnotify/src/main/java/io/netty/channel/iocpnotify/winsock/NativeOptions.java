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
package io.netty.channel.iocpnotify.winsock;

/**
 * Natives for socket options: an integer, any bytes, the one structure of its own, SO_LINGER, and control codes. Levels
 * and names are constants of {@link Native}. Results are {@code >= 0} or a negative error code.
 */
public final class NativeOptions {

    /** The value as an unsigned 32 bit number, or a negative error code. */
    public static native long getInt(long socket, int level, int name);

    public static native int setInt(long socket, int level, int name, int value);

    /** Fills the beginning of {@code value} and returns how many bytes the system wrote. */
    static native int getRaw(long socket, int level, int name, byte[] value);

    static native int setRaw(long socket, int level, int name, byte[] value);

    /**
     * {@code WSAIoctl}, which may block: not for codes that wait for something to happen.
     *
     * @param in what is handed to the system, {@code null} for nothing
     * @param out receives the answer, at its beginning; {@code null} for none
     * @return how many bytes the system wrote to {@code out}, or a negative error code
     */
    static native int ioctl(long socket, int code, byte[] in, byte[] out);

    /** Seconds plus 1, or 0 when the socket does not linger: the result must not look like an error. */
    static native int getLinger(long socket);

    /** {@code seconds < 0} switches lingering off. */
    static native int setLinger(long socket, int seconds);

    private NativeOptions() { }
}
