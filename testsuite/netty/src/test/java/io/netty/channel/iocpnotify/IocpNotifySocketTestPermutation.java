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
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.testsuite.transport.TestsuitePermutation;
import io.netty.testsuite.transport.TestsuitePermutation.BootstrapComboFactory;
import io.netty.testsuite.transport.TestsuitePermutation.BootstrapFactory;
import io.netty.testsuite.transport.socket.SocketTestPermutation;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.internal.PlatformDependent;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * This transport against itself and against NIO, on one of its two kinds of event loops.
 */
final class IocpNotifySocketTestPermutation extends SocketTestPermutation {

    /** Not the base's, which has others before Netty 4.2.7. */
    private static final int THREADS = 4;
    private static final EventLoopGroup NIO = new MultiThreadIoEventLoopGroup(
            THREADS, new DefaultThreadFactory("testsuite-nio", true), NioIoHandler.newFactory());

    static final IocpNotifySocketTestPermutation EVENT_LOOP_GROUP = new IocpNotifySocketTestPermutation(
            new IocpNotifyEventLoopGroup(THREADS, new DefaultThreadFactory("testsuite-iocpnotify", true)));

    static final IocpNotifySocketTestPermutation IO_HANDLER = new IocpNotifySocketTestPermutation(
            new MultiThreadIoEventLoopGroup(THREADS, new DefaultThreadFactory("testsuite-iocphandler", true),
                    IocpNotifyIoHandler.newFactory()));

    /** Its threads look for packets without ever waiting. */
    static IocpNotifySocketTestPermutation busyWaiting() {
        return new IocpNotifySocketTestPermutation(new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("testsuite-iocphandler-busy", true),
                IocpNotifyIoHandler.newFactory(() -> (poll, hasTasks) -> SelectStrategy.BUSY_WAIT)));
    }

    private final EventLoopGroup group;

    private IocpNotifySocketTestPermutation(EventLoopGroup group) {
        this.group = group;
    }

    EventLoopGroup group() {
        return group;
    }

    /**
     * One of the allocators of the suite, on each kind of event loops another one. For tests that take minutes: so each
     * of them has all combinations, and all allocators.
     */
    List<ByteBufAllocator> oneAllocator() {
        List<ByteBufAllocator> all = TestsuitePermutation.allocator();
        return Collections.singletonList(all.get(this == EVENT_LOOP_GROUP ? 0 : all.size() - 1));
    }

    @Override
    public List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> socket() {
        List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> list = combo(serverSocket(), clientSocket());
        // NIO against NIO comes last and is not what is tested here.
        list.remove(list.size() - 1);
        return list;
    }

    /** As {@link #socket()}, and with clients that connect with TCP Fast Open where the system has it. */
    @Override
    public List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> socketWithFastOpen() {
        List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> list =
                combo(serverSocket(), clientSocketWithFastOpen());
        list.remove(list.size() - 1);
        return list;
    }

    /** Only the combinations in which the client is of this transport. */
    List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> clientsOfThisTransport() {
        List<BootstrapFactory<Bootstrap>> clients = clientSocketWithFastOpen();
        return combo(serverSocket(), clients.subList(0, clients.size() - 1));
    }

    @Override
    public List<BootstrapComboFactory<Bootstrap, Bootstrap>> datagram(SocketProtocolFamily family) {
        List<BootstrapFactory<Bootstrap>> factories = new ArrayList<BootstrapFactory<Bootstrap>>();
        factories.add(() -> new Bootstrap().group(group).channelFactory(() -> new IocpNotifyDatagramChannel(family)));
        factories.add(() -> new Bootstrap().group(NIO).channelFactory(() -> new NioDatagramChannel(family)));
        List<BootstrapComboFactory<Bootstrap, Bootstrap>> list = combo(factories, factories);
        list.remove(list.size() - 1);
        return list;
    }

    @Override
    public List<BootstrapFactory<Bootstrap>> datagramSocket() {
        List<BootstrapFactory<Bootstrap>> factories = new ArrayList<BootstrapFactory<Bootstrap>>();
        factories.add(() -> new Bootstrap().group(group).channel(IocpNotifyDatagramChannel.class));
        return factories;
    }

    @Override
    public List<BootstrapFactory<ServerBootstrap>> serverSocket() {
        List<BootstrapFactory<ServerBootstrap>> factories = new ArrayList<BootstrapFactory<ServerBootstrap>>();
        factories.add(() -> new ServerBootstrap().group(group).channel(IocpNotifyServerSocketChannel.class));
        if (IocpNotify.isTcpFastOpenServerSideAvailable()) {
            factories.add(() -> new ServerBootstrap().group(group).channel(IocpNotifyServerSocketChannel.class)
                    .option(ChannelOption.TCP_FASTOPEN, 5));
        }
        factories.add(() -> new ServerBootstrap().group(NIO).channel(NioServerSocketChannel.class));
        return factories;
    }

    @Override
    public List<BootstrapFactory<Bootstrap>> clientSocket() {
        List<BootstrapFactory<Bootstrap>> factories = new ArrayList<BootstrapFactory<Bootstrap>>();
        factories.add(() -> new Bootstrap().group(group).channel(IocpNotifySocketChannel.class));
        factories.add(() -> new Bootstrap().group(NIO).channel(NioSocketChannel.class));
        return factories;
    }

    @Override
    public List<BootstrapFactory<Bootstrap>> clientSocketWithFastOpen() {
        List<BootstrapFactory<Bootstrap>> factories = clientSocket();
        if (IocpNotify.isTcpFastOpenClientSideAvailable()) {
            // NIO stays the last.
            factories.add(1, () -> new Bootstrap().group(group).channel(IocpNotifySocketChannel.class)
                    .option(ChannelOption.TCP_FASTOPEN_CONNECT, true));
        }
        return factories;
    }

    /** Servers and clients of {@code AF_UNIX}, both of this transport. */
    List<BootstrapComboFactory<ServerBootstrap, Bootstrap>> domainSocket() {
        return combo(serverDomainSocket(), Collections.<BootstrapFactory<Bootstrap>>singletonList(
                () -> new Bootstrap().group(group).channel(IocpNotifyDomainSocketChannel.class)));
    }

    List<BootstrapFactory<ServerBootstrap>> serverDomainSocket() {
        return Collections.<BootstrapFactory<ServerBootstrap>>singletonList(
                () -> new ServerBootstrap().group(group).channel(IocpNotifyServerDomainSocketChannel.class));
    }

    /** The path of a file that is not there. */
    static DomainSocketAddress newDomainSocketAddress() {
        try {
            File file = PlatformDependent.createTempFile("netty", ".sock", null);
            Files.delete(file.toPath());
            return new DomainSocketAddress(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
