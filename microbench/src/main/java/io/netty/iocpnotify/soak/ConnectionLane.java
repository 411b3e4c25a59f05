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
package io.netty.iocpnotify.soak;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.util.concurrent.ThreadLocalRandom;

/**
 * One TCP connection after the other, all of a kind.
 */
final class ConnectionLane extends Lane {

    private final Kind kind;
    private ClientConversation conversation;

    ConnectionLane(Load load, Kind kind) {
        super(load);
        this.kind = kind;
    }

    @Override
    void begin() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int length = random.nextInt(kind.shortest(), kind.longest() + 1);
        long quiet = kind == Kind.IDLE ? random.nextLong(load.idleMillis() / 2, load.idleMillis() * 3 / 2) : 0;
        Announcement announcement = new Announcement(kind, load.nextId(), length);
        ClientConversation begun = new ClientConversation(announcement, quiet, load::isResting, load.failures,
                this::over);
        conversation = begun;
        load.bootstrap().channel(NioSocketChannel.class).option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel ch) {
                        if (kind == Kind.TLS) {
                            ch.pipeline().addLast(load.tls.newHandler(ch.alloc()));
                        }
                        ch.pipeline().addLast(begun);
                    }
                })
                .connect(load.ports.addressFor(announcement))
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        load.failures.add(announcement, connected.cause());
                    }
                });
    }

    private void over(ClientConversation ended) {
        conversation = null;
        load.countConnection();
        nextAfter(kind.pauseMillis());
    }

    @Override
    boolean isBusy() {
        return conversation != null && !conversation.isQuiet();
    }

    @Override
    boolean isIdle() {
        return conversation != null && conversation.isQuiet();
    }

    @Override
    long progressNanos() {
        return conversation.progressNanos();
    }

    @Override
    public String toString() {
        return "" + conversation;
    }
}
