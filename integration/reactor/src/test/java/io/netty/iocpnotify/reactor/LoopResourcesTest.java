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
package io.netty.iocpnotify.reactor;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyDomainSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyEventLoop;
import io.netty.channel.iocpnotify.IocpNotifyServerDomainSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainDatagramChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.DomainSocketChannel;
import io.netty.channel.unix.ServerDomainSocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.NonBlocking;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import reactor.netty.tcp.TcpClient;
import reactor.netty.tcp.TcpServer;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** reactor-netty alone on the event loops of this transport. */
@Timeout(120)
class LoopResourcesTest {

    private final List<LoopResources> made = new ArrayList<>();

    private LoopResources loops(IocpNotifyTransport transport, int selectCount, boolean colocate) {
        LoopResources loops = IocpNotifyLoopResources.create(transport, "test", selectCount, 4, true, colocate);
        made.add(loops);
        return loops;
    }

    private LoopResources loops(IocpNotifyTransport transport) {
        return loops(transport, -1, true);
    }

    @AfterEach
    void disposeOfLoops() {
        for (LoopResources loops : made) {
            loops.disposeLater(Duration.ZERO, Duration.ofSeconds(30)).block();
        }
    }

    @ParameterizedTest
    @EnumSource(IocpNotifyTransport.class)
    void threadsMustNotBlock(IocpNotifyTransport transport) throws Exception {
        for (EventLoopGroup group : groups(loops(transport, 1, true))) {
            Thread thread = group.submit(Thread::currentThread).get();
            assertInstanceOf(NonBlocking.class, thread);
            assertTrue(thread.isDaemon());
            assertTrue(thread.getName().matches("test-(select-)?" + transport + "-[0-9]+"), thread.getName());
            String message = group.submit(() -> assertThrows(IllegalStateException.class,
                    () -> Mono.delay(Duration.ofMillis(1)).block()).getMessage()).get();
            assertTrue(message.contains("blocking"), message);
        }
    }

    private static List<EventLoopGroup> groups(LoopResources loops) {
        List<EventLoopGroup> groups = new ArrayList<>();
        Collections.addAll(groups, loops.onServer(true), loops.onServerSelect(true), loops.onClient(true));
        return groups;
    }

    @ParameterizedTest
    @EnumSource(value = IocpNotifyTransport.class, names = "NIO", mode = EnumSource.Mode.EXCLUDE)
    void channelsAreThoseOfTheTransport(IocpNotifyTransport transport) {
        LoopResources loops = loops(transport, 1, true);
        for (EventLoopGroup group : groups(loops)) {
            assertChannel(IocpNotifySocketChannel.class, loops, SocketChannel.class, group);
            assertChannel(IocpNotifyServerSocketChannel.class, loops, ServerSocketChannel.class, group);
            assertChannel(IocpNotifyDatagramChannel.class, loops, DatagramChannel.class, group);
            assertSame(IocpNotifyDomainSocketChannel.class, loops.onChannelClass(DomainSocketChannel.class, group));
            assertSame(IocpNotifyServerDomainSocketChannel.class,
                    loops.onChannelClass(ServerDomainSocketChannel.class, group));
            String refusal = assertThrows(IllegalArgumentException.class,
                    () -> loops.onChannel(DomainDatagramChannel.class, group)).getMessage();
            assertEquals("no channel of this transport is a " + DomainDatagramChannel.class.getName(), refusal);
        }
    }

    private static <C extends Channel> void assertChannel(Class<? extends C> expected, LoopResources loops,
                                                          Class<C> type, EventLoopGroup group) {
        assertSame(expected, loops.onChannelClass(type, group));
        Channel channel = loops.onChannel(type, group);
        assertSame(expected, channel.getClass());
        channel.unsafe().closeForcibly();
    }

    @ParameterizedTest
    @EnumSource(value = IocpNotifyTransport.class, names = "NIO", mode = EnumSource.Mode.EXCLUDE)
    void nioIsThereForThoseWhoAskForIt(IocpNotifyTransport transport) {
        LoopResources loops = loops(transport);
        BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
        DisposableServer server = server(accepted).runOn(loops, false).bindNow();
        Channel client = connect(TcpClient.newConnection().runOn(loops, false), server);
        assertInstanceOf(NioSocketChannel.class, client);
        assertInstanceOf(NioSocketChannel.class, accepted.remove());
        server.disposeNow();
    }

    private static TcpServer server(BlockingQueue<Channel> accepted) {
        return TcpServer.create().host("127.0.0.1").port(0)
                .doOnConnection(connection -> accepted.add(connection.channel()))
                .handle((in, out) -> out.sendString(Mono.just("hello")));
    }

    /** Connects, hears "hello", and waits for the end. */
    private static Channel connect(TcpClient client, DisposableServer server) {
        Channel[] channel = new Channel[1];
        String heard = client.host("127.0.0.1").port(server.port())
                .doOnConnected(connection -> channel[0] = connection.channel()).connect()
                .flatMap(connection -> connection.inbound().receive().aggregate().asString()).block();
        assertEquals("hello", heard);
        return channel[0];
    }

    @ParameterizedTest
    @EnumSource(value = IocpNotifyTransport.class, names = "NIO", mode = EnumSource.Mode.EXCLUDE)
    void clientsStayOnTheLoopOfTheirCaller(IocpNotifyTransport transport) {
        assertEquals(200, colocated(loops(transport)));
    }

    @ParameterizedTest
    @EnumSource(value = IocpNotifyTransport.class, names = "NIO", mode = EnumSource.Mode.EXCLUDE)
    void clientsAreSpreadIfTheyShallNotStay(IocpNotifyTransport transport) {
        LoopResources loops = loops(transport, -1, false);
        assertSame(loops.onServer(true), loops.onClient(true));
        int colocated = colocated(loops);
        assertTrue(colocated < 150, () -> String.valueOf(colocated));
    }

    /** How many of 200 connections that a handler opens are on the event loop of the handler's connection. */
    private int colocated(LoopResources loops) {
        BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
        DisposableServer back = server(accepted).runOn(loops).bindNow();
        DisposableServer front = HttpServer.create().host("127.0.0.1").port(0).runOn(loops)
                .handle((request, response) -> {
                    EventLoop[] loop = new EventLoop[2];
                    request.withConnection(connection -> loop[0] = connection.channel().eventLoop());
                    return response.sendString(TcpClient.newConnection().runOn(loops).host("127.0.0.1")
                            .port(back.port()).doOnConnected(connection -> loop[1] = connection.channel().eventLoop())
                            .connect().flatMap(connection -> connection.inbound().receive().aggregate().asString())
                            .map(heard -> String.valueOf(loop[0] == loop[1])));
                }).bindNow();
        HttpClient client = HttpClient.create(ConnectionProvider.create("front", 8)).runOn(loops);
        List<String> answers = Flux.range(0, 200).flatMap(i -> client.get()
                .uri("http://127.0.0.1:" + front.port()).responseContent().aggregate().asString(), 8)
                .collectList().block();
        assertEquals(200, answers.size());
        front.disposeNow();
        back.disposeNow();
        return (int) answers.stream().filter("true"::equals).count();
    }

    /** The caller of a client may be no event loop, or one of another group. */
    @Test
    void clientsOfOtherThreadsAreSpread() throws Exception {
        EventLoopGroup group = loops(IocpNotifyTransport.IOCPNOTIFY).onClient(true);
        EventLoop other = loops(IocpNotifyTransport.IOCPNOTIFY).onServer(true).next();
        Set<EventLoop> mine = new HashSet<>();
        Set<EventLoop> others = new HashSet<>();
        for (int i = 0; i < 32; i++) {
            mine.add(group.next());
            others.add(other.submit(group::next).get());
        }
        assertEquals(32, mine.size());
        assertEquals(32, others.size());
        assertFalse(others.contains(other));
    }

    /** The thread of a loop changes, and other loops run in it. */
    @Test
    void colocationFollowsTheLoopAndNotTheThread() throws Exception {
        EventLoopGroup group = loops(IocpNotifyTransport.IOCPNOTIFY).onClient(true);
        for (int i = 0; i < 1000; i++) {
            EventLoop loop = group.next();
            assertSame(loop, loop.submit(group::next).get());
        }
    }

    @ParameterizedTest
    @EnumSource(value = IocpNotifyTransport.class, names = "NIO", mode = EnumSource.Mode.EXCLUDE)
    void acceptingMayHaveThreadsOfItsOwn(IocpNotifyTransport transport) {
        LoopResources loops = loops(transport, 1, true);
        assertNotSame(loops.onServer(true), loops.onServerSelect(true));
        BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
        DisposableServer server = server(accepted).runOn(loops).bindNow();
        connect(TcpClient.newConnection().runOn(loops), server);
        assertSame(loops.onServerSelect(true), server.channel().eventLoop().parent());
        assertSame(loops.onServer(true), accepted.remove().eventLoop().parent());
        server.disposeNow();
    }

    @ParameterizedTest
    @EnumSource(value = IocpNotifyTransport.class, names = "NIO", mode = EnumSource.Mode.EXCLUDE)
    void disposalWaitsForTheGroups(IocpNotifyTransport transport) throws Exception {
        LoopResources loops = loops(transport, 1, true);
        for (EventLoopGroup group : groups(loops)) {
            group.submit(() -> { }).get();
        }
        Mono<Void> end = loops.disposeLater(Duration.ofMillis(50), Duration.ofSeconds(30));
        assertFalse(loops.isDisposed());
        end.block();
        assertTrue(loops.isDisposed());
        for (EventLoopGroup group : groups(loops)) {
            assertTrue(group.isTerminated());
        }
        // Once more is no harm.
        loops.disposeLater().block();
    }

    @Test
    void disposedBeforeItsFirstUse() {
        LoopResources loops = loops(IocpNotifyTransport.IOCPNOTIFY);
        loops.disposeLater().block();
        String message = assertThrows(IllegalStateException.class, () -> loops.onServer(true)).getMessage();
        assertTrue(message.startsWith("IocpNotifyLoopResources(transport: iocpnotify, prefix: test,") &&
                message.endsWith(" is disposed: create another one"), message);
    }

    @Test
    void disposalThatTakesTooLongFails() throws Exception {
        LoopResources loops = loops(IocpNotifyTransport.IOCPNOTIFY);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        loops.onServer(true).execute(() -> {
            begun.countDown();
            awaitUninterruptibly(release);
        });
        begun.await();
        Mono<Void> end = loops.disposeLater(Duration.ZERO, Duration.ofMillis(200));
        String message = assertThrows(IllegalStateException.class, end::block).getMessage();
        assertTrue(message.endsWith(" has not ended within 200 ms"), message);
        release.countDown();
        assertTrue(loops.onServer(true).terminationFuture().await(30_000));
    }

    static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(value = IocpNotifyTransport.class, names = "NIO", mode = EnumSource.Mode.EXCLUDE)
    void domainSockets(IocpNotifyTransport transport) throws Exception {
        LoopResources loops = loops(transport);
        File file = File.createTempFile("reactor", ".sock");
        assertTrue(file.delete());
        BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
        TcpServer server = TcpServer.create().runOn(loops).bindAddress(() -> new DomainSocketAddress(file))
                .doOnConnection(connection -> accepted.add(connection.channel()))
                .handle((in, out) -> out.sendString(Mono.just("hello")));
        if (!IocpNotify.isDomainSocketAvailable()) {
            // Wine has none: the refusal reaches the caller.
            assertThrows(RuntimeException.class, server::bindNow);
            return;
        }
        DisposableServer bound = server.bindNow();
        String heard = TcpClient.newConnection().runOn(loops).remoteAddress(() -> new DomainSocketAddress(file))
                .connect().flatMap(connection -> connection.inbound().receive().aggregate().asString()).block();
        assertEquals("hello", heard);
        assertInstanceOf(IocpNotifyDomainSocketChannel.class, accepted.remove());
        bound.disposeNow();
    }

    @Test
    void badArgumentsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> IocpNotifyLoopResources.create(""));
        assertThrows(IllegalArgumentException.class, () -> IocpNotifyLoopResources.create("x", 0, true));
        assertThrows(NullPointerException.class, () -> IocpNotifyLoopResources.create(null, "x", -1, 1, true, true));
    }

    @Test
    void defaultsAreThoseOfReactorNetty() {
        LoopResources loops = IocpNotifyLoopResources.create("test");
        made.add(loops);
        assertEquals("IocpNotifyLoopResources(transport: iocpnotify, prefix: test, selectCount: " +
                LoopResources.DEFAULT_IO_SELECT_COUNT + ", workerCount: " + LoopResources.DEFAULT_IO_WORKER_COUNT +
                ", daemon: true, colocate: true)", loops.toString());
        assertInstanceOf(IocpNotifyEventLoop.class, loops.onServer(true).next());
    }

    /** Micrometer is optional in reactor-netty, and here too. */
    @Test
    void worksWithoutMicrometer() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("surefire.test.class.path").split(File.pathSeparator)) {
            if (!new File(entry).getName().startsWith("micrometer")) {
                urls.add(new File(entry).toURI().toURL());
            }
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), null)) {
            assertThrows(ClassNotFoundException.class,
                    () -> loader.loadClass("io.micrometer.core.instrument.MeterRegistry"));
            Object result = loader.loadClass(WithoutMicrometer.class.getName()).getMethod("call").invoke(null);
            assertEquals("hello IocpNotifySocketChannel", result);
        }
    }

    /** Loaded once more, by a class loader that does not know Micrometer. */
    public static final class WithoutMicrometer {

        public static String call() {
            LoopResources loops = IocpNotifyLoopResources.create("bare", 2, true);
            try {
                DisposableServer server = server(new LinkedBlockingQueue<>()).runOn(loops).bindNow();
                Channel channel = connect(TcpClient.newConnection().runOn(loops), server);
                server.disposeNow();
                return "hello " + channel.getClass().getSimpleName();
            } finally {
                loops.disposeLater(Duration.ZERO, Duration.ofSeconds(30)).block();
            }
        }
    }
}
