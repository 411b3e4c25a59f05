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
import io.netty.channel.ChannelHandlerContext;

import java.util.Random;

/** A connection on which a part of a file is asked for. */
final class FileFlow extends Flow {

    static final int FILE_BYTES = 256 * 1024;
    static final int REQUEST_BYTES = 8;

    /** What is shorter is copied, and asks nothing of {@code TransmitFile}. */
    private static final int LEAST_BYTES = 64 * 1024 + 1;
    private static final int MAX_BYTES = LEAST_BYTES + 2048;

    private final int offset;
    private final int length;

    FileFlow(Traffic traffic, Random random) {
        super(traffic, random);
        length = LEAST_BYTES + random.nextInt(MAX_BYTES - LEAST_BYTES);
        offset = random.nextInt(FILE_BYTES - length);
    }

    @Override
    void start() {
        follow(traffic.connect(this, traffic.files()));
    }

    @Override
    boolean isComplete() {
        return received == length;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        // Before there is a buffer: the name holds the channel's addresses, for which there may be no memory.
        String name = "request of " + this;
        ByteBuf request = ctx.alloc().buffer(REQUEST_BYTES).writeInt(offset).writeInt(length);
        traffic.ledger().expectWrite(name, ctx.writeAndFlush(request));
    }

    @Override
    void read(ChannelHandlerContext ctx, ByteBuf bytes) {
        int matching = Services.FILE.matching(bytes, offset + received);
        if (matching != bytes.readableBytes() || received + bytes.readableBytes() > length) {
            traffic.ledger().violation(this + ": the byte at " + (received + matching) + " is wrong");
        }
        // The server closes when it has heard that all was sent.
        received += bytes.readableBytes();
    }
}
