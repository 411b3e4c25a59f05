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
 * Says that the next {@link DatagramPacket} that an {@link IocpNotifyDatagramChannel} reads is not all that was sent:
 * the buffer that the {@link RecvByteBufAllocator} gave was too small, and Windows has thrown the rest away
 * ({@code WSAEMSGSIZE}). A user event, fired in the channel's loop immediately before that packet, which is delivered
 * with what fitted, as NIO and epoll do without a word. Who cannot use a part drops it; who cannot know better gives
 * larger buffers, for example by {@link io.netty.channel.FixedRecvByteBufAllocator}.
 * <p>
 * If {@link #received()} is 0 then no packet follows: there was no room for all the control messages that were asked
 * for by options of one's own, and the system did not say how long the datagram is.
 */
public final class IocpNotifyDatagramTruncatedEvent {

    private final InetSocketAddress sender;
    private final int received;

    IocpNotifyDatagramTruncatedEvent(InetSocketAddress sender, int received) {
        this.sender = sender;
        this.received = received;
    }

    /** Returns who sent the datagram, as {@link DatagramPacket#sender()} of the packet will. */
    public InetSocketAddress sender() {
        return sender;
    }

    /** Returns how many bytes of it there are, as {@link ByteBuf#readableBytes()} of the packet's content will. */
    public int received() {
        return received;
    }

    @Override
    public String toString() {
        return "IocpNotifyDatagramTruncatedEvent(sender: " + sender + ", received: " + received + " bytes)";
    }
}
