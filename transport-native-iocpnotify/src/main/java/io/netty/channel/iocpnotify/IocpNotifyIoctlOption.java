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

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelException;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A control code of {@code WSAIoctl} as an option: setting it hands its value to the system as the input, without
 * asking for an answer; reading it asks for the output, without an input. Most codes allow one of the two only, the
 * other fails with a {@link ChannelException}, as does a code that the system does not know. All channels of the
 * transport have it; it is not among {@link ChannelConfig#getOptions()}.
 * <p>
 * The call is made in the caller's thread, and is not overlapped: codes that wait for something to happen, such as
 * {@code SIO_IDEAL_SEND_BACKLOG_CHANGE}, are not for this.
 * <p>
 * The bytes of a value are those between the buffer's position and limit, which are left as they are: a value may be
 * set on many channels. Reading gives a new heap buffer in the byte order of the machine, whose limit is what the
 * system wrote. Options are compared by identity.
 */
public final class IocpNotifyIoctlOption extends UserDefinedBytes {

    /** winsock2.h: makes sockets blocking, and a loop that waits for one of them stands still. */
    private static final int FIONBIO = 0x8004667E;

    private final int controlCode;

    /**
     * Describes an option.
     *
     * @param name for messages
     * @param controlCode {@code SIO_…} as a number
     * @param length how many bytes its value has, for reading at the most
     * @throws IllegalArgumentException if {@code length} is not positive, or {@code controlCode} is {@code FIONBIO}:
     *                                  the transport needs its sockets non-blocking
     */
    public IocpNotifyIoctlOption(String name, int controlCode, int length) {
        super(name, length);
        if (controlCode == FIONBIO) {
            throw new IllegalArgumentException(name + ": FIONBIO is not for users, sockets must stay non-blocking");
        }
        this.controlCode = controlCode;
    }

    /** Returns the control code. */
    public int controlCode() {
        return controlCode;
    }

    @Override
    ByteBuffer read(WinSocketOptions socket) throws IOException {
        byte[] value = new byte[length()];
        return toBuffer(value, ioctl(socket, null, value));
    }

    @Override
    void write(WinSocketOptions socket, ByteBuffer value) throws IOException {
        ioctl(socket, toBytes(value), null);
    }

    private int ioctl(WinSocketOptions socket, byte[] in, byte[] out) throws IOException {
        int result = NativeOptions.ioctl(socket.openHandle(), controlCode, in, out);
        if (result < 0) {
            throw Errors.newIOException("WSAIoctl", result);
        }
        return result;
    }
}
