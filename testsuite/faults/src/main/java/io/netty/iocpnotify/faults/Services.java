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
package io.netty.iocpnotify.faults;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.GlobalEventExecutor;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What the servers do. */
final class Services {

    /** The bytes of the file. */
    static final Pattern FILE = new Pattern(1);

    private Services() { }

    static File newFile() throws IOException {
        File file = File.createTempFile("faults", ".bin");
        file.deleteOnExit();
        byte[] bytes = new byte[FileFlow.FILE_BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = FILE.at(i);
        }
        try (OutputStream out = Files.newOutputStream(file.toPath())) {
            out.write(bytes);
        }
        return file;
    }

    /** Tells the ledger of exceptions, and closes. */
    abstract static class Service extends ChannelInboundHandlerAdapter {
        final Ledger ledger;

        Service(Ledger ledger) {
            this.ledger = ledger;
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ledger.failed("server's " + ctx.channel(), cause);
            ctx.close();
        }
    }

    @Sharable
    static final class Echo extends Service {
        Echo(Ledger ledger) {
            super(ledger);
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ledger.expectWrite("echo", ctx.write(msg));
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }
    }

    @Sharable
    static final class DatagramEcho extends Service {
        DatagramEcho(Ledger ledger) {
            super(ledger);
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            DatagramPacket packet = (DatagramPacket) msg;
            ledger.expect("datagram", ctx.writeAndFlush(new DatagramPacket(packet.content(), packet.sender())));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ledger.failed("server's " + ctx.channel(), cause);
        }
    }

    /** Not shared: keeps the part of a request that has come. */
    static final class FileService extends Service {
        private final File file;
        private ByteBuf request;

        FileService(Ledger ledger, File file) {
            super(ledger);
            this.file = file;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            request = ctx.alloc().heapBuffer(FileFlow.REQUEST_BYTES);
            // Not when this is removed: Netty does that in a task, and there may be no memory for the task.
            ctx.channel().closeFuture().addListener(closed -> request.release());
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            request.writeBytes((ByteBuf) msg);
            ReferenceCountUtil.release(msg);
            if (request.readableBytes() == FileFlow.REQUEST_BYTES) {
                int offset = request.readInt();
                int length = request.readInt();
                ChannelFuture sent = ctx.writeAndFlush(new DefaultFileRegion(file, offset, length));
                ledger.expect("file", sent);
                sent.addListener(ChannelFutureListener.CLOSE);
            }
        }
    }

    /** A socket that is bound, and bound again whenever a fault has closed it. */
    static final class Bound {
        private final Supplier<ChannelFuture> bind;
        private final Ledger ledger;
        // Written by the loop of the channel, or of the failed attempt; read by all.
        private volatile Channel channel;
        private volatile InetSocketAddress address;
        private volatile boolean over;

        /** @throws IOException if the first attempt fails, before there are faults */
        Bound(Ledger ledger, Supplier<ChannelFuture> bind) throws IOException {
            this.ledger = ledger;
            this.bind = bind;
            ChannelFuture first = bind.get();
            if (!isDone(first)) {
                throw new IOException("not bound within a minute: " + first);
            }
            if (!first.isSuccess()) {
                throw new IOException(first.cause());
            }
            bound(first.channel());
        }

        private void bound(Channel bound) {
            channel = bound;
            address = (InetSocketAddress) bound.localAddress();
            bound.closeFuture().addListener(closed -> {
                if (!over) {
                    ledger.endedEarly("server " + bound);
                    bindAgain();
                }
            });
            if (over) {
                bound.close();
            }
        }

        private void bindAgain() {
            ChannelFuture future = bind.get();
            future.addListener(done -> {
                if (done.isSuccess()) {
                    bound(future.channel());
                } else if (!over) {
                    ledger.failed("bind", done.cause());
                    GlobalEventExecutor.INSTANCE.schedule(this::bindAgain, 20,
                            TimeUnit.MILLISECONDS);
                }
            });
        }

        InetSocketAddress address() {
            return address;
        }

        void close() {
            over = true;
            ChannelFuture closed = channel.close();
            if (!isDone(closed)) {
                ledger.violation("not closed within a minute: " + closed);
            }
        }
    }

    /** A future that is never done is a finding, and must not keep the finding from being told. */
    static boolean isDone(ChannelFuture future) {
        return future.awaitUninterruptibly(1, TimeUnit.MINUTES);
    }
}
