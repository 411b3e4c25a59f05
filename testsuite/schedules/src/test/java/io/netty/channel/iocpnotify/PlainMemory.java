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

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** What the system would know by its address. */
public final class PlainMemory {

    /** No two pieces touch, so that an address past the end of one is none of the next. */
    private static final long GAP = 1 << 20;

    private final TreeMap<Long, ByteBuffer> pieces = new TreeMap<Long, ByteBuffer>();
    private long next = GAP;

    public long add(ByteBuffer buffer) {
        long address = next;
        next += buffer.capacity() + GAP;
        pieces.put(address, buffer);
        return address;
    }

    public void remove(long address) {
        if (pieces.remove(address) == null) {
            World.current().fail("memory was freed twice");
        }
    }

    /** Returns the memory from that address on. */
    public ByteBuffer at(long address, int bytes) {
        Map.Entry<Long, ByteBuffer> piece = pieces.floorEntry(address);
        if (piece == null || address - piece.getKey() + bytes > piece.getValue().capacity()) {
            World.current().fail("the system was given memory that is not there");
            throw new IllegalStateException();
        }
        ByteBuffer memory = piece.getValue().duplicate().order(piece.getValue().order());
        memory.position((int) (address - piece.getKey()));
        return memory.slice().order(memory.order());
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }
}
