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

import io.netty.buffer.ByteBuf;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.DatagramPacket;

import java.net.InetSocketAddress;

/**
 * Tells that an {@link IocpNotifyDatagramChannel} has read only a part of a datagram. The buffer that the
 * {@link RecvByteBufAllocator} gave was too small. Windows has thrown the rest away ({@code WSAEMSGSIZE}).
 * <p>
 * It is a user event. The channel fires it in its event loop, immediately before the {@link DatagramPacket} with the
 * part that fitted. NIO and epoll deliver that part without any sign. A handler that cannot use a part drops the
 * packet. Larger buffers avoid the loss, for example those of a {@link io.netty.channel.FixedRecvByteBufAllocator}.
 * <p>
 * If {@link #received()} is 0, no packet follows and the datagram is lost. There was no room for all control messages
 * that the program has asked for by options of its own. The system then did not say how long the datagram is.
 */
public final class IocpNotifyDatagramTruncatedEvent {

    private final InetSocketAddress sender;
    private final int received;

    IocpNotifyDatagramTruncatedEvent(InetSocketAddress sender, int received) {
        this.sender = sender;
        this.received = received;
    }

    /**
     * {@return the sender of the datagram, as {@link DatagramPacket#sender()} of the packet that follows} If the system
     * does not tell it: the peer of a connected channel, else {@code null}.
     */
    public InetSocketAddress sender() {
        return sender;
    }

    /**
     * {@return how many bytes of the datagram have arrived: the {@link ByteBuf#readableBytes()} of the packet that
     * follows, or 0 if no packet follows}
     */
    public int received() {
        return received;
    }

    @Override
    public String toString() {
        return "IocpNotifyDatagramTruncatedEvent(sender: " + sender + ", received: " + received + " bytes)";
    }
}
