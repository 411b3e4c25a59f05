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

import io.netty.channel.RecvByteBufAllocator;

import static io.netty.channel.ChannelOption.SO_RCVBUF;
import static io.netty.channel.ChannelOption.SO_REUSEADDR;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE;

/** What the configurations of TCP and UDP share, for listeners too. */
abstract class InternetChannelConfig<C extends InternetChannelConfig<C>> extends IocpNotifyChannelConfig<C> {

    InternetChannelConfig(AbstractIocpNotifyChannel channel) {
        super(channel);
    }

    InternetChannelConfig(AbstractIocpNotifyChannel channel, RecvByteBufAllocator recvAllocator) {
        super(channel, recvAllocator);
    }

    /** {@return {@code SO_RCVBUF}: the size of the receive buffer of the socket, in bytes} */
    public int getReceiveBufferSize() {
        return read(SO_RCVBUF);
    }

    /**
     * {@return {@code SO_REUSEADDR}: whether other sockets may take the same port} With TCP, the value is only kept and
     * not passed on to Windows while {@link #isExclusiveAddressUse()} is {@code true}, as in the channels of the JDK.
     * With UDP, any process that also sets it may share the port. Sockets that receive the same multicast need that. To
     * set it switches {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE} off, and the other way round, because Windows
     * refuses both together.
     */
    public boolean isReuseAddress() {
        return read(SO_REUSEADDR);
    }

    /** {@return {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE}: whether other sockets are kept off the port} */
    public boolean isExclusiveAddressUse() {
        return read(SO_EXCLUSIVEADDRUSE);
    }

    /**
     * Sets {@code SO_RCVBUF}: the size of the receive buffer of the socket.
     *
     * @param receiveBufferSize the size in bytes, at least 1
     * @return this
     */
    public C setReceiveBufferSize(int receiveBufferSize) {
        return write(SO_RCVBUF, receiveBufferSize);
    }

    /**
     * Sets {@code SO_REUSEADDR}: see {@link #isReuseAddress()}. It takes effect when the channel is bound.
     *
     * @param reuseAddress {@code true} to let other sockets take the same port
     * @return this
     */
    public C setReuseAddress(boolean reuseAddress) {
        return write(SO_REUSEADDR, reuseAddress);
    }

    /**
     * Sets {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE}. It takes effect when the channel is bound.
     *
     * @param exclusiveAddressUse {@code true} to keep other sockets off the port
     * @return this
     */
    public C setExclusiveAddressUse(boolean exclusiveAddressUse) {
        return write(SO_EXCLUSIVEADDRUSE, exclusiveAddressUse);
    }
}
