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

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;

import java.io.EOFException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends so many bytes of a known stream, as fast as they are taken, and checks that the peer sends the same stream: no
 * byte less, none twice, none in another's place.
 */
final class PatternStream extends ChannelInboundHandlerAdapter {

    // A prime: what a fault moves by is a size of buffers, and so nothing that the pattern repeats after.
    private static final int PERIOD = 65521;
    private static final byte[] PATTERN = new byte[2 * PERIOD];
    private static final int CHUNK = 20000;
    private static final int WINDOW = 512 * 1024;

    static {
        new Random(1).nextBytes(PATTERN);
        System.arraycopy(PATTERN, 0, PATTERN, PERIOD, PERIOD);
    }

    private final long toSend;
    private final long toReceive;
    private final Promise<Void> done = GlobalEventExecutor.INSTANCE.newPromise();

    // In the loop, whichever that is.
    private final Random sizes = new Random(2);
    private long written;
    private boolean pumping;

    /** Counted in the loop in which a write was made. Netty notifies it there, wherever the channel is by now. */
    private final AtomicLong sent = new AtomicLong();
    /** Written in the loop, read also where {@link #sent} is counted: whoever brings the last of both sees both. */
    private volatile long received;

    PatternStream(long toSend, long toReceive) {
        this.toSend = toSend;
        this.toReceive = toReceive;
    }

    /** Done when all is sent and all is received; fails at the first wrong byte or lost write. */
    Future<Void> done() {
        return done;
    }

    private static ByteBuf pattern(long position, int length) {
        return Unpooled.wrappedBuffer(PATTERN, (int) (position % PERIOD), length);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        proceed(ctx);
    }

    /** Also after a change of loops. */
    @Override
    public void channelRegistered(ChannelHandlerContext ctx) {
        if (ctx.channel().isActive()) {
            proceed(ctx);
        }
    }

    private void proceed(ChannelHandlerContext ctx) {
        if (!ctx.channel().config().isAutoRead()) {
            ctx.read();
        }
        pump(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        pump(ctx);
    }

    private void pump(ChannelHandlerContext ctx) {
        if (pumping) {
            return;
        }
        pumping = true;
        while (written < toSend && isInWindow() && ctx.channel().isWritable()) {
            // Now and then several small ones in one call, now and then one that fills calls.
            for (int i = sizes.nextInt(4); i >= 0 && written < toSend; i--) {
                int length = (int) Math.min(toSend - written, 1 + sizes.nextInt(sizes.nextBoolean() ? 100 : CHUNK));
                ctx.write(ctx.alloc().buffer(length).writeBytes(pattern(written, length))).addListener(f -> {
                    if (!f.isSuccess()) {
                        done.tryFailure(f.cause());
                        return;
                    }
                    sent.addAndGet(length);
                    checkDone();
                });
                written += length;
            }
            ctx.flush();
        }
        pumping = false;
    }

    /** Where the system takes everything at once, who only writes never reads. */
    private boolean isInWindow() {
        return received == toReceive || written - received < WINDOW;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        ByteBuf buf = (ByteBuf) msg;
        try {
            while (buf.isReadable()) {
                int length = Math.min(buf.readableBytes(), PERIOD);
                if (!ByteBufUtil.equals(pattern(received, length), 0, buf, buf.readerIndex(), length)) {
                    done.tryFailure(new AssertionError("wrong bytes in " + received + " to " + (received + length)));
                }
                received += length;
                buf.skipBytes(length);
            }
            checkDone();
        } finally {
            buf.release();
        }
    }

    private void checkDone() {
        if (received > toReceive) {
            done.tryFailure(new AssertionError("too many bytes: " + received));
        } else if (received == toReceive && sent.get() == toSend) {
            done.trySuccess(null);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (!ctx.channel().config().isAutoRead()) {
            ctx.read();
        }
        pump(ctx);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        done.tryFailure(new EOFException("closed after " + received + " bytes of " + toReceive + ", sent " + sent +
                " of " + toSend));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        done.tryFailure(cause);
    }

    @Override
    public String toString() {
        return "PatternStream(written: " + written + ", sent: " + sent + " of " + toSend + ", received: " + received +
                " of " + toReceive + ", " + done + ')';
    }
}
