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
package com.example.service;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** A program as anybody writes it. It knows nothing of the agent, and prints what its channels are. */
public final class Service {

    private Service() { }

    public static void main(String[] args) throws Exception {
        try {
            for (String part : args) {
                System.out.println(part + ": " + run(part));
            }
        } catch (Throwable t) {
            // The threads of a group would keep the JVM.
            t.printStackTrace();
            System.exit(1);
        }
    }

    private static String run(String part) throws Exception {
        switch (part) {
            case "group":
                return group();
            case "factory":
                return factory();
            case "direct":
                return direct();
            case "later":
                return later();
            case "datagram":
                return datagram();
            case "family":
                return family();
            case "adopted":
                return adopted();
            case "bean":
                return bean();
            default:
                throw new IllegalArgumentException(part);
        }
    }

    @SuppressWarnings("deprecation")
    private static String group() throws Exception {
        NioEventLoopGroup boss = new NioEventLoopGroup(1);
        EventLoopGroup worker = new NioEventLoopGroup(2);
        String result = Round.echo(new ServerBootstrap().group(boss, worker).channel(NioServerSocketChannel.class)
                        .childOption(NioChannelOption.of(StandardSocketOptions.TCP_NODELAY), true)
                        .childHandler(new Round.Echo()),
                new Bootstrap().group(worker).channel(NioSocketChannel.class)
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 30_000));
        result += " in " + Round.name(boss.next()) + ", " + (boss.isIoType(NioIoHandler.class) &&
                boss.isCompatible(NioIoHandle.class));
        Round.end(boss, worker);
        return result;
    }

    private static String factory() throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        String result = Round.echo(new ServerBootstrap().group(group).channelFactory(NioServerSocketChannel::new)
                        .childHandler(new Round.Echo()),
                new Bootstrap().group(group).channelFactory(NioSocketChannel::new));
        result += " in " + Round.name(group.next());
        Round.end(group);
        return result;
    }

    private static String direct() throws Exception {
        IoEventLoopGroup group = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        Channel listener = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
                .childHandler(new Round.Echo()).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        Channel channel = Maker.newChannel();
        Round.Check check = new Round.Check();
        channel.pipeline().addLast(check);
        group.register(channel).sync();
        channel.connect(listener.localAddress()).sync();
        String result = Round.check(channel, check) + ", " + Asker.isNio(channel) + Asker.isNio("text");
        Round.end(group);
        return result;
    }

    /** Nobody knows what the connections will run on when the server listens. */
    private static String later() throws Exception {
        EventLoopGroup acceptor = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        CompletableFuture<String> accepted = new CompletableFuture<>();
        String result = Round.echo(new ServerBootstrap().group(acceptor, new LaterGroup(group))
                        .channelFactory(NioServerSocketChannel::new).childHandler(new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel channel) {
                                accepted.complete(Round.name(channel));
                                channel.pipeline().addLast(new Round.Echo());
                            }
                        }),
                new Bootstrap().group(group.next()).channelFactory(NioSocketChannel::new));
        Round.end(acceptor, group);
        return result + ", accepted " + accepted.get(30, TimeUnit.SECONDS);
    }

    private static String datagram() throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        CompletableFuture<String> answer = new CompletableFuture<>();
        Channel server = new Bootstrap().group(group).channel(NioDatagramChannel.class)
                .handler(new SimpleChannelInboundHandler<DatagramPacket>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
                        ctx.writeAndFlush(new DatagramPacket(packet.content().retain(), packet.sender()));
                    }
                }).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        Channel client = new Bootstrap().group(group).channelFactory(NioDatagramChannel::new)
                .handler(new SimpleChannelInboundHandler<DatagramPacket>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
                        answer.complete(packet.content().toString(StandardCharsets.UTF_8));
                    }
                }).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        client.writeAndFlush(new DatagramPacket(Unpooled.copiedBuffer("packet", StandardCharsets.UTF_8),
                (InetSocketAddress) server.localAddress())).sync();
        String result = answer.get(30, TimeUnit.SECONDS) + " of " + Round.name(client) + " with " +
                Round.name(server);
        Round.end(group);
        return result;
    }

    /** A channel of a family that it does not tell. */
    private static String family() throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        Channel channel = new Bootstrap().group(group)
                .channelFactory(() -> new NioDatagramChannel(SocketProtocolFamily.INET))
                .handler(new Round.Echo()).bind(0).sync().channel();
        String result = Round.name(channel) + ", " +
                ((InetSocketAddress) channel.localAddress()).getAddress().getClass().getSimpleName();
        Round.end(group);
        return result;
    }

    /** A socket that is connected before Netty has it. */
    private static String adopted() throws Exception {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
        Channel listener = new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
                .childHandler(new Round.Echo()).bind(InetAddress.getLoopbackAddress(), 0).sync().channel();
        Round.Check check = new Round.Check();
        Channel channel = new Bootstrap().group(group).channelFactory(() -> {
            try {
                return new NioSocketChannel(SocketChannel.open(listener.localAddress()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }).handler(check).register().sync().channel();
        String result = Round.check(channel, check);
        Round.end(group);
        return result;
    }

    /** What JMX shows while a group lives, and whether it counts what the group has done when that has ended. */
    @SuppressWarnings("deprecation")
    private static String bean() throws Exception {
        EventLoopGroup group = new NioEventLoopGroup(2);
        Round.echo(new ServerBootstrap().group(group).channel(NioServerSocketChannel.class)
                .childHandler(new Round.Echo()), new Bootstrap().group(group).channel(NioSocketChannel.class));
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("io.netty.iocpnotify:type=Transport");
        for (int i = 0; i < 100 && !server.isRegistered(name); i++) {
            Thread.sleep(100);
        }
        String result = "no bean";
        if (!server.isRegistered(name)) {
            Round.end(group);
            return result;
        }
        result = server.getAttribute(name, "Groups") + " group, " +
                Arrays.toString((Object[]) server.getAttribute(name, "Netties"));
        long living = packets(server, name);
        Round.end(group);
        // A group of shared threads tells of its end in another thread.
        for (int i = 0; i < 100 && !server.getAttribute(name, "Groups").equals(0); i++) {
            Thread.sleep(100);
        }
        return result + ", packets " + (living > 0) + ", then " + server.getAttribute(name, "Groups") + " groups, " +
                (packets(server, name) >= living);
    }

    private static long packets(MBeanServer server, ObjectName name) throws Exception {
        CompositeData count = ((TabularData) server.getAttribute(name, "Counts")).get(new Object[] { "packets" });
        return count == null ? 0 : (Long) count.get("value");
    }

    /** As frameworks have it that register channels by themselves. */
    static final class Maker {

        private Maker() { }

        static Channel newChannel() {
            return new NioSocketChannel();
        }
    }

    static final class Asker {

        private Asker() { }

        static boolean isNio(Object channel) {
            return channel instanceof NioSocketChannel;
        }
    }
}
