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

import com.sun.management.ThreadMXBean;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.ChannelFixture.anyPort;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is handed from one thread to the next on the way of a packet is there when memory is short, or when something on
 * the way throws: a packet comes once.
 */
@Timeout(120)
@Tag("races")
class HandOverTest {

    private static final int MEASURED = 5000;
    private static final int CONNECTIONS = 200;
    /** Not without end: a test that is over its limit frees what it waits with. */
    private static final int WAIT_MILLIS = 10000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final ThreadAwareExecutor THIS_THREAD = new ThreadAwareExecutor() {
        @Override
        public boolean isExecutorThread(Thread thread) {
            return true;
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }
    };

    private CompletionPort port;
    private PacketArray packets;

    @BeforeAll
    static void load() {
        IocpNotify.ensureAvailability();
    }

    @BeforeEach
    void openPort() throws Exception {
        port = new CompletionPort(0);
        packets = new PacketArray(16);
    }

    @AfterEach
    void closePort() {
        port.closeOrWarn();
        packets.free();
    }

    private static long allocatedBytes() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Takes packets, or throws as often as it is told to. */
    private static class Receiver extends PortRegistration {
        final BlockingQueue<Integer> received = new LinkedBlockingQueue<Integer>();
        private final long key;
        private final Error error;
        private int throwsLeft;

        Receiver(RegistrationTable table, Error error, int times) {
            key = table.reserveForCompletions();
            this.error = error;
            throwsLeft = times;
            table.publish(this);
        }

        @Override
        long key() {
            return key;
        }

        @Override
        PortHandle handle() {
            return null;
        }

        @Override
        void received(PacketArray packets, int index) {
            if (throwsLeft-- > 0) {
                throw error;
            }
            received.add(packets.bytes(index));
        }

        @Override
        void handleReceived() {
        }

        @Override
        public <T> T attachment() {
            return null;
        }

        @Override
        public long submit(IoOps ops) {
            return -1;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public boolean cancel() {
            return false;
        }
    }

    private static final class PacketCounter extends IdleHandle implements IocpNotifyCompletionHandle {
        final BlockingQueue<Long> handled = new LinkedBlockingQueue<Long>();

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            handled.add(((IocpNotifyCompletionEvent) event).overlapped());
        }
    }

    /** The loop is told of a packet, by the thread that has dequeued it. */
    @Test
    void nothingIsAllocatedToTellALoop() throws Exception {
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(1);
        CountDownLatch release = new CountDownLatch(1);
        try {
            IoEventLoop loop = group.next();
            SocketRegistration[] registrations = new SocketRegistration[MEASURED];
            for (int i = 0; i < registrations.length; i++) {
                IoRegistration registration = loop.register(new IdleHandle()).get(10, TimeUnit.SECONDS);
                registrations[i] = registration.attachment();
            }
            CountDownLatch held = new CountDownLatch(1);
            loop.execute(() -> {
                held.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            assertTrue(held.await(10, TimeUnit.SECONDS));
            long before = allocatedBytes();
            for (SocketRegistration registration : registrations) {
                registration.ready(IocpNotifyIoOps.IN_VALUE, 0);
            }
            long bytes = allocatedBytes() - before;
            // Less than the smallest object for each; the measurement itself costs some.
            assertTrue(bytes < MEASURED, () -> bytes + " bytes");
        } finally {
            release.countDown();
            group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            assertTrue(group.awaitTermination(20, TimeUnit.SECONDS), "the group does not end");
        }
    }

    /** What is posted by the registration is expected: it takes no memory when it has come. */
    @Test
    void nothingIsAllocatedForAPacketThatIsExpected() throws Exception {
        RegistrationTable table = new RegistrationTable();
        LoopRegistrations loop = new LoopRegistrations(THIS_THREAD, port, table, (registration, nanos) -> { },
                awaitsAnswer -> true);
        PacketCounter counter = new PacketCounter();
        CompletionRegistration registration = (CompletionRegistration) loop.register(counter);
        PacketRouter router = new PacketRouter(table, null, null);
        PacketArray many = new PacketArray(MEASURED);
        for (int i = 0; i < MEASURED; i++) {
            registration.post(0, i);
        }
        assertEquals(MEASURED, port.dequeue(WAIT_MILLIS, many));
        long before = allocatedBytes();
        router.route(many, MEASURED);
        long bytes = allocatedBytes() - before;
        assertTrue(bytes < MEASURED, () -> bytes + " bytes");
        many.free();
        for (long i = 0; i < MEASURED; i++) {
            registration.handleReady();
            assertEquals(i, counter.handled.poll());
        }
        loop.closeAll(true);
        loop.destroy();
    }

    /** From the packet of an AcceptEx on, until somebody makes a channel of it. */
    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nothingIsAllocatedToHoldAConnection(LoopKind kind) throws Exception {
        List<Socket> clients = new ArrayList<Socket>();
        try (ChannelFixture fixture = new ChannelFixture(kind, 1)) {
            IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
            server.config().setOutstandingAccepts(CONNECTIONS);
            fixture.group().register(server).sync();
            server.bind(anyPort()).sync();
            inLoop(server, () -> server.config().setAutoRead(false));
            long before = inLoop(server, HandOverTest::allocatedBytes);
            for (int i = 0; i < CONNECTIONS; i++) {
                Socket client = new Socket();
                client.connect(server.localAddress(), 10000);
                clients.add(client);
            }
            int questions = 0;
            do {
                Thread.sleep(50);
                questions++;
            } while (!inLoop(server, () -> server.overlapped().isIdle()));
            long after = inLoop(server, HandOverTest::allocatedBytes);
            // On a busy machine there are many of these, and each costs the loop some bytes too.
            for (int i = 0; i < questions; i++) {
                inLoop(server, () -> server.overlapped().isIdle());
            }
            long bytes = after - before - (inLoop(server, HandOverTest::allocatedBytes) - after);
            // Less than one object for each.
            assertTrue(bytes < CONNECTIONS * 16, () -> bytes + " bytes");
            server.close().sync();
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    /** Else its peer would wait for ever. */
    @Test
    void aConnectionIsClosedIfNoChannelCanBeMadeOfIt() throws Exception {
        IocpNotifyServerSocketChannel server = new IocpNotifyServerSocketChannel();
        boolean ipv6 = server.socket.isIpv6();
        WinSocket listener = SocketPair.listen(ipv6, anyPort().getAddress());
        WinSocket client = WinSocket.newStream(ipv6);
        try {
            SocketPair.connect(client, listener.localAddress());
            byte[] address = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
            long accepted = SocketPair.accept(listener, address).handle();
            address[0] = 1;
            assertNull(server.newChild(accepted, null, address));
            ByteBuffer buffer = ByteBuffer.allocateDirect(1);
            assertEquals(-1, SocketPair.await(() -> {
                int result = client.recv(buffer, 0, 1);
                return result == 0 ? null : result;
            }));
        } finally {
            client.close();
            listener.close();
            server.unsafe().closeForcibly();
        }
    }

    @Test
    void whatThrowsForOnePacketIsNoTroubleOfTheOthers() throws Exception {
        RegistrationTable table = new RegistrationTable();
        PostedPacket wakeUp = new PostedPacket(() -> port.post(CompletionKey.WAKE_UP), () -> true, 1,
                PostedPacket.RELIED_NANOS);
        Receiver bad = new Receiver(table, new StackOverflowError("for one"), 1);
        Receiver good = new Receiver(table, null, 0);
        assertEquals(0, NativeOverlapped.post(port.handle(), bad.key(), 1, 0));
        wakeUp.post();
        assertEquals(0, NativeOverlapped.post(port.handle(), good.key(), 2, 0));
        assertEquals(3, port.dequeue(WAIT_MILLIS, packets));
        assertEquals(1, new PacketRouter(table, wakeUp, null).route(packets, 3));
        assertEquals(0, packets.kept());
        assertEquals(2, good.received.poll());
        assertTrue(wakeUp.end(), "the packet was not noticed, so that there would never be another");
    }

    @Test
    void aPacketThatThereIsNoMemoryForIsRoutedAgain() throws Exception {
        RegistrationTable table = new RegistrationTable();
        Receiver first = new Receiver(table, new OutOfMemoryError("for one"), 2);
        Receiver second = new Receiver(table, null, 0);
        Receiver third = new Receiver(table, new OutOfMemoryError("for one"), 1);
        PacketRouter router = new PacketRouter(table, null, null);
        Receiver[] receivers = { first, second, third };
        for (int i = 0; i < receivers.length; i++) {
            assertEquals(0, NativeOverlapped.post(port.handle(), receivers[i].key(), i, 0));
        }
        assertEquals(3, port.dequeue(WAIT_MILLIS, packets));
        assertEquals(1, router.route(packets, 3));
        assertEquals(2, packets.kept());
        assertEquals(1, router.route(packets, packets.kept()));
        assertEquals(1, packets.kept());
        assertEquals(1, router.route(packets, packets.kept()));
        assertEquals(0, packets.kept());
        for (int i = 0; i < receivers.length; i++) {
            assertEquals(i, receivers[i].received.poll());
            assertNull(receivers[i].received.poll());
        }
    }

    /** The same on a carrier, whose strand goes on meanwhile. */
    @Test
    void aCarrierGoesOnWhileThereIsNoMemoryForAPacket() throws Exception {
        GroupSettings settings = IocpNotifyEventLoopGroup.newBuilder().threads(1).settings();
        CarrierPool pool = new CarrierPool(settings, new ThreadPerTaskExecutor(Thread::new));
        IocpNotifyEventLoop loop = new IocpNotifyEventLoop(null, pool, settings);
        pool.add(loop.strand());
        try {
            Receiver receiver = new Receiver(pool.table(), new OutOfMemoryError("for a while"), 20);
            loop.submit(() -> { }).get(10, TimeUnit.SECONDS);
            assertEquals(0, NativeOverlapped.post(pool.port().handle(), receiver.key(), 7, 0));
            for (int i = 0; i < 5; i++) {
                loop.submit(() -> { }).get(10, TimeUnit.SECONDS);
            }
            assertEquals(7, receiver.received.poll(10, TimeUnit.SECONDS));
            assertNull(receiver.received.poll());
        } finally {
            loop.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            assertTrue(pool.terminationFuture().await(10, TimeUnit.SECONDS), "the carrier does not end");
        }
    }

    private static List<ArmDebt> takeAll(CarrierPool pool) {
        List<ArmDebt> debts = new ArrayList<ArmDebt>();
        assertThrows(IllegalStateException.class, () -> {
            for (;;) {
                debts.add(pool.debts().takeEmpty());
            }
        });
        return debts;
    }

    /** It has nowhere to note the arms of a run. The strand runs again, and the arms are made up for. */
    @Test
    void aCarrierReleasesAStrandWhoseArmsItCannotNote() throws Exception {
        GroupSettings settings = IocpNotifyEventLoopGroup.newBuilder().threads(1).settings();
        CarrierPool pool = new CarrierPool(settings, new ThreadPerTaskExecutor(Thread::new));
        List<ArmDebt> debts = takeAll(pool);
        IocpNotifyEventLoop loop = new IocpNotifyEventLoop(null, pool, settings);
        pool.add(loop.strand());
        try {
            CountDownLatch told = new CountDownLatch(1);
            // It has no socket, so its arm is refused as soon as it is with the port.
            IoRegistration registration = loop.register(new IdleHandle() {
                @Override
                public void handle(IoRegistration source, IoEvent event) {
                    told.countDown();
                }
            }).get(10, TimeUnit.SECONDS);
            registration.submit(IocpNotifyIoOps.IN);
            for (int i = 0; i < 5; i++) {
                loop.submit(() -> { }).get(10, TimeUnit.SECONDS);
            }
            assertFalse(told.await(100, TimeUnit.MILLISECONDS), "the arm was noted");
            debts.forEach(pool.debts()::keepEmpty);
            assertTrue(told.await(10, TimeUnit.SECONDS), "the strand was not released");
        } finally {
            loop.shutdownGracefully(0, 5, TimeUnit.SECONDS);
            assertTrue(pool.terminationFuture().await(10, TimeUnit.SECONDS), "the carrier does not end");
        }
    }

    /** Nobody else can run a strand whose arms were handed over: it must be released whatever happens then. */
    @Test
    void everyStrandOfADebtIsReleased() throws Exception {
        GroupSettings settings = IocpNotifyEventLoopGroup.newBuilder().threads(2).strands(2).settings();
        // The carrier is this test.
        CarrierPool pool = new CarrierPool(settings, task -> { });
        ArmDebt debt = new ArmDebt(0, 8, 2);
        IocpNotifyEventLoop[] loops = new IocpNotifyEventLoop[2];
        for (int i = 0; i < loops.length; i++) {
            loops[i] = new IocpNotifyEventLoop(null, pool, settings);
            pool.add(loops[i].strand());
        }
        for (IocpNotifyEventLoop loop : loops) {
            Strand strand = loop.strand();
            loop.register(new IdleHandle()).addListener(future ->
                    ((IoRegistration) future.getNow()).submit(IocpNotifyIoOps.IN));
            assertSame(strand, pool.takeRunnable());
            assertTrue(strand.run(new Quantum(), new RunMeter(new RunCounters())), "it owes no arm");
            if (loop == loops[0]) {
                // An arm that is refused, and has nobody to be told: what looks at the results throws.
                debt.arms().enable(0, 0, 0);
            }
            strand.owe(debt);
        }
        debt.pay(pool.port(), new RunCounters());
        assertTrue(debt.isEmpty());
        assertEquals(0, debt.arms().count());
        for (IocpNotifyEventLoop loop : loops) {
            CountDownLatch ran = new CountDownLatch(1);
            loop.execute(ran::countDown);
            for (Strand next = pool.takeRunnable(); next != null; next = pool.takeRunnable()) {
                if (next.run(new Quantum(), new RunMeter(new RunCounters()))) {
                    next.owe(debt);
                    debt.pay(pool.port(), new RunCounters());
                }
            }
            assertEquals(0, ran.getCount(), "the strand was not released");
        }
        debt.free();
        for (IocpNotifyEventLoop loop : loops) {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            Strand next = pool.takeRunnable();
            assertNotNull(next);
            next.run(new Quantum(), new RunMeter(new RunCounters()));
            assertTrue(next.hasEnded());
        }
        pool.close();
    }
}
