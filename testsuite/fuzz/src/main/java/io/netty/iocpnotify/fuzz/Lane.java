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
package io.netty.iocpnotify.fuzz;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.util.concurrent.TimeUnit;

/**
 * What programs run on: a transport and its groups of event loops, which many programs use at a time.
 */
class Lane {

    /** The kinds of lanes. */
    enum Kind {
        NIO,
        STRANDS,
        HANDLER;

        private EventLoopGroup newGroup(int threads) {
            switch (this) {
            case NIO:
                return new MultiThreadIoEventLoopGroup(threads, NioIoHandler.newFactory());
            case STRANDS:
                return new IocpNotifyEventLoopGroup(threads);
            default:
                return new MultiThreadIoEventLoopGroup(threads, IocpNotifyIoHandler.newFactory());
            }
        }

        private Kind other() {
            return this == STRANDS ? HANDLER : this == HANDLER ? STRANDS : NIO;
        }
    }

    private static final int LOOKS_FOR_ANOTHER_LOOP = 64;
    /** After that a loop rejects tasks, whatever it has to do. */
    private static final long SECONDS_TO_END = 15;

    final Kind kind;
    private final EventLoopGroup[] groups;

    Lane(Kind kind) {
        this.kind = kind;
        groups = new EventLoopGroup[] { kind.newGroup(2), kind.newGroup(1), kind.other().newGroup(1) };
    }

    EventLoopGroup group() {
        return groups[0];
    }

    /** A loop of that group, another than the given one if there is any. */
    EventLoop next(int group, EventLoop than) {
        EventLoop next = groups[group].next();
        for (int i = 0; next == than && i < LOOKS_FOR_ANOTHER_LOOP; i++) {
            next = groups[group].next();
        }
        return next;
    }

    Class<? extends Channel> stream() {
        return kind == Kind.NIO ? NioSocketChannel.class : IocpNotifySocketChannel.class;
    }

    Class<? extends ServerChannel> server() {
        return kind == Kind.NIO ? NioServerSocketChannel.class : IocpNotifyServerSocketChannel.class;
    }

    Class<? extends Channel> datagram() {
        return kind == Kind.NIO ? NioDatagramChannel.class : IocpNotifyDatagramChannel.class;
    }

    /** Sees each new channel of a program before its other handlers: where tests of the fuzzer plant faults. */
    void prepare(Channel channel) {
    }

    /** Returns whether all groups have ended within so many beats of the {@link Pulse}. */
    boolean end(long beats) throws InterruptedException {
        for (EventLoopGroup group : groups) {
            group.shutdownGracefully(0, SECONDS_TO_END, TimeUnit.SECONDS);
        }
        Bell bell = new Bell(beats);
        boolean ended = true;
        for (EventLoopGroup group : groups) {
            ended &= bell.await(group.terminationFuture());
        }
        return ended;
    }
}
