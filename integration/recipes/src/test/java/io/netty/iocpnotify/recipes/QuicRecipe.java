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
package io.netty.iocpnotify.recipes;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;

/**
 * The code of docs/recipes/netty.md that is about QUIC.
 */
final class QuicRecipe {

    static Channel datagrams(IocpNotifyTransport transport, EventLoopGroup group, ChannelHandler codec, int port)
            throws InterruptedException {
        // recipe: datagrams
        Channel datagrams = new Bootstrap()
                .group(group)
                .channel(transport.datagramChannel())
                .handler(codec)
                .bind("127.0.0.1", port).sync().channel();
        // end
        return datagrams;
    }

    private QuicRecipe() {
    }
}
