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
package io.netty.channel.iocpnotify.loop;

import com.sun.management.ThreadMXBean;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.IdleHandle;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyCompletionHandle;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.LoopInternals;
import io.netty.channel.iocpnotify.loop.SocketRegistration.SocketEvents;
import io.netty.channel.iocpnotify.winsock.CompletionKey;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.NativePort;
import io.netty.channel.iocpnotify.winsock.PacketArray;
import io.netty.util.concurrent.ThreadAwareExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.lang.management.ManagementFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is handed from one thread to the next on the way of a packet is there when memory is short, or when something on
 * the way throws: a packet comes once.
 */
@Timeout(120)
@Tag("races")
public class HandOverTest {

    private static final int MEASURED = 5000;
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
        port.close();
        packets.free();
    }

    private static long allocatedBytes() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static final class PacketCounter extends IdleHandle implements IocpNotifyCompletionHandle {
        final BlockingQueue<Long> handled = new LinkedBlockingQueue<Long>();

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            handled.add(((IocpNotifyCompletionHandle.Event) event).overlapped());
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
                registration.noteEvents(SocketEvents.IN, 0);
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
                awaitsAnswer -> true, LoopInternals.newEvents());
        PacketCounter counter = new PacketCounter();
        CompletionRegistration registration = (CompletionRegistration) LoopInternals.register(loop, counter);
        PacketRouter router = new PacketRouter(table, null);
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

    @Test
    void whatThrowsForOnePacketIsNoTroubleOfTheOthers() throws Exception {
        RegistrationTable table = new RegistrationTable();
        PostedPacket wakeUp = new PostedPacket(() -> port.post(CompletionKey.WAKE_UP), () -> true, 1,
                PostedPacket.RELIED_NANOS);
        PacketReceiver bad = new PacketReceiver(table, new StackOverflowError("for one"), 1);
        PacketReceiver good = new PacketReceiver(table, null, 0);
        assertEquals(0, NativePort.post(port.handle, bad.key(), 1, 0));
        wakeUp.post();
        assertEquals(0, NativePort.post(port.handle, good.key(), 2, 0));
        assertEquals(3, port.dequeue(WAIT_MILLIS, packets));
        assertEquals(1, new PacketRouter(table, wakeUp).route(packets, 3));
        assertEquals(0, packets.kept);
        assertEquals(2, good.received.poll());
        assertTrue(wakeUp.end(), "the packet was not noticed, so that there would never be another");
    }

    @Test
    void aPacketThatThereIsNoMemoryForIsRoutedAgain() throws Exception {
        RegistrationTable table = new RegistrationTable();
        PacketReceiver first = new PacketReceiver(table, new OutOfMemoryError("for one"), 2);
        PacketReceiver second = new PacketReceiver(table, null, 0);
        PacketReceiver third = new PacketReceiver(table, new OutOfMemoryError("for one"), 1);
        PacketRouter router = new PacketRouter(table, null);
        PacketReceiver[] receivers = { first, second, third };
        for (int i = 0; i < receivers.length; i++) {
            assertEquals(0, NativePort.post(port.handle, receivers[i].key(), i, 0));
        }
        assertEquals(3, port.dequeue(WAIT_MILLIS, packets));
        assertEquals(1, router.route(packets, 3));
        assertEquals(2, packets.kept);
        assertEquals(1, router.route(packets, packets.kept));
        assertEquals(1, packets.kept);
        assertEquals(1, router.route(packets, packets.kept));
        assertEquals(0, packets.kept);
        for (int i = 0; i < receivers.length; i++) {
            assertEquals(i, receivers[i].received.poll());
            assertNull(receivers[i].received.poll());
        }
    }
}
