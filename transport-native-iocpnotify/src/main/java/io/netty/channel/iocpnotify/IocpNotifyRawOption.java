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
 * An option of {@code getsockopt} and {@code setsockopt} whose value is a structure, given as its bytes. All channels
 * of the transport have it: one that the system does not know fails with a {@link ChannelException} that says so. It is
 * not among {@link ChannelConfig#getOptions()}.
 * <p>
 * The bytes of a value are those between the buffer's position and limit, which are left as they are: a value may be
 * set on many channels. Reading gives a new heap buffer in the byte order of the machine, whose limit is what the
 * system wrote.
 * <p>
 * What the transport has a name for should be set by that name only: it does not learn of a value that was set past it.
 * Options are compared by identity.
 */
public final class IocpNotifyRawOption extends UserDefinedBytes {

    private final int level;
    private final int optname;

    /**
     * Describes an option.
     *
     * @param name for messages
     * @param level {@code SOL_SOCKET}, {@code IPPROTO_TCP}, … as a number
     * @param optname {@code SO_…}, {@code TCP_…}, … as a number
     * @param length how many bytes its value has
     * @throws IllegalArgumentException if {@code length} is not positive
     */
    public IocpNotifyRawOption(String name, int level, int optname, int length) {
        super(name, length);
        this.level = level;
        this.optname = optname;
    }

    /** Returns the level of the option. */
    public int level() {
        return level;
    }

    /** Returns the number of the option. */
    public int optname() {
        return optname;
    }

    @Override
    ByteBuffer read(WinSocketOptions socket) throws IOException {
        byte[] value = new byte[length()];
        int written = NativeOptions.getRaw(socket.openHandle(), level, optname, value);
        if (written < 0) {
            throw Errors.newIOException("getsockopt", written);
        }
        return toBuffer(value, written);
    }

    @Override
    void write(WinSocketOptions socket, ByteBuffer value) throws IOException {
        int result = NativeOptions.setRaw(socket.openHandle(), level, optname, toBytes(value));
        if (result < 0) {
            throw Errors.newIOException("setsockopt", result);
        }
    }
}
