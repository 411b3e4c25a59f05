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

import io.netty.channel.Channel;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.winsock.CompletionKey;
import io.netty.channel.iocpnotify.winsock.NativePort;
import io.netty.channel.iocpnotify.winsock.NativeOverlapped;
import io.netty.channel.iocpnotify.winsock.OffHeap;
import io.netty.channel.iocpnotify.winsock.OverlappedCalls;
import io.netty.channel.iocpnotify.winsock.WinsockException;
import io.netty.iocpnotify.machine.ProcessHandles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Users' overlapped operations and posted packets on the port of an event loop.
 */
@Timeout(120)
@Tag("races")
class CompletionHandleTest {

    private static final int OVERLAPPED_BYTES = 32;

    @TempDir
    Path folder;

    @BeforeAll
    static void load() {
        IocpNotify.ensureAvailability();
        OverlappedCalls.load();
    }

    /** What is left of an event after it was handled. */
    private static final class Packet {
        final long overlapped;
        final int bytes;
        final int error;
        final boolean inLoop;

        Packet(IocpNotifyCompletionHandle.Event event, boolean inLoop) {
            overlapped = event.overlapped();
            bytes = event.bytes();
            error = event.error();
            this.inLoop = inLoop;
        }
    }

    private static class Packets implements IocpNotifyCompletionHandle {
        final IoEventLoop loop;
        final BlockingQueue<Packet> queue = new LinkedBlockingQueue<Packet>();
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger closed = new AtomicInteger();
        final CountDownLatch registered = new CountDownLatch(1);
        final CountDownLatch unregistered = new CountDownLatch(1);

        Packets(IoEventLoop loop) {
            this.loop = loop;
        }

        IocpNotifyCompletionHandle.Registration register() throws Exception {
            IoRegistration registration = loop.register(this).get(10, TimeUnit.SECONDS);
            return registration.attachment();
        }

        Packet next() throws InterruptedException {
            Packet packet = queue.poll(10, TimeUnit.SECONDS);
            assertNotNull(packet, "no packet");
            assertTrue(packet.inLoop);
            return packet;
        }

        @Override
        public void registered() {
            registered.countDown();
        }

        @Override
        public void unregistered() {
            unregistered.countDown();
        }

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            boolean alone = inside.incrementAndGet() == 1;
            queue.add(new Packet((IocpNotifyCompletionHandle.Event) event, alone && loop.inEventLoop()));
            inside.decrementAndGet();
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    private static Packets packets(ChannelFixture fixture) {
        return new Packets((IoEventLoop) fixture.group().next());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void readsAFileBesideChannels(LoopKind kind) throws Exception {
        byte[] content = new byte[100000];
        new Random(1).nextBytes(content);
        Path path = Files.write(folder.resolve("read"), content);
        OffHeap overlapped = new OffHeap(OVERLAPPED_BYTES);
        OffHeap buffer = new OffHeap(7001);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Channel client = fixture.connect(fixture.serve(ECHO).localAddress(), NOTHING);
            Packets packets = new Packets((IoEventLoop) client.eventLoop());
            IocpNotifyCompletionHandle.Registration registration = packets.register();
            long file = OverlappedCalls.openFile(path.toString());
            assertTrue(file > 0, "error " + -file);
            registration.associate(file);
            byte[] read = new byte[content.length];
            int pos = 0;
            while (pos < read.length) {
                client.writeAndFlush(client.alloc().buffer(1).writeByte(1)).sync();
                assertEquals(0, OverlappedCalls.readFile(file, pos, buffer.address(), 7001, overlapped.address()));
                Packet packet = packets.next();
                assertEquals(0, packet.error);
                assertEquals(overlapped.address(), packet.overlapped);
                for (int i = 0; i < packet.bytes; i++) {
                    read[pos + i] = buffer.memory.get(i);
                }
                pos += packet.bytes;
            }
            assertEquals(content.length, pos);
            assertEquals(new String(content, "ISO-8859-1"), new String(read, "ISO-8859-1"));

            // The end of the file is known at once, or by a packet with an error; which of the two is the system's.
            int result = OverlappedCalls.readFile(file, pos, buffer.address(), 7001, overlapped.address());
            assertEquals(OverlappedCalls.ERROR_HANDLE_EOF, result == 0 ? packets.next().error : -result);

            assertEquals(0, OverlappedCalls.closeHandle(file));
            assertTrue(registration.cancel());
            assertTrue(packets.unregistered.await(10, TimeUnit.SECONDS));
        } finally {
            overlapped.free();
            buffer.free();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aCancelledOperationSaysSo(LoopKind kind) throws Exception {
        OffHeap overlapped = new OffHeap(OVERLAPPED_BYTES);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Packets packets = packets(fixture);
            IocpNotifyCompletionHandle.Registration registration = packets.register();
            long pipe = OverlappedCalls.newPipe(pipeName(kind + "Cancelled"));
            assertTrue(pipe > 0, "error " + -pipe);
            registration.associate(pipe);
            assertEquals(0, OverlappedCalls.connectPipe(pipe, overlapped.address()));
            assertEquals(0, NativeOverlapped.cancel(pipe, overlapped.address()));
            Packet packet = packets.next();
            assertEquals(OverlappedCalls.ERROR_OPERATION_ABORTED, packet.error);
            assertEquals(overlapped.address(), packet.overlapped);
            assertEquals(0, OverlappedCalls.closeHandle(pipe));
        } finally {
            overlapped.free();
        }
    }

    private static String pipeName(String name) {
        return "\\\\.\\pipe\\iocpnotify-" + name + '-' + System.nanoTime();
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void aPipeIsConnected(LoopKind kind) throws Exception {
        OffHeap overlapped = new OffHeap(OVERLAPPED_BYTES);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            Packets packets = packets(fixture);
            IocpNotifyCompletionHandle.Registration registration = packets.register();
            String name = pipeName(kind + "Connected");
            long pipe = OverlappedCalls.newPipe(name);
            assertTrue(pipe > 0, "error " + -pipe);
            registration.associate(pipe);
            assertEquals(0, OverlappedCalls.connectPipe(pipe, overlapped.address()));
            assertNull(packets.queue.poll());
            try (RandomAccessFile ignored = new RandomAccessFile(name, "rw")) {
                assertEquals(0, packets.next().error);
            }
            assertEquals(0, OverlappedCalls.closeHandle(pipe));
        } finally {
            overlapped.free();
        }
    }

    /** Many threads post to two handles: every packet comes once, to its own, one at a time. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void postedPackets(LoopKind kind) throws Exception {
        final int threads = 4;
        final int each = 1000;
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            IoEventLoop loop = (IoEventLoop) fixture.group().next();
            final Packets[] handles = { new Packets(loop), new Packets(loop) };
            final IocpNotifyCompletionHandle.Registration[] registrations =
                    { handles[0].register(), handles[1].register() };
            assertNotEquals(registrations[0].completionKey(), registrations[1].completionKey());
            List<Thread> posters = new ArrayList<Thread>();
            final AtomicInteger failed = new AtomicInteger();
            for (int t = 0; t < threads; t++) {
                final int first = t * each;
                Thread thread = new Thread(() -> {
                    try {
                        for (int i = first; i < first + each; i++) {
                            registrations[i & 1].post(-i, 0x1234567800000000L + i);
                        }
                    } catch (IOException e) {
                        failed.incrementAndGet();
                    }
                });
                posters.add(thread);
                thread.start();
            }
            for (Thread thread : posters) {
                thread.join();
            }
            assertEquals(0, failed.get());
            for (int h = 0; h < 2; h++) {
                Set<Integer> seen = new HashSet<Integer>();
                for (int i = 0; i < threads * each / 2; i++) {
                    Packet packet = handles[h].next();
                    int number = -packet.bytes;
                    assertEquals(h, number & 1);
                    assertEquals(0x1234567800000000L + number, packet.overlapped);
                    assertEquals(0, packet.error);
                    assertTrue(seen.add(number));
                }
            }
            assertNull(handles[0].queue.poll());
            assertNull(handles[1].queue.poll());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nothingComesAfterCancel(LoopKind kind) throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            final Packets packets = packets(fixture);
            final IocpNotifyCompletionHandle.Registration registration = packets.register();
            long key = registration.completionKey();
            long port = registration.port();
            packets.loop.submit(() -> {
                // This loop cannot handle them before it is told not to.
                registration.post(1, 1);
                registration.post(2, 2);
                assertTrue(registration.cancel());
                assertFalse(registration.cancel());
                assertFalse(registration.isValid());
                return null;
            }).get(10, TimeUnit.SECONDS);
            assertThrows(IOException.class, () -> registration.post(3, 3));
            assertThrows(IOException.class, () -> registration.associate(0));

            // The slot is used again, by somebody whom a late packet is none of the business of.
            Packets next = new Packets(packets.loop);
            IocpNotifyCompletionHandle.Registration nextRegistration = next.register();
            assertEquals(CompletionKey.slot(key), CompletionKey.slot(nextRegistration.completionKey()));
            assertEquals(0, NativePort.post(port, key, 4, 4));
            nextRegistration.post(5, 5);
            assertEquals(5, next.next().bytes);
            assertNull(next.queue.poll());
            assertNull(packets.queue.poll());
        }
    }

    /** A packet for a file of one group is no business of the other, and a file belongs to one port. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void twoGroups(LoopKind kind) throws Exception {
        Path path = Files.write(folder.resolve("two"), new byte[100]);
        OffHeap memory = new OffHeap(OVERLAPPED_BYTES + 100);
        try (ChannelFixture one = new ChannelFixture(kind); ChannelFixture two = new ChannelFixture(kind)) {
            Packets first = packets(one);
            Packets second = packets(two);
            IocpNotifyCompletionHandle.Registration firstRegistration = first.register();
            final IocpNotifyCompletionHandle.Registration secondRegistration = second.register();
            final long file = OverlappedCalls.openFile(path.toString());
            firstRegistration.associate(file);
            WinsockException refused =
                    assertThrows(WinsockException.class, () -> secondRegistration.associate(file));
            assertEquals(OverlappedCalls.ERROR_INVALID_PARAMETER, refused.code());
            assertEquals(0, OverlappedCalls.readFile(file, 0, memory.address() + OVERLAPPED_BYTES, 100,
                    memory.address()));
            assertEquals(100, first.next().bytes);
            secondRegistration.post(1, 2);
            assertEquals(1, second.next().bytes);
            assertNull(first.queue.poll());
            assertEquals(0, OverlappedCalls.closeHandle(file));
        } finally {
            memory.free();
        }
    }

    /** The loop does not wait for what it cannot know, and lets nobody post once its port may be gone. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void theGroupEndsWithAnOperationUnderWay(LoopKind kind) throws Exception {
        OffHeap overlapped = new OffHeap(OVERLAPPED_BYTES);
        long pipe = OverlappedCalls.newPipe(pipeName(kind + "UnderWay"));
        try {
            Packets packets;
            IocpNotifyCompletionHandle.Registration registration;
            try (ChannelFixture fixture = new ChannelFixture(kind)) {
                packets = packets(fixture);
                registration = packets.register();
                registration.associate(pipe);
                assertEquals(0, OverlappedCalls.connectPipe(pipe, overlapped.address()));
            }
            assertEquals(0, packets.unregistered.getCount());
            assertTrue(packets.closed.get() > 0);
            assertFalse(registration.isValid());
            assertFalse(registration.cancel());
            assertThrows(IOException.class, () -> registration.post(1, 1));
            assertNull(packets.queue.poll());
        } finally {
            assertEquals(0, OverlappedCalls.closeHandle(pipe));
            // The system has cancelled it; STATUS_PENDING (0x103) in OVERLAPPED.Internal would say that it has not.
            SocketPair.await(() -> overlapped.memory.getInt(0) == 0x103 ? null : true);
            overlapped.free();
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void handlesComeBack(LoopKind kind) throws Exception {
        Path path = Files.write(folder.resolve("back"), new byte[1]);
        OffHeap memory = new OffHeap(OVERLAPPED_BYTES + 1);
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            long before = 0;
            for (int i = 0; i < 220; i++) {
                if (i == 20) {
                    before = ProcessHandles.count();
                }
                Packets packets = packets(fixture);
                IocpNotifyCompletionHandle.Registration registration = packets.register();
                long file = OverlappedCalls.openFile(path.toString());
                registration.associate(file);
                assertEquals(0, OverlappedCalls.readFile(file, 0, memory.address() + OVERLAPPED_BYTES, 1,
                        memory.address()));
                assertEquals(1, packets.next().bytes);
                assertEquals(0, OverlappedCalls.closeHandle(file));
                assertTrue(registration.cancel());
            }
            long after = ProcessHandles.count();
            assertTrue(after <= before + 20, before + " handles before, " + after + " after");
        } finally {
            memory.free();
        }
    }

    @Test
    void aHandleThatThrowsGetsTheNextPacketAllTheSame() throws Exception {
        for (LoopKind kind : LoopKind.values()) {
            try (ChannelFixture fixture = new ChannelFixture(kind)) {
                Packets packets = new Packets((IoEventLoop) fixture.group().next()) {
                    @Override
                    public void handle(IoRegistration registration, IoEvent event) {
                        super.handle(registration, event);
                        throw new IllegalStateException("on purpose");
                    }
                };
                IocpNotifyCompletionHandle.Registration registration = packets.register();
                registration.post(1, 0);
                assertEquals(1, packets.next().bytes);
                registration.post(2, 0);
                assertEquals(2, packets.next().bytes);
            }
        }
    }

    @Test
    void aHandleThatThrowsWhenItIsUnregisteredHoldsUpNobody() throws Exception {
        for (LoopKind kind : LoopKind.values()) {
            try (ChannelFixture fixture = new ChannelFixture(kind)) {
                IoEventLoop loop = (IoEventLoop) fixture.group().next();
                Packets[] packets = new Packets[3];
                IocpNotifyCompletionHandle.Registration registration = null;
                for (int i = 0; i < packets.length; i++) {
                    packets[i] = new Packets(loop) {
                        @Override
                        public void unregistered() {
                            super.unregistered();
                            throw new IllegalStateException("on purpose");
                        }
                    };
                    registration = packets[i].register();
                }
                assertTrue(loop.submit(registration::cancel).get(10, TimeUnit.SECONDS));
                fixture.group().shutdownGracefully(0, 5, TimeUnit.SECONDS);
                awaitDone(loop.terminationFuture());
                assertTrue(loop.terminationFuture().isSuccess(), () -> "" + loop.terminationFuture().cause());
                for (Packets each : packets) {
                    assertEquals(0, each.unregistered.getCount());
                }
            }
        }
    }

    /** Each packet is a step of its own, after which the loop looks at the clock. */
    @Test
    void thePacketsOfOneHandleHoldUpNoTask() throws Exception {
        final int posted = 100;
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch allPosted = new CountDownLatch(1);
        AtomicInteger handledBeforeTask = new AtomicInteger();
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            Packets packets = new Packets((IoEventLoop) fixture.group().next()) {
                private int handled;

                @Override
                public void handle(IoRegistration registration, IoEvent event) {
                    super.handle(registration, event);
                    if (++handled == 1) {
                        begun.countDown();
                        assertTrue(awaits(allPosted));
                    } else if (handled == 10) {
                        // Another thread has taken packets meanwhile, so the loop has many by now.
                        loop.execute(() -> handledBeforeTask.set(handled));
                    }
                    // Longer than the time that a run has for events.
                    spin(3);
                }
            };
            IocpNotifyCompletionHandle.Registration registration = packets.register();
            registration.post(0, 0);
            assertTrue(awaits(begun));
            for (int i = 1; i < posted; i++) {
                registration.post(i, 0);
            }
            allPosted.countDown();
            for (int i = 0; i < posted; i++) {
                packets.next();
            }
            int before = handledBeforeTask.get();
            assertTrue(before > 0 && before < posted / 2, "the task ran after " + before + " packets");
        }
    }

    private static boolean awaits(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static void spin(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /** It has ended all the same, and the loop frees its key when there is room. */
    @Test
    void aCancelThatFindsNoRoomForItsTask() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (ChannelFixture fixture = new ChannelFixture(FullQueue.group())) {
            Packets packets = packets(fixture);
            IocpNotifyCompletionHandle.Registration registration = packets.register();
            try {
                FullQueue.fill(packets.loop, release);
                assertTrue(registration.cancel());
                assertFalse(registration.isValid());
                assertFalse(registration.cancel());
            } finally {
                release.countDown();
            }
            assertTrue(packets.unregistered.await(10, TimeUnit.SECONDS));
            assertNull(packets.queue.poll());
        }
    }

    @Test
    void isNoChannel() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            Channel server = fixture.serve(NOTHING);
            IocpNotifyEventLoop loop = (IocpNotifyEventLoop) server.eventLoop();
            assertTrue(loop.isCompatible(IocpNotifyCompletionHandle.class));
            IocpNotifyCompletionHandle.Registration registration = new Packets(loop).register();
            assertEquals(1, loop.submit(loop::registeredChannels).get());
            assertThrows(UnsupportedOperationException.class, () -> registration.submit(IocpNotifyIoOps.IN));
            assertTrue(registration.cancel());
        }
    }
}
