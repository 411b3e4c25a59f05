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

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MaxMessagesRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;

import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Does to a channel what an operation says. May be called from any thread.
 */
final class Actions {

    private static final String EXTRA = "extra";

    private final Lane lane;
    private final Results results;
    private final Complaints complaints;
    /** What was written: the allocator knows only of what it has made. */
    private final Queue<Object> messages = new ConcurrentLinkedQueue<Object>();

    Actions(Lane lane, Results results, Complaints complaints) {
        this.lane = lane;
        this.results = results;
        this.complaints = complaints;
    }

    /** Handlers that come and go. */
    private static final class Passing extends ChannelInboundHandlerAdapter {
    }

    /** A handler that cannot be added. */
    private static final class Refusing extends ChannelInboundHandlerAdapter {
        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            throw new Planted();
        }
    }

    void perform(PlannedOp planned, Endpoint at) {
        Object result;
        try {
            result = result(planned, at);
        } catch (Throwable e) {
            complaints.addIfFault(at.name(), e);
            result = "throws " + FailureKind.of(e);
        }
        results.put(planned.name, result);
        if (result instanceof ChannelFuture && planned.op.kind != OpKind.REFUSED) {
            ((ChannelFuture) result).addListener(future -> completed(future, at));
        }
    }

    private void completed(Future<?> future, Endpoint at) {
        complaints.addIfFault(at.name(), future.cause());
        // Which loop tells of it is a race for channels that change their loops.
        if (!at.moves) {
            AtomicReference<Thread> inside = Confinement.enter(at.channel.eventLoop(), at.name() + ": a listener",
                    complaints);
            Confinement.leave(inside);
        }
    }

    /** Whether the transport still holds anything that was written. */
    boolean isAnythingHeld() {
        messages.removeIf(message -> ReferenceCountUtil.refCnt(message) == 0);
        return !messages.isEmpty();
    }

    private Object result(PlannedOp planned, Endpoint at) {
        Op op = planned.op;
        Channel channel = at.channel;
        switch (op.kind) {
        case WRITE:
            return write(at, op.variant, planned.place, op.first);
        case BAD_WRITE:
            return writeBadly(at, op.variant);
        case FLUSH:
            channel.flush();
            return "called";
        case READ:
            channel.read();
            return "called";
        case AUTO_READ:
            channel.config().setAutoRead(op.first != 0);
            return "called";
        case OPTION:
            return Options.change(channel, op.variant, op.first);
        case WATER_MARK:
            return channel.config().setOption(ChannelOption.WRITE_BUFFER_WATER_MARK,
                    new WriteBufferWaterMark(op.first, op.first + op.second));
        case RECEIVE:
            RecvByteBufAllocator allocator = op.variant.equals("fix") ? new FixedRecvByteBufAllocator(op.first) :
                    new AdaptiveRecvByteBufAllocator(16, Math.min(64, op.first), op.first);
            return channel.config().setOption(ChannelOption.RECVBUF_ALLOCATOR, allocator);
        case MAX_MESSAGES:
            ((MaxMessagesRecvByteBufAllocator) channel.config().getRecvByteBufAllocator())
                    .maxMessagesPerRead(op.first);
            return "called";
        case SHUTDOWN:
            DuplexChannel duplex = (DuplexChannel) channel;
            return op.variant.equals("in") ? duplex.shutdownInput() :
                    op.variant.equals("out") ? duplex.shutdownOutput() : duplex.shutdown();
        case CLOSE:
            return channel.close();
        case DISCONNECT:
            return channel.disconnect();
        case RESET:
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            return channel.close();
        case WRITE_CLOSE:
            ChannelFuture written = write(at, op.variant, planned.place, op.first);
            channel.flush();
            return written.addListener(ChannelFutureListener.CLOSE);
        case USER_EVENT:
            channel.pipeline().fireUserEventTriggered(op.first);
            return "called";
        case TASKS:
            return new Tasks(channel.eventLoop(), at.name(), complaints).execute(op.first);
        case SCHEDULE:
            return new Tasks(channel.eventLoop(), at.name(), complaints).schedule(op.first);
        case THROW:
            return throwNext(at, op.variant);
        case PIPELINE:
            return changePipeline(channel.pipeline(), op.variant);
        case MOVE:
            return move(channel, op.first);
        case REFUSED:
            return new Bootstrap().group(lane.group()).channel(lane.stream()).handler(new Passing())
                    .connect(NobodyListens.ADDRESS);
        default:
            throw new AssertionError(op);
        }
    }

    /** A write of bytes that are on the tape. */
    ChannelFuture write(Endpoint at, String variant, int place, int length) {
        Channel channel = at.channel;
        Object message = Messages.of(variant, channel.alloc(), place, length);
        messages.add(message);
        if (!at.spec.kind.isStream()) {
            at.peer.incoming.expect(place, length);
            if (at.spec.kind == LinkSpec.Kind.UDP || !at.isClient) {
                message = new DatagramPacket((ByteBuf) message,
                        (InetSocketAddress) at.peer.address);
            }
        }
        if (variant.equals("void")) {
            channel.write(message, channel.voidPromise());
            if (at.spec.kind == LinkSpec.Kind.TLS) {
                channel.flush();
            }
            return channel.newSucceededFuture();
        }
        // See LinkModel.write.
        return at.spec.kind == LinkSpec.Kind.TLS ? channel.writeAndFlush(message) : channel.write(message);
    }

    private static ChannelFuture writeBadly(Endpoint at, String variant) {
        Channel channel = at.channel;
        switch (variant) {
        case "text":
            return channel.write("this is no buffer");
        case "thrown":
            return channel.write(Probe.THROWING);
        default:
            ChannelPromise promise = channel.newPromise();
            promise.cancel(false);
            return channel.write(channel.alloc().buffer(4).writeInt(0), promise);
        }
    }

    private static String throwNext(Endpoint at, String variant) {
        if (variant.equals("task")) {
            at.channel.eventLoop().execute(() -> {
                throw new Planted();
            });
        } else {
            at.probe.throwAtNext(variant);
        }
        return "called";
    }

    private static String changePipeline(ChannelPipeline pipeline, String variant) {
        ChannelHandler there = pipeline.get(EXTRA);
        switch (variant) {
        case "add":
            if (there == null) {
                pipeline.addFirst(EXTRA, new Passing());
            }
            return "called";
        case "remove":
            if (there != null) {
                pipeline.remove(EXTRA);
            }
            return "called";
        case "replace":
            if (there != null) {
                pipeline.replace(EXTRA, EXTRA, new Passing());
            }
            return "called";
        default:
            pipeline.addFirst(new Refusing());
            return "called";
        }
    }

    /** NIO's channels do not ask again for room to send when they have changed their loops; this transport's do. */
    private static void flushWhatNioForgets(Channel channel) {
        if (channel instanceof AbstractNioChannel && channel.isActive() && channel.unsafe().outboundBuffer() != null) {
            ((AbstractNioChannel.NioUnsafe) channel.unsafe()).forceFlush();
        }
    }

    /** Succeeds when the channel is registered with the next loop. */
    private Future<?> move(Channel channel, int group) {
        EventLoop target = lane.next(group, channel.eventLoop());
        Promise<Void> moved = ImmediateEventExecutor.INSTANCE.newPromise();
        channel.deregister().addListener(left -> {
            if (!left.isSuccess()) {
                moved.setFailure(left.cause());
                return;
            }
            target.register(channel).addListener(entered -> {
                if (entered.isSuccess()) {
                    flushWhatNioForgets(channel);
                    moved.setSuccess(null);
                } else {
                    moved.setFailure(entered.cause());
                }
            });
        });
        return moved;
    }
}
