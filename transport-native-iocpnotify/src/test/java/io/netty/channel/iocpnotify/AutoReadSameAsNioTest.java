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
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.util.ReferenceCountUtil;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

/**
 * {@code setAutoRead(false)} from any thread: when the loop has heard of it, nothing comes until somebody asks. The
 * same on NIO and on both kinds of loops of this transport.
 */
@Timeout(120)
class AutoReadSameAsNioTest {

    private static final int ROUNDS = 5;
    private static final long QUIET_MILLIS = 50;

    /** Echoes bytes, and notes what comes: bytes by their number. The first entry is the channel itself. */
    @Sharable
    private static final class Log extends ChannelInboundHandlerAdapter {
        final BlockingQueue<Object> entries = new LinkedBlockingQueue<Object>();

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            entries.add(ctx.channel());
            ctx.fireChannelActive();
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            if (msg instanceof Channel) {
                entries.add(msg);
                ctx.fireChannelRead(msg);
                return;
            }
            if (msg instanceof ByteBuf) {
                entries.add(((ByteBuf) msg).readableBytes());
                ctx.writeAndFlush(msg);
                return;
            }
            entries.add(msg.getClass());
            ReferenceCountUtil.release(msg);
        }

        void assertQuiet() throws InterruptedException {
            assertNull(entries.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS), "nobody asked");
        }

        Object next() throws InterruptedException {
            Object entry = entries.poll(10, TimeUnit.SECONDS);
            assertNotNull(entry, "nothing comes");
            return entry;
        }
    }

    private static void autoReadOff(Channel channel) throws Exception {
        channel.config().setAutoRead(false);
        // The loop has heard of it.
        awaitDone(channel.eventLoop().submit(() -> { }));
    }

    private static Channel serve(AnyTransport transport, EventLoopGroup group, Log listenerLog, Log log)
            throws Exception {
        return new ServerBootstrap().group(group).channelFactory(() -> (ServerChannel) transport.newServer())
                .handler(listenerLog).childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel ch) {
                        ch.pipeline().addLast(log);
                    }
                }).bind(anyPort()).sync().channel();
    }

    private static Socket connect(Channel server) throws Exception {
        InetSocketAddress address = (InetSocketAddress) server.localAddress();
        return new Socket(address.getAddress(), address.getPort());
    }

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void streams(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        Log listenerLog = new Log();
        Log log = new Log();
        Channel server = serve(transport, group, listenerLog, log);
        try (Socket peer = connect(server)) {
            Channel channel = (Channel) log.next();
            // The last rounds begin when the socket is read again without having been armed.
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < 20 * round; i++) {
                    peer.getOutputStream().write(1);
                    assertEquals(1, log.next());
                    assertEquals(1, peer.getInputStream().read());
                }
                autoReadOff(channel);
                peer.getOutputStream().write(2);
                log.assertQuiet();
                if (round % 2 == 0) {
                    channel.read();
                    assertEquals(1, log.next());
                    assertEquals(2, peer.getInputStream().read());
                    peer.getOutputStream().write(3);
                    log.assertQuiet();
                    channel.config().setAutoRead(true);
                    assertEquals(1, log.next());
                    assertEquals(3, peer.getInputStream().read());
                } else {
                    channel.config().setAutoRead(true);
                    assertEquals(1, log.next());
                    assertEquals(2, peer.getInputStream().read());
                }
            }
        }
        end(group, server);
    }

    /** Who switches it off and on at once goes on reading. */
    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void offAndOnAgain(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        Log listenerLog = new Log();
        Log log = new Log();
        Channel server = serve(transport, group, listenerLog, log);
        try (Socket peer = connect(server)) {
            Channel channel = (Channel) log.next();
            for (int i = 0; i < 200; i++) {
                channel.config().setAutoRead(false);
                channel.config().setAutoRead(true);
                peer.getOutputStream().write(1);
                assertEquals(1, log.next());
                assertEquals(1, peer.getInputStream().read());
            }
        }
        end(group, server);
    }

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void listeners(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        Log listenerLog = new Log();
        Channel server = serve(transport, group, listenerLog, new Log());
        acceptNoneUnasked(server, listenerLog);
        end(group, server);
    }

    /** The system accepts what was asked for ahead; it is not told of before somebody reads. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void listenersThatAcceptAhead(LoopKind kind) throws Exception {
        AnyTransport transport = kind == LoopKind.STRANDS ? AnyTransport.STRANDS : AnyTransport.HANDLER;
        EventLoopGroup group = transport.newGroup(2);
        Log listenerLog = new Log();
        Channel server = new ServerBootstrap().group(group).channel(IocpNotifyServerSocketChannel.class)
                .option(IocpNotifyChannelOption.OUTSTANDING_ACCEPTS, 2)
                .handler(listenerLog).childHandler(ChannelFixture.ECHO).bind(anyPort()).sync().channel();
        acceptNoneUnasked(server, listenerLog);
        end(group, server);
    }

    private static void acceptNoneUnasked(Channel server, Log listenerLog) throws Exception {
        assertSame(server, listenerLog.next());
        for (int round = 0; round < ROUNDS; round++) {
            try (Socket first = connect(server)) {
                listenerLog.next();
                autoReadOff(server);
                try (Socket second = connect(server)) {
                    listenerLog.assertQuiet();
                    server.config().setAutoRead(true);
                    listenerLog.next();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(AnyTransport.class)
    void datagrams(AnyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        Log log = new Log();
        Channel channel = new Bootstrap().group(group).channelFactory(transport::newDatagram).handler(log)
                .bind(anyPort()).sync().channel();
        assertSame(channel, log.next());
        try (DatagramSocket peer = new DatagramSocket(anyPort())) {
            DatagramPacket packet = new DatagramPacket(new byte[] { 1 }, 1, channel.localAddress());
            for (int round = 0; round < ROUNDS; round++) {
                peer.send(packet);
                log.next();
                autoReadOff(channel);
                peer.send(packet);
                log.assertQuiet();
                channel.config().setAutoRead(true);
                log.next();
            }
        }
        end(group, channel);
    }

    private static void end(EventLoopGroup group, Channel channel) throws Exception {
        awaitDone(channel.close());
        ChannelFixture.end(group);
    }
}
