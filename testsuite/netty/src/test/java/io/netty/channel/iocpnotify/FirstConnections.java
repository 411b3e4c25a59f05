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

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.testsuite.transport.TestsuitePermutation.BootstrapComboFactory;
import io.netty.util.internal.PlatformDependent;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens a connection of each kind before the first test. Netty's tests end after a few seconds, and in a new JVM the
 * first of them would load Netty, both transports and the library in that time. From a cold disk, that takes longer.
 */
public final class FirstConnections implements LauncherSessionListener {

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (!PlatformDependent.isWindows() ||
                !PlatformDependent.normalizedArch().equals(System.getProperty("iocpnotify.arch"))) {
            // The JVM of the build, in which Surefire looks for the tests; or one that only reads the library.
            return;
        }
        List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> kinds =
                new ArrayList<BootstrapComboFactory<ServerBootstrap, Bootstrap>>();
        kinds.addAll(IocpNotifySocketTestPermutation.EVENT_LOOP_GROUP.socket());
        kinds.addAll(IocpNotifySocketTestPermutation.IO_HANDLER.socket());
        for (BootstrapComboFactory<ServerBootstrap, Bootstrap> kind : kinds) {
            connect(kind.newServerInstance(), kind.newClientInstance());
        }
    }

    private static void connect(ServerBootstrap server, Bootstrap client) {
        Channel listener = server.childHandler(new Echo()).bind(new InetSocketAddress("127.0.0.1", 0))
                .syncUninterruptibly().channel();
        Channel connection = client.handler(new CloseOnAnswer()).connect(listener.localAddress())
                .syncUninterruptibly().channel();
        connection.writeAndFlush(Unpooled.wrappedBuffer(new byte[1])).syncUninterruptibly();
        connection.closeFuture().syncUninterruptibly();
        listener.close().syncUninterruptibly();
    }

    @Sharable
    private static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ctx.writeAndFlush(msg);
        }
    }

    private static final class CloseOnAnswer extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
            ctx.close();
            super.channelRead(ctx, msg);
        }
    }
}
