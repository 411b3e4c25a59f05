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
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultFileRegion;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/**
 * A stretch of the tape as one of the kinds of messages that can be written.
 */
final class Messages {

    private static final int COMPONENTS = 5;
    private static final int MARGIN = 3;

    private Messages() {
    }

    static Object of(String kind, ByteBufAllocator allocator, int place, int length) {
        switch (kind) {
        case "heap":
            return fill(allocator.heapBuffer(Math.max(1, length)), place, length);
        case "slice":
            ByteBuf larger = allocator.directBuffer(length + 2 * MARGIN).writeZero(MARGIN);
            Tape.copy(place, larger, length);
            return larger.writeZero(MARGIN).slice(MARGIN, length);
        case "composite":
            return composite(allocator, place, length);
        case "nio":
            return Unpooled.wrappedBuffer(ByteBuffer.wrap(Tape.bytes(place, length)));
        case "readonly":
            return fill(allocator.heapBuffer(Math.max(1, length)), place, length).asReadOnly();
        case "file":
            return new DefaultFileRegion(Tape.file(), place, length);
        case "region":
            try {
                return new DefaultFileRegion(FileChannel.open(Tape.file().toPath(), StandardOpenOption.READ), place,
                        length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        default:
            return fill(allocator.directBuffer(Math.max(1, length)), place, length);
        }
    }

    private static ByteBuf fill(ByteBuf buffer, int place, int length) {
        Tape.copy(place, buffer, length);
        return buffer;
    }

    private static CompositeByteBuf composite(ByteBufAllocator allocator, int place, int length) {
        CompositeByteBuf composite = allocator.compositeBuffer(COMPONENTS);
        int done = 0;
        for (int i = 0; i < COMPONENTS; i++) {
            int part = i == COMPONENTS - 1 ? length - done : (length - done) / 2;
            ByteBuf component = i % 2 == 0 ? allocator.directBuffer(Math.max(1, part)) :
                    allocator.heapBuffer(Math.max(1, part));
            composite.addComponent(true, fill(component, place + done, part));
            done += part;
        }
        return composite;
    }
}
