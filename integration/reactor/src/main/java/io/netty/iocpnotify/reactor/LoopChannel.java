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
package io.netty.iocpnotify.reactor;

import io.netty.channel.Channel;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyDomainSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyServerDomainSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.DomainSocketChannel;
import io.netty.channel.unix.ServerDomainSocketChannel;

import java.util.function.Supplier;

/** What reactor-netty asks for as a channel, and what it gets. */
enum LoopChannel {

    TCP(SocketChannel.class, IocpNotifySocketChannel.class, IocpNotifySocketChannel::new),
    TCP_SERVER(ServerSocketChannel.class, IocpNotifyServerSocketChannel.class, IocpNotifyServerSocketChannel::new),
    UDP(DatagramChannel.class, IocpNotifyDatagramChannel.class, IocpNotifyDatagramChannel::new),
    DOMAIN(DomainSocketChannel.class, IocpNotifyDomainSocketChannel.class, IocpNotifyDomainSocketChannel::new),
    DOMAIN_SERVER(ServerDomainSocketChannel.class, IocpNotifyServerDomainSocketChannel.class,
            IocpNotifyServerDomainSocketChannel::new);

    private final Class<? extends Channel> type;
    private final Class<? extends Channel> channelClass;
    private final Supplier<? extends Channel> constructor;

    <C extends Channel> LoopChannel(Class<? extends Channel> type, Class<C> channelClass, Supplier<C> constructor) {
        this.type = type;
        this.channelClass = channelClass;
        this.constructor = constructor;
    }

    static LoopChannel of(Class<? extends Channel> type) {
        for (LoopChannel channel : values()) {
            if (channel.type == type) {
                return channel;
            }
        }
        throw new IllegalArgumentException("no channel of this transport is a " + type.getName());
    }

    Class<? extends Channel> channelClass() {
        return channelClass;
    }

    Channel newChannel() {
        return constructor.get();
    }
}
