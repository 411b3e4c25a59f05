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

/**
 * An option of Winsock that the transport has no name for, and whose value has 32 bits ({@code DWORD} or {@code BOOL}).
 * It uses {@code getsockopt} and {@code setsockopt}.
 * <p>
 * All channels of this transport have the option. If the system does not know it, to read or to set it throws a
 * {@link ChannelException}. {@link ChannelConfig#getOptions()} does not list it. Any thread may use it.
 * <p>
 * If the transport has a name for an option, set it by that name only. The transport does not notice a value that was
 * set in this way, except {@code TCP_NODELAY} and {@code SO_LINGER}. Options are compared by identity.
 */
public final class IocpNotifyIntegerOption extends UserDefinedOption<Integer> {

    private final int level;
    private final int optname;

    /**
     * Describes an option.
     *
     * @param name the name, which messages show
     * @param level the number of {@code SOL_SOCKET}, {@code IPPROTO_TCP} or another level
     * @param optname the number of the option, for example of an {@code SO_} or {@code TCP_} constant
     */
    public IocpNotifyIntegerOption(String name, int level, int optname) {
        super(name, Integer.class);
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
    Integer read(WinSocketOptions socket) throws IOException {
        return socket.intOption(level, optname);
    }

    @Override
    void write(WinSocketOptions socket, Integer value) throws IOException {
        socket.setIntOption(level, optname, value);
    }
}
