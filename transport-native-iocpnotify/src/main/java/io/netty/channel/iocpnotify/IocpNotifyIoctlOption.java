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
import io.netty.channel.iocpnotify.winsock.WinSocketOptions;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A control code of {@code WSAIoctl}, used as an option. To set the option gives the value to the system as the input,
 * and asks for no output. To read the option asks for the output, and gives no input. Most codes allow one of the two
 * only.
 * <p>
 * All channels of this transport have the option. A {@link ChannelException} is thrown if the system does not know the
 * code, or does not allow this use of it. {@link ChannelConfig#getOptions()} does not list it. Any thread may use it.
 * <p>
 * The call is made in the thread of the caller, and it is not overlapped. So it must not be used for codes that wait,
 * such as {@code SIO_IDEAL_SEND_BACKLOG_CHANGE}: the channel cannot be closed meanwhile, and its event loop would stop.
 * <p>
 * The buffer of a value is used as with {@link IocpNotifyRawOption}. Options are compared by identity.
 */
public final class IocpNotifyIoctlOption extends UserDefinedOption.OfBytes {

    /** From winsock2.h. It can make a socket blocking, and a call on such a socket would stop its event loop. */
    private static final int FIONBIO = 0x8004667E;

    private final int controlCode;

    /**
     * Describes an option.
     *
     * @param name the name, which messages show
     * @param controlCode the number of the {@code SIO_} constant
     * @param length how many bytes a value has. When the option is read it is the largest number
     * @throws IllegalArgumentException if {@code length} is not positive, or if {@code controlCode} is {@code FIONBIO}.
     *         The transport needs its sockets non-blocking
     */
    public IocpNotifyIoctlOption(String name, int controlCode, int length) {
        super(name, length);
        if (controlCode == FIONBIO) {
            throw new IllegalArgumentException(name + ": FIONBIO is not for users, sockets must stay non-blocking");
        }
        this.controlCode = controlCode;
    }

    /** {@return the control code} */
    public int controlCode() {
        return controlCode;
    }

    @Override
    ByteBuffer read(WinSocketOptions socket) throws IOException {
        byte[] value = new byte[length()];
        return toBuffer(value, socket.ioctl(controlCode, null, value));
    }

    @Override
    void write(WinSocketOptions socket, ByteBuffer value) throws IOException {
        socket.ioctl(controlCode, toBytes(value), null);
    }
}
