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
package io.netty.iocpnotify.fuzz;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import io.netty.util.internal.logging.InternalLoggerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.DatagramSocket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Faults between the transport and the handlers, each of which must be found, as what it is.
 */
@Tag("long")
class PlantedFaultTest {

    /** Far more than a sound program stands still. */
    private static final int LIMIT_BEATS = 100;

    /** A fault, a program that it shows in, and what is told of it. */
    enum Fault {
        LOST_BYTE("tcp(|) / 0c@out:w.direct.100,f", "wrong bytes") {
            @Override
            void read(ChannelHandlerContext ctx, Object msg) {
                ctx.fireChannelRead(((ByteBuf) msg).skipBytes(1));
            }
        },
        BYTES_TWICE("tcp(|) / 0c@out:w.direct.100,f", "wrong bytes") {
            @Override
            void read(ChannelHandlerContext ctx, Object msg) {
                ctx.fireChannelRead(((ByteBuf) msg).retainedDuplicate());
                ctx.fireChannelRead(msg);
            }
        },
        LOST_END("tcp(|) / 0c@out:w.direct.100,f", "is open active registered auto-read with 99") {
            @Override
            void read(ChannelHandlerContext ctx, Object msg) {
                ByteBuf bytes = (ByteBuf) msg;
                ctx.fireChannelRead(bytes.writerIndex(bytes.writerIndex() - 1));
            }
        },
        LOST_DATAGRAM("udp(|) / 0c@out:w.direct.8,f", "with 0") {
            @Override
            void read(ChannelHandlerContext ctx, Object msg) {
                ReferenceCountUtil.release(msg);
            }
        },
        DATAGRAM_TWICE("udp(|) / 0c@out:w.direct.8,f", "or for a second time") {
            @Override
            void read(ChannelHandlerContext ctx, Object msg) {
                ctx.fireChannelRead(((DatagramPacket) msg).retainedDuplicate());
                ctx.fireChannelRead(msg);
            }
        },
        LOST_TLS_RECORD("tls(|) / 0c@out:w.direct.8,f", "with 0") {
            private boolean isApplicationData(ByteBuf record) {
                return record.getByte(record.readerIndex()) == 23;
            }

            @Override
            void read(ChannelHandlerContext ctx, Object msg) {
                // Those of the handshake come behind others, in one buffer.
                if (isApplicationData((ByteBuf) msg)) {
                    ReferenceCountUtil.release(msg);
                } else {
                    ctx.fireChannelRead(msg);
                }
            }
        },
        BUFFER_KEPT("tcp(|) / 0c@out:w.direct.100,f", "buffers are not released") {
            @Override
            void read(ChannelHandlerContext ctx, Object msg) {
                ctx.fireChannelRead(ReferenceCountUtil.retain(msg));
            }
        },
        MESSAGE_KEPT("tcp(|) / 0c@out:w.nio.100,f", "what was written is not released") {
            @Override
            void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
                ctx.write(ReferenceCountUtil.retain(msg), promise);
            }
        },
        READ_OUTSIDE_OF_LOOP("tcp(|) / 0c@out:w.direct.100,f", "read outside of its event loop") {
            @Override
            void read(ChannelHandlerContext ctx, Object msg) throws Exception {
                ChannelHandlerContext probe = ctx.pipeline().context(Probe.class);
                Thread other = new Thread(() -> ((Probe) probe.handler()).channelRead(probe, msg));
                other.start();
                other.join();
            }
        },
        PROMISE_FORGOTTEN("tcp(|) / 0c@out:w.direct.100,f", "a promise is not complete") {
            @Override
            void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
                ctx.write(msg);
            }
        },
        PROMISE_FAILED("tcp(|) / 0c@out:w.direct.100,f", "is i/o, with NIO done") {
            @Override
            void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
                ctx.write(msg).addListener(f -> promise.setFailure(new IOException("planted by the test")));
            }
        },
        FLUSH_FORGOTTEN("tcp(|) / 0c@out:w.direct.100,f", "with 0") {
            @Override
            void flush(ChannelHandlerContext ctx) {
            }
        },
        ACTIVE_TWICE("tcp(|)", "not a whole life") {
            @Override
            void active(ChannelHandlerContext ctx) {
                ctx.fireChannelActive();
                ctx.fireChannelActive();
            }
        },
        INACTIVE_TWICE("tcp(|)", "not a whole life") {
            @Override
            void inactive(ChannelHandlerContext ctx) {
                ctx.fireChannelInactive();
                ctx.fireChannelInactive();
            }
        },
        NEVER_INACTIVE("tcp(|)", "not a whole life") {
            @Override
            void inactive(ChannelHandlerContext ctx) {
            }
        },
        READ_AFTER_THE_END("tcp(|) / 0c@out:cl", "read while not active") {
            @Override
            void inactive(ChannelHandlerContext ctx) {
                ctx.fireChannelInactive();
                ctx.fireChannelRead(ctx.alloc().buffer(1).writeByte(0));
            }
        },
        READ_UNASKED("tcp(|na) / 0c@out:w.direct.9,f,sch.3 / 0c@out:w.direct.9,f,sch.3 / 0c@out:w.direct.9,f,sch.3",
                "read though auto-read is off") {
            @Override
            void active(ChannelHandlerContext ctx) {
                ctx.fireChannelActive();
                ctx.read();
            }

            @Override
            void readComplete(ChannelHandlerContext ctx) {
                ctx.fireChannelReadComplete();
                ctx.read();
            }
        },
        CLOSE_FORGOTTEN("tcp(|) / 0c@out:cl", "expected closed") {
            @Override
            void close(ChannelHandlerContext ctx, ChannelPromise promise) {
            }
        },
        EVENT_FORGOTTEN("tcp(|hc) / 0c@out:shut.out", "and its input shut") {
            @Override
            void event(ChannelHandlerContext ctx, Object event) {
            }
        },
        FAULT_IN_THE_CODE("tcp(|) / 0c@out:w.direct.8,f", "AssertionError: planted by the test") {
            @Override
            void read(ChannelHandlerContext ctx, Object msg) {
                ctx.fireChannelRead(msg);
                ctx.fireExceptionCaught(new AssertionError("planted by the test"));
            }
        };

        final String program;
        final String told;

        Fault(String program, String told) {
            this.program = program;
            this.told = told;
        }

        void active(ChannelHandlerContext ctx) {
            ctx.fireChannelActive();
        }

        void inactive(ChannelHandlerContext ctx) {
            ctx.fireChannelInactive();
        }

        void read(ChannelHandlerContext ctx, Object msg) throws Exception {
            ctx.fireChannelRead(msg);
        }

        void readComplete(ChannelHandlerContext ctx) {
            ctx.fireChannelReadComplete();
        }

        void event(ChannelHandlerContext ctx, Object event) {
            ctx.fireUserEventTriggered(event);
        }

        void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
            ctx.write(msg, promise);
        }

        void flush(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        void close(ChannelHandlerContext ctx, ChannelPromise promise) {
            ctx.close(promise);
        }
    }

    /** Ahead of all other handlers, so that for them it is the transport that has the fault. */
    private static final class Planter extends ChannelDuplexHandler {

        private final Fault fault;

        Planter(Fault fault) {
            this.fault = fault;
        }

        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            fault.active(ctx);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            fault.inactive(ctx);
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) throws Exception {
            fault.read(ctx, msg);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            fault.readComplete(ctx);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            fault.event(ctx, event);
        }

        @Override
        public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
            fault.write(ctx, msg, promise);
        }

        @Override
        public void flush(ChannelHandlerContext ctx) {
            fault.flush(ctx);
        }

        @Override
        public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
            fault.close(ctx, promise);
        }
    }

    /** Tasks in pairs, the second one first. */
    private static final class SwappingLoop extends DefaultEventLoop {
        private Runnable first;

        @Override
        public void execute(Runnable task) {
            if (first == null) {
                first = task;
            } else {
                super.execute(task);
                super.execute(first);
                first = null;
            }
        }
    }

    /** Nothing is late here. */
    private static final class HastyLoop extends DefaultEventLoop {
        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            return super.schedule(task, 0, unit);
        }
    }

    /** The first connection of each kind loads classes for seconds. */
    @BeforeAll
    static void warmUp() throws InterruptedException {
        assertEquals(Collections.emptyList(),
                judge("tcp(|) tls(|) udp(|) / 0c@out:w.heap.9,f 1c@out:w.heap.9,f 2c@out:w.heap.9,f", null));
    }

    private static List<Finding> judge(String program, Fault fault) throws InterruptedException {
        Lanes lanes = new Lanes(Collections.singletonList(Lane.Kind.STRANDS), kind -> new Lane(kind) {
            @Override
            void prepare(Channel channel) {
                if (kind != Kind.NIO && fault != null) {
                    channel.pipeline().addFirst(new Planter(fault));
                }
            }
        });
        try {
            return new Judge(lanes).judge(Program.parse(program), fault == null ? 20 * LIMIT_BEATS : LIMIT_BEATS);
        } finally {
            assertEquals(null, lanes.end());
        }
    }

    @ParameterizedTest
    @EnumSource
    void isFound(Fault fault) throws InterruptedException {
        List<Finding> findings = judge(fault.program, fault);
        assertEquals(1, findings.size(), findings::toString);
        assertTrue(findings.get(0).text.contains(fault.told), findings::toString);
    }

    @Test
    void tasksOutOfOrder() throws InterruptedException {
        Complaints complaints = new Complaints();
        EventExecutor loop = new SwappingLoop();
        new Tasks(loop, "a", complaints).execute(2).await();
        assertEquals(Collections.singletonList("a: a task ran out of order"), complaints.all());
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).await();
    }

    @Test
    void tasksTooEarly() throws InterruptedException {
        Complaints complaints = new Complaints();
        EventExecutor loop = new HastyLoop();
        Tasks tasks = new Tasks(loop, "a", complaints);
        // The last of them is due in a second, so that a busy machine cannot make it late instead.
        tasks.schedule(1000).await();
        assertEquals(Collections.singletonList("a: a scheduled task ran too early"), complaints.all());
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).await();
    }

    @Test
    void tasksInOrder() throws InterruptedException {
        Complaints complaints = new Complaints();
        EventExecutor loop = new DefaultEventLoop();
        Tasks tasks = new Tasks(loop, "a", complaints);
        tasks.execute(100).await();
        tasks.schedule(3).await();
        assertEquals(Collections.emptyList(), complaints.all());
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).await();
    }

    @Test
    void twoThreadsInALoopAtOnce() throws InterruptedException {
        // Every thread is in that one.
        EventExecutor loop = ImmediateEventExecutor.INSTANCE;
        Complaints complaints = new Complaints();
        AtomicReference<Thread> inside = Confinement.enter(loop, "one", complaints);
        Thread other = new Thread(() -> Confinement.leave(Confinement.enter(loop, "other", complaints)));
        other.start();
        other.join();
        Confinement.leave(inside);
        assertEquals(Collections.singletonList("other while another thread was in the same event loop"),
                complaints.all());
    }

    @Test
    void aGroupThatDoesNotEnd() throws InterruptedException {
        Lane lane = new Lane(Lane.Kind.STRANDS);
        CountDownLatch end = new CountDownLatch(1);
        lane.group().next().execute(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertFalse(lane.end(20));
        end.countDown();
        assertTrue(lane.end(1500));
    }

    private static FuzzSession session() {
        Lanes lanes = new Lanes(Collections.singletonList(Lane.Kind.STRANDS), Lane::new);
        return new FuzzSession(1, null, lanes, 1, 3, LIMIT_BEATS, System.out);
    }

    @Test
    void aSocketThatStaysOpen() throws Exception {
        FuzzSession session = session();
        session.check(true);
        try (DatagramSocket left = new DatagramSocket()) {
            session.check(false);
            assertEquals(1, session.findings());
        }
    }

    @Test
    void handlesThatStayOpen() throws Exception {
        FuzzSession session = session();
        session.check(true);
        List<RandomAccessFile> left = new ArrayList<RandomAccessFile>();
        for (int i = 0; i < 100; i++) {
            left.add(new RandomAccessFile(Tape.file(), "r"));
        }
        session.check(false);
        for (RandomAccessFile file : left) {
            file.close();
        }
        assertEquals(1, session.findings());
    }

    @Test
    void aWarningOfTheTransport() throws InterruptedException {
        FuzzSession session = session();
        InternalLoggerFactory.getInstance(IocpNotify.class).warn("planted by the test");
        session.check(false);
        assertEquals(1, session.findings());
    }

    @ParameterizedTest
    @EnumSource
    void isNotFoundWhereItIsNot(Fault fault) throws InterruptedException {
        assertEquals(Collections.emptyList(), judge(fault.program, null));
    }
}
