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

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.util.Locale;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiFunction;

/**
 * What a service needs of a transport: a group of event loops and the classes of its channels. {@link #preferred()}
 * gives this transport where it can be used, and NIO everywhere else. So the same program runs on every platform:
 * <pre>
 * IocpNotifyTransport transport = IocpNotifyTransport.preferred();
 * EventLoopGroup group = transport.newGroup(0);
 * new ServerBootstrap().group(group).channel(transport.serverChannel())...
 * new Bootstrap().group(group).channel(transport.socketChannel())...
 * </pre>
 * All methods can be called in any thread.
 */
public enum IocpNotifyTransport {

    /**
     * This transport with an {@link IocpNotifyEventLoopGroup}. All threads share one completion port. Any free thread
     * runs the next event loop that has work.
     */
    IOCPNOTIFY(IocpNotifyServerSocketChannel.class, IocpNotifySocketChannel.class, IocpNotifyDatagramChannel.class,
            IocpNotifyEventLoopGroup::new),

    /**
     * This transport with Netty's own {@link MultiThreadIoEventLoopGroup} and an {@link IocpNotifyIoHandler}. Each
     * event loop is one thread, and has a completion port of its own. It is for programs that rely on this thread.
     */
    IOCPHANDLER(IocpNotifyServerSocketChannel.class, IocpNotifySocketChannel.class, IocpNotifyDatagramChannel.class,
            (threads, factory) -> new MultiThreadIoEventLoopGroup(threads, factory, IocpNotifyIoHandler.newFactory())),

    /** Netty's NIO transport, on the selectors of the JDK. It can be used everywhere. */
    NIO(NioServerSocketChannel.class, NioSocketChannel.class, NioDatagramChannel.class,
            (threads, factory) -> new MultiThreadIoEventLoopGroup(threads, factory, NioIoHandler.newFactory()));

    private final Class<? extends ServerSocketChannel> serverChannel;
    private final Class<? extends SocketChannel> socketChannel;
    private final Class<? extends DatagramChannel> datagramChannel;
    private final BiFunction<Integer, ThreadFactory, EventLoopGroup> groups;

    IocpNotifyTransport(Class<? extends ServerSocketChannel> serverChannel,
                        Class<? extends SocketChannel> socketChannel,
                        Class<? extends DatagramChannel> datagramChannel,
                        BiFunction<Integer, ThreadFactory, EventLoopGroup> groups) {
        this.serverChannel = serverChannel;
        this.socketChannel = socketChannel;
        this.datagramChannel = datagramChannel;
        this.groups = groups;
    }

    /**
     * {@return the transport of a service: {@link #IOCPNOTIFY} where {@link IocpNotify#isAvailable()}, else
     * {@link #NIO}} {@link IocpNotify#unavailabilityCause()} tells why it is NIO.
     */
    public static IocpNotifyTransport preferred() {
        return IOCPNOTIFY.orNio();
    }

    /**
     * Chooses the transport of a service that relies on one thread for each event loop.
     *
     * @return {@link #IOCPHANDLER} where {@link IocpNotify#isAvailable()}, else {@link #NIO}
     */
    public static IocpNotifyTransport preferredWithFixedThreads() {
        return IOCPHANDLER.orNio();
    }

    private IocpNotifyTransport orNio() {
        return isAvailable() ? this : NIO;
    }

    /** {@return whether the transport can be used in this JVM} */
    public boolean isAvailable() {
        return this == NIO || IocpNotify.isAvailable();
    }

    /**
     * Makes a group of event loops as {@link #newGroup(int, ThreadFactory)} does, with threads of Netty's own.
     *
     * @param threads the number of threads, or 0 for Netty's default
     * @return the group. The caller shuts it down
     */
    public EventLoopGroup newGroup(int threads) {
        return newGroup(threads, null);
    }

    /**
     * Makes a group of event loops.
     *
     * @param threads the number of threads. 0 means Netty's default: the system property
     *         {@code io.netty.eventLoopThreads}, or twice the number of processors
     * @param threadFactory makes the threads. {@code null} stands for Netty's own
     * @return the group. The caller shuts it down
     * @throws UnsatisfiedLinkError if the transport is not {@linkplain #isAvailable() available}
     * @throws IllegalArgumentException if {@code threads} is negative
     * @throws java.io.UncheckedIOException if the system cannot make the completion port of {@link #IOCPNOTIFY}
     * @throws IllegalStateException if the system cannot make the ports of {@link #IOCPHANDLER} or the selectors of
     *         {@link #NIO}. The cause says why
     */
    public EventLoopGroup newGroup(int threads, ThreadFactory threadFactory) {
        return groups.apply(threads, threadFactory);
    }

    /** {@return the class of TCP listeners, for {@link io.netty.bootstrap.ServerBootstrap#channel(Class)}} */
    public Class<? extends ServerSocketChannel> serverChannel() {
        return serverChannel;
    }

    /** {@return the class of channels that connect by TCP, for {@link io.netty.bootstrap.Bootstrap#channel(Class)}} */
    public Class<? extends SocketChannel> socketChannel() {
        return socketChannel;
    }

    /** {@return the class of channels for UDP, for {@link io.netty.bootstrap.Bootstrap#channel(Class)}} */
    public Class<? extends DatagramChannel> datagramChannel() {
        return datagramChannel;
    }

    /**
     * {@return the name of what reports that a socket is ready: {@link IocpNotify#provider()}, or {@code "jdk"} for
     * {@link #NIO}} It is meant for logs.
     */
    public String provider() {
        return this == NIO ? "jdk" : IocpNotify.provider();
    }

    /** Returns the name in lower case, as for command lines and logs: {@code iocpnotify}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
