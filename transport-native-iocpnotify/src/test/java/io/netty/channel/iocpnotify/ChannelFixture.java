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
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.util.ReferenceCounted;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseNotifier;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A group and the channels that a test opens in it, all of them closed at its end.
 */
public final class ChannelFixture implements AutoCloseable {

    /** Sends back what it gets. */
    public static final ChannelHandler ECHO = new EchoHandler();

    /** Does nothing. */
    public static final ChannelHandler NOTHING = new NoHandler();

    private final EventLoopGroup group;
    private final Set<Channel> channels = new HashSet<Channel>();

    public ChannelFixture(LoopKind kind) {
        this(kind, 2);
    }

    ChannelFixture(LoopKind kind, int threads) {
        this(kind.newGroup(threads));
    }

    /** The group ends with the fixture. */
    ChannelFixture(EventLoopGroup group) {
        this.group = group;
    }

    public EventLoopGroup group() {
        return group;
    }

    /** A free port of the loopback interface. */
    static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    ServerBootstrap server(final ChannelHandler childHandler) {
        return new ServerBootstrap().group(group).channel(IocpNotifyServerSocketChannel.class)
                .handler(initializer(NOTHING)).childHandler(initializer(childHandler));
    }

    Bootstrap client(ChannelHandler handler) {
        return new Bootstrap().group(group).channel(IocpNotifySocketChannel.class).handler(initializer(handler));
    }

    /** For a datagram channel of both families. */
    Bootstrap datagram(ChannelHandler handler) {
        return datagram(null, handler);
    }

    Bootstrap datagram(SocketProtocolFamily family, ChannelHandler handler) {
        return new Bootstrap().group(group).channelFactory(() -> new IocpNotifyDatagramChannel(family))
                .handler(initializer(handler));
    }

    /** A datagram channel that is bound to a free port of the loopback interface. */
    IocpNotifyDatagramChannel bindDatagram(ChannelHandler handler) throws Exception {
        return (IocpNotifyDatagramChannel) datagram(handler).bind(anyPort()).sync().channel();
    }

    private ChannelHandler initializer(final ChannelHandler handler) {
        return new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel ch) {
                keep(ch);
                ch.pipeline().addLast(handler);
            }
        };
    }

    private void keep(final Channel channel) {
        synchronized (channels) {
            channels.add(channel);
        }
        channel.closeFuture().addListener(f -> {
            synchronized (channels) {
                channels.remove(channel);
            }
        });
    }

    /** Binds a server whose connections get {@code childHandler}. */
    public Channel serve(ChannelHandler childHandler) throws Exception {
        return server(childHandler).bind(anyPort()).sync().channel();
    }

    /** Binds a server whose connections read nothing until they are told to, and stay open after the peer's end. */
    Channel serveUnread(ChannelHandler childHandler) throws Exception {
        return server(childHandler).childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true).bind(anyPort()).sync().channel();
    }

    IocpNotifySocketChannel connect(SocketAddress address, ChannelHandler handler) throws Exception {
        return (IocpNotifySocketChannel) client(handler).connect(address).sync().channel();
    }

    /** A client channel that is registered and nothing else. */
    IocpNotifySocketChannel register(ChannelHandler handler) throws Exception {
        return (IocpNotifySocketChannel) client(handler).register().sync().channel();
    }

    /** Runs {@code work} in the channel's loop, where nothing can happen in between, and waits for its result. */
    static <T> T inLoop(Channel channel, Callable<T> work) throws Exception {
        return channel.eventLoop().submit(work).get(10, TimeUnit.SECONDS);
    }

    /**
     * Takes a channel to another loop, and does something there before its last loop has let go of it. Returns when the
     * channel is registered.
     */
    static void move(Channel channel, EventLoop next, Runnable onTheWay) throws Exception {
        Promise<Void> moved = GlobalEventExecutor.INSTANCE.newPromise();
        channel.deregister().addListener(left -> {
            next.register(channel).addListener(new PromiseNotifier<Void, Future<Void>>(moved));
            // This is the last loop. It gets no packet meanwhile.
            next.submit(onTheWay).sync();
        });
        moved.sync();
    }

    /** The failure of a future that must end soon, and must fail. */
    public static Throwable failureOf(Future<?> future) throws Exception {
        assertTrue(future.await(10, TimeUnit.SECONDS), "still pending: " + future);
        assertTrue(future.cause() != null, "should have failed: " + future);
        return future.cause();
    }

    public static void awaitDone(Future<?> future) throws Exception {
        assertTrue(future.await(20, TimeUnit.SECONDS), "still pending: " + future);
    }

    static void awaitReleased(ReferenceCounted object) throws InterruptedException {
        assertTrue(isReleasedSoon(object), () -> object.refCnt() + " references left");
    }

    static boolean isReleasedSoon(ReferenceCounted object) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (object.refCnt() > 0 && System.nanoTime() - deadline < 0) {
            Thread.sleep(1);
        }
        return object.refCnt() == 0;
    }

    /** Ends all at once, so that one may wait for another. */
    public static void end(EventLoopGroup... groups) throws InterruptedException {
        for (EventLoopGroup group : groups) {
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
        }
        for (EventLoopGroup group : groups) {
            assertTrue(group.awaitTermination(10, TimeUnit.SECONDS), "the group does not end");
        }
    }

    public static Channel sync(ChannelFuture future) throws Exception {
        awaitDone(future);
        return future.sync().channel();
    }

    @Override
    public void close() throws Exception {
        Channel[] open;
        synchronized (channels) {
            open = channels.toArray(new Channel[0]);
        }
        for (Channel channel : open) {
            awaitDone(channel.close());
        }
        end(group);
    }

    @Sharable
    private static final class EchoHandler extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ctx.writeAndFlush(msg);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    @Sharable
    private static final class NoHandler extends ChannelInboundHandlerAdapter { }
}
