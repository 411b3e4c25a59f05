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

import io.netty.channel.ChannelException;
import io.netty.channel.socket.DuplexChannelConfig;

import static io.netty.channel.ChannelOption.ALLOW_HALF_CLOSURE;
import static io.netty.channel.ChannelOption.SO_RCVBUF;
import static io.netty.channel.ChannelOption.SO_SNDBUF;

/**
 * The configuration of an {@link IocpNotifyDomainSocketChannel}. Any thread may call every method. A method that needs
 * the socket throws a {@link ChannelException} if the channel is closed, or if the system refuses. A setter throws an
 * {@link IllegalArgumentException} if the value is out of range.
 */
public final class IocpNotifyDomainSocketChannelConfig
        extends IocpNotifyChannelConfig<IocpNotifyDomainSocketChannelConfig> implements DuplexChannelConfig {

    private static final OptionTable<IocpNotifyDomainSocketChannelConfig> OPTIONS =
            CommonOptions.addBuffers(new OptionTable<IocpNotifyDomainSocketChannelConfig>())
            .add(ALLOW_HALF_CLOSURE, Boolean.class, c -> c.allowHalfClosure, (c, v) -> c.allowHalfClosure = v);

    /** Written by any thread, read by the loop. */
    private volatile boolean allowHalfClosure;

    IocpNotifyDomainSocketChannelConfig(AbstractIocpNotifyChannel channel) {
        super(channel);
    }

    @Override
    OptionTable<IocpNotifyDomainSocketChannelConfig> options() {
        return OPTIONS;
    }

    /** {@return {@code SO_RCVBUF}: the size of the receive buffer of the socket, in bytes} */
    public int getReceiveBufferSize() {
        return read(SO_RCVBUF);
    }

    /** {@return {@code SO_SNDBUF}: the size of the send buffer of the socket, in bytes} */
    public int getSendBufferSize() {
        return read(SO_SNDBUF);
    }

    /** Returns {@link io.netty.channel.ChannelOption#ALLOW_HALF_CLOSURE}. The default is {@code false}. */
    @Override
    public boolean isAllowHalfClosure() {
        return allowHalfClosure;
    }

    // ---- setters, returning the own type

    /**
     * Sets {@code SO_RCVBUF}: the size of the receive buffer of the socket.
     *
     * @param receiveBufferSize the size in bytes
     * @return this
     */
    public IocpNotifyDomainSocketChannelConfig setReceiveBufferSize(int receiveBufferSize) {
        return write(SO_RCVBUF, receiveBufferSize);
    }

    /**
     * Sets {@code SO_SNDBUF}: the size of the send buffer of the socket. The next call that sends has at most twice
     * that many bytes. Later calls adapt to what the system takes.
     *
     * @param sendBufferSize the size in bytes
     * @return this
     */
    public IocpNotifyDomainSocketChannelConfig setSendBufferSize(int sendBufferSize) {
        return write(SO_SNDBUF, sendBufferSize);
    }

    /** Sets {@link io.netty.channel.ChannelOption#ALLOW_HALF_CLOSURE}. */
    @Override
    public IocpNotifyDomainSocketChannelConfig setAllowHalfClosure(boolean allowHalfClosure) {
        return write(ALLOW_HALF_CLOSURE, allowHalfClosure);
    }
}
