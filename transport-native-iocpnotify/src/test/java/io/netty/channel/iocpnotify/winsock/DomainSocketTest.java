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
package io.netty.channel.iocpnotify.winsock;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.ChannelFixture;
import io.netty.channel.iocpnotify.ChannelKind;
import io.netty.channel.iocpnotify.IocpNotifyDomainSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyServerDomainSocketChannel;
import io.netty.channel.iocpnotify.LoopKind;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.CharsetUtil;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Servers and clients of {@code AF_UNIX}. {@link DomainPathTest} has what needs no socket.
 */
@Timeout(120)
class DomainSocketTest {

    private static final int MAX_LENGTH = 107;

    @TempDir
    Path folder;

    @BeforeAll
    static void needsDomainSockets() {
        ChannelKind.needsDomainSockets();
    }

    private DomainSocketAddress address(String name) {
        return new DomainSocketAddress(folder.resolve(name).toString());
    }

    private static boolean exists(DomainSocketAddress address) {
        // Whether there is something of that name: what it leads to cannot be opened as a file.
        String[] names = new File(address.path()).getParentFile().list();
        return names != null && Arrays.asList(names).contains(new File(address.path()).getName());
    }

    private static ServerBootstrap server(ChannelFixture fixture, final ChannelHandler childHandler) {
        return new ServerBootstrap().group(fixture.group()).channel(IocpNotifyServerDomainSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel ch) {
                        ch.pipeline().addLast(childHandler);
                    }
                });
    }

    private static Bootstrap client(ChannelFixture fixture, ChannelHandler handler) {
        return new Bootstrap().group(fixture.group()).channel(IocpNotifyDomainSocketChannel.class).handler(handler);
    }

    /** Sends {@code bytes} to an echo server and waits until all came back. */
    private static void assertEchoes(ChannelFixture fixture, DomainSocketAddress address, final int bytes)
            throws Exception {
        final Promise<Void> allBack = ImmediateEventExecutor.INSTANCE.newPromise();
        final byte[] sent = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            sent[i] = (byte) (i * 31 >> 3);
        }
        Channel channel = ChannelFixture.sync(client(fixture, new SimpleChannelInboundHandler<ByteBuf>() {
            private int received;

            @Override
            protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                while (msg.isReadable()) {
                    if (sent[received++] != msg.readByte()) {
                        allBack.tryFailure(new AssertionError("wrong byte at " + (received - 1)));
                        return;
                    }
                }
                if (received == bytes) {
                    allBack.trySuccess(null);
                }
            }

            @Override
            public void channelInactive(ChannelHandlerContext ctx) {
                allBack.tryFailure(new AssertionError("closed after " + received + " bytes"));
            }
        }).connect(address));
        channel.writeAndFlush(Unpooled.wrappedBuffer(sent));
        awaitDone(allBack);
        allBack.sync();
        awaitDone(channel.close());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void echoAndAddresses(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            final BlockingQueue<Channel> children = new LinkedBlockingQueue<Channel>();
            DomainSocketAddress address = address("echo.sock");
            Channel server = ChannelFixture.sync(server(fixture, new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel ch) {
                    ch.pipeline().addLast(ECHO);
                    children.add(ch);
                }
            }).bind(address));
            assertEquals(address, server.localAddress());
            assertTrue(exists(address));

            Channel client = ChannelFixture.sync(client(fixture, NOTHING).connect(address));
            assertEquals(address, client.remoteAddress());
            assertEquals(new DomainSocketAddress(""), client.localAddress());
            Channel child = children.poll(10, TimeUnit.SECONDS);
            assertNotNull(child);
            assertEquals(address, child.localAddress());
            assertEquals(new DomainSocketAddress(""), child.remoteAddress());
            assertEquals(ownProcessId(), ((IocpNotifyDomainSocketChannel) client).peerProcessId());
            assertEquals(ownProcessId(), ((IocpNotifyDomainSocketChannel) child).peerProcessId());
            awaitDone(client.close());
            awaitDone(child.closeFuture());

            assertEchoes(fixture, address, 3 * 1024 * 1024);
            awaitDone(server.close());
            assertFalse(exists(address));
        }
    }

    private static long ownProcessId() {
        return Long.parseLong(ManagementFactory.getRuntimeMXBean().getName().split("@")[0]);
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void clientThatIsBound(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            final BlockingQueue<Channel> children = new LinkedBlockingQueue<Channel>();
            DomainSocketAddress address = address("server.sock");
            DomainSocketAddress own = address("client.sock");
            ChannelFixture.sync(server(fixture, new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel ch) {
                    children.add(ch);
                }
            }).bind(address));
            Channel client = ChannelFixture.sync(client(fixture, NOTHING).connect(address, own));
            assertEquals(own, client.localAddress());
            Channel child = children.poll(10, TimeUnit.SECONDS);
            assertNotNull(child);
            assertEquals(own, child.remoteAddress());
            awaitDone(client.close());
            assertTrue(exists(own));
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void pathsOfAllLengthsAndLetters(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            int length = address("").path().getBytes(CharsetUtil.UTF_8).length + 1;
            assumeTrue(length < MAX_LENGTH - 1, "the folder of temporary files is too deep: " + folder);
            char[] longest = new char[MAX_LENGTH - length];
            Arrays.fill(longest, 'x');
            for (String name : new String[] { new String(longest), "\u00fc\u65e5.s", "a b" }) {
                Channel server = ChannelFixture.sync(server(fixture, ECHO).bind(address(name)));
                assertTrue(exists(address(name)), name);
                assertEchoes(fixture, address(name), 10);
                awaitDone(server.close());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void wrongAddressesLeaveTheChannelAsItWas(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DomainSocketAddress address = address("s");
            ChannelFixture.sync(server(fixture, NOTHING).bind(address));
            Channel client = ChannelFixture.sync(client(fixture, NOTHING).register());
            assertInstanceOf(UnsupportedAddressTypeException.class, failureOf(client.bind(new InetSocketAddress(0))));
            assertInstanceOf(SocketException.class, failureOf(client.bind(new DomainSocketAddress(""))));
            assertInstanceOf(SocketException.class, failureOf(client.connect(new DomainSocketAddress("\0a"))));
            assertInstanceOf(SocketException.class, failureOf(client.connect(address, new DomainSocketAddress(""))));
            assertTrue(client.isOpen());
            awaitDone(client.connect(address).sync());
            awaitDone(client.close());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void fileOfTheUserIsNotTouched(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DomainSocketAddress address = address("file");
            Files.write(folder.resolve("file"), new byte[] { 1 });
            Throwable cause = failureOf(server(fixture, NOTHING).bind(address));
            assertInstanceOf(BindException.class, cause);
            assertTrue(cause.getMessage().contains("the file exists"), cause.getMessage());
            assertEquals(1, Files.size(folder.resolve("file")));
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void fileThatWasLeftBehind(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DomainSocketAddress address = address("stale");
            WinSocket crashed = DomainSocket.open();
            DomainSocket.bind(crashed, address);
            crashed.listen(1);
            crashed.close();

            assertInstanceOf(ConnectException.class, failureOf(client(fixture, NOTHING).connect(address)));
            assertInstanceOf(BindException.class, failureOf(server(fixture, ECHO).bind(address)));
            assertTrue(exists(address));

            Files.delete(folder.resolve("stale"));
            ChannelFixture.sync(server(fixture, ECHO).bind(address));
            assertEchoes(fixture, address, 10);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void pathOfAnotherServer(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DomainSocketAddress address = address("one");
            Channel first = ChannelFixture.sync(server(fixture, ECHO).bind(address));
            assertInstanceOf(BindException.class, failureOf(server(fixture, NOTHING).bind(address)));
            // The second is closed by now: the file must be there still.
            assertEchoes(fixture, address, 10);
            awaitDone(first.close());
            ChannelFixture.sync(server(fixture, ECHO).bind(address));
            assertEchoes(fixture, address, 10);
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void placesThatAreNotThere(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            DomainSocketAddress nowhere = new DomainSocketAddress(folder.resolve("none").resolve("s").toString());
            Throwable cause = failureOf(server(fixture, NOTHING).bind(nowhere));
            assertInstanceOf(BindException.class, cause);
            assertTrue(cause.getMessage().contains("folder"), cause.getMessage());
            assertInstanceOf(ConnectException.class, failureOf(client(fixture, NOTHING).connect(nowhere)));
            assertInstanceOf(ConnectException.class, failureOf(client(fixture, NOTHING).connect(address("s"))));
            assertFalse(Files.exists(folder.resolve("none"), LinkOption.NOFOLLOW_LINKS));
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void halfClosure(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            final Promise<Void> heard = ImmediateEventExecutor.INSTANCE.newPromise();
            final Promise<Integer> received = ImmediateEventExecutor.INSTANCE.newPromise();
            DomainSocketAddress address = address("half");
            ChannelFixture.sync(server(fixture, new ChannelInboundHandlerAdapter() {
                @Override
                public void channelActive(ChannelHandlerContext ctx) {
                    ((IocpNotifyDomainSocketChannel) ctx.channel()).shutdownOutput();
                }

                @Override
                public void channelRead(ChannelHandlerContext ctx, Object msg) {
                    received.trySuccess(((ByteBuf) msg).readableBytes());
                    ((ByteBuf) msg).release();
                }
            }).bind(address));
            Channel client = ChannelFixture.sync(client(fixture, new ChannelInboundHandlerAdapter() {
                @Override
                public void userEventTriggered(ChannelHandlerContext ctx, Object evt) {
                    if (evt == ChannelInputShutdownEvent.INSTANCE) {
                        heard.trySuccess(null);
                    }
                }
            }).option(ChannelOption.ALLOW_HALF_CLOSURE, true).connect(address));
            awaitDone(heard);
            assertTrue(client.isActive());
            client.writeAndFlush(Unpooled.wrappedBuffer(new byte[3])).sync();
            awaitDone(received);
            assertEquals(3, received.getNow());
            awaitDone(client.close());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void options(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel client = ChannelFixture.sync(client(fixture, NOTHING).register());
            Channel server = new IocpNotifyServerDomainSocketChannel();
            for (Channel channel : new Channel[] { client, server }) {
                Map<ChannelOption<?>, Object> options = channel.config().getOptions();
                for (Map.Entry<ChannelOption<?>, Object> entry : options.entrySet()) {
                    assertNotNull(entry.getValue(), entry.getKey().name());
                    @SuppressWarnings("unchecked")
                    ChannelOption<Object> option = (ChannelOption<Object>) entry.getKey();
                    assertTrue(channel.config().setOption(option, entry.getValue()), option.name());
                }
                assertFalse(channel.config().setOption(ChannelOption.TCP_NODELAY, true));
            }
            assertTrue(client.config().setOption(ChannelOption.SO_SNDBUF, 20000));
            assertTrue(client.config().getOption(ChannelOption.SO_SNDBUF) > 0);
            assertThrows(IllegalArgumentException.class, () -> client.config().setOption(ChannelOption.SO_RCVBUF, 0));
            assertThrows(IllegalArgumentException.class, () -> server.config().setOption(ChannelOption.SO_BACKLOG, -1));
            server.unsafe().closeForcibly();
            awaitDone(client.close());
        }
    }
}
