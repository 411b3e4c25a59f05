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

/**
 * An option of {@code getsockopt} and {@code setsockopt} with a value of 32 bits, a {@code DWORD} or {@code BOOL}, for
 * what the transport has no name for. All its channels have it: one that the system does not know fails with a
 * {@link ChannelException} that says so. It is not among {@link ChannelConfig#getOptions()}.
 * <p>
 * What the transport has a name for should be set by that name only: it does not learn of a value that was set past it.
 * Options are compared by identity.
 */
public final class IocpNotifyIntegerOption extends UserDefinedOption<Integer> {

    private final int level;
    private final int optname;

    /**
     * Describes an option.
     *
     * @param name for messages
     * @param level {@code SOL_SOCKET}, {@code IPPROTO_TCP}, … as a number
     * @param optname {@code SO_…}, {@code TCP_…}, … as a number
     */
    public IocpNotifyIntegerOption(String name, int level, int optname) {
        super(name);
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
    Integer read(WinSocketOptions socket) throws IOException {
        return socket.intOption(level, optname);
    }

    @Override
    void write(WinSocketOptions socket, Integer value) throws IOException {
        socket.setIntOption(level, optname, value);
    }

    @Override
    void checkType(Object value) {
        checkType(value, Integer.class);
    }
}
