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
 * An option of Winsock that the transport has no name for, and whose value is a structure. It uses {@code getsockopt}
 * and {@code setsockopt}. The value is given as its bytes.
 * <p>
 * All channels of this transport have the option. If the system does not know it, to read or to set it throws a
 * {@link ChannelException}. {@link ChannelConfig#getOptions()} does not list it. Any thread may use it.
 * <p>
 * The bytes of a value are those between the position and the limit of the buffer. To set an option leaves both as they
 * are, so the same buffer may be set on many channels. To read an option gives a new heap buffer in the byte order of
 * the machine. Its limit is the number of bytes that the system wrote.
 * <p>
 * If the transport has a name for an option, set it by that name only. The transport does not notice a value that was
 * set in this way, except {@code TCP_NODELAY} and {@code SO_LINGER}. Options are compared by identity.
 */
public final class IocpNotifyRawOption extends UserDefinedOption.OfBytes {

    private final int level;
    private final int optname;

    /**
     * Describes an option.
     *
     * @param name the name, which messages show
     * @param level the number of {@code SOL_SOCKET}, {@code IPPROTO_TCP} or another level
     * @param optname the number of the option, for example of an {@code SO_} or {@code TCP_} constant
     * @param length how many bytes a value has
     * @throws IllegalArgumentException if {@code length} is not positive
     */
    public IocpNotifyRawOption(String name, int level, int optname, int length) {
        super(name, length);
        this.level = level;
        this.optname = optname;
    }

    /** {@return the level of the option} */
    public int level() {
        return level;
    }

    /** {@return the number of the option} */
    public int optname() {
        return optname;
    }

    @Override
    ByteBuffer read(WinSocketOptions socket) throws IOException {
        byte[] value = new byte[length()];
        return toBuffer(value, socket.rawOption(level, optname, value));
    }

    @Override
    void write(WinSocketOptions socket, ByteBuffer value) throws IOException {
        socket.setRawOption(level, optname, toBytes(value));
    }
}
