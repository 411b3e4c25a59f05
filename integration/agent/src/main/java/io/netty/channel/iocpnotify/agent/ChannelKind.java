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
package io.netty.channel.iocpnotify.agent;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.nio.channels.spi.SelectorProvider;
import java.util.Map;

/** A class of NIO's channels, and the one of the transport that takes its place. In the order of {@code ClassUses}. */
enum ChannelKind {

    SOCKET(NioSocketChannel.class, IocpNotifySocketChannel.class) {
        @Override
        Channel make(SocketProtocolFamily family) {
            return new IocpNotifySocketChannel(family);
        }

        @Override
        Channel makeNio() {
            return new NioSocketChannel();
        }
    },
    SERVER(NioServerSocketChannel.class, IocpNotifyServerSocketChannel.class) {
        @Override
        Channel make(SocketProtocolFamily family) {
            return new IocpNotifyServerSocketChannel(family);
        }

        @Override
        Channel makeNio() {
            return new NioServerSocketChannel();
        }
    },
    DATAGRAM(NioDatagramChannel.class, IocpNotifyDatagramChannel.class) {
        @Override
        Channel make(SocketProtocolFamily family) {
            return new IocpNotifyDatagramChannel(family);
        }

        @Override
        Channel makeNio() {
            return new NioDatagramChannel();
        }
    };

    private static final ChannelKind[] VALUES = values();

    private final Class<? extends AbstractNioChannel> nio;
    private final Class<? extends Channel> transport;
    /** What a new channel of NIO says of its options. Written once; two threads may find the same. */
    private volatile Map<ChannelOption<?>, Object> usual;

    ChannelKind(Class<? extends AbstractNioChannel> nio, Class<? extends Channel> transport) {
        this.nio = nio;
        this.transport = transport;
    }

    /** @param family {@code null} for what the system has */
    abstract Channel make(SocketProtocolFamily family);

    abstract Channel makeNio();

    static ChannelKind of(int number) {
        return VALUES[number];
    }

    /** Returns the kind of exactly this class of NIO, or {@code null}: a subclass is something else. */
    static ChannelKind of(Class<?> nioClass) {
        for (ChannelKind kind : VALUES) {
            if (kind.nio == nioClass) {
                return kind;
            }
        }
        return null;
    }

    boolean isInstance(Object channel) {
        return transport.isInstance(channel);
    }

    /**
     * Says in words what a factory has done to a channel of NIO that would be lost with it.
     *
     * @return {@code null} if the channel is as new
     */
    String preparation(Channel channel) throws IOException {
        SelectableChannel socket = ((AbstractNioChannel) channel).unsafe().ch();
        if (socket.provider() != SelectorProvider.provider()) {
            return "has another selector provider";
        }
        if (((NetworkChannel) socket).getLocalAddress() != null) {
            return "gives it a socket that is in use";
        }
        // The tail is always there.
        if (channel.pipeline().names().size() > 1) {
            return "adds handlers to it";
        }
        if (usual == null) {
            Channel other = makeNio();
            usual = other.config().getOptions();
            other.unsafe().closeForcibly();
        }
        for (Map.Entry<ChannelOption<?>, Object> entry : channel.config().getOptions().entrySet()) {
            // Each channel has a new one of these.
            if (entry.getKey() != ChannelOption.RECVBUF_ALLOCATOR && isOther(entry.getKey(), entry.getValue())) {
                return "sets " + entry.getKey();
            }
        }
        return null;
    }

    /**
     * Returns the family of a channel that is not used any more: it may be bound by the question. The JDK tells it by
     * what it refuses.
     */
    static SocketProtocolFamily family(Channel channel) throws IOException {
        NetworkChannel socket = (NetworkChannel) ((AbstractNioChannel) channel).unsafe().ch();
        byte[] loopback = new byte[16];
        loopback[15] = 1;
        try {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(loopback), 0));
            return null;
        } catch (UnsupportedAddressTypeException e) {
            return SocketProtocolFamily.INET;
        } catch (IOException e) {
            // It is for IPv6, and the system has no such address now.
            return null;
        }
    }

    /** Options of the JDK have a new object for each channel, so their names count. */
    private boolean isOther(ChannelOption<?> option, Object value) {
        for (Map.Entry<ChannelOption<?>, Object> entry : usual.entrySet()) {
            if (entry.getKey().name().equals(option.name())) {
                return value == null ? entry.getValue() != null : !value.equals(entry.getValue());
            }
        }
        return true;
    }
}
