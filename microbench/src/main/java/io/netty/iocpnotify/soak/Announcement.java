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
package io.netty.iocpnotify.soak;

import io.netty.buffer.ByteBuf;

/**
 * The first bytes of each connection: who it is, what becomes of it, and how many bytes follow in each direction.
 */
final class Announcement {

    static final int LENGTH = 20;
    private static final int MAGIC = 0x50AC50AC;

    final Kind kind;
    final long id;
    final int length;

    Announcement(Kind kind, long id, int length) {
        this.kind = kind;
        this.id = id;
        this.length = length;
    }

    static Announcement read(ByteBuf in) throws WrongBytesException {
        int magic = in.readInt();
        int kind = in.readInt();
        long id = in.readLong();
        int length = in.readInt();
        Kind[] kinds = Kind.values();
        if (magic != MAGIC || kind < 0 || kind >= kinds.length || length <= 0) {
            throw new WrongBytesException("announced by " + Integer.toHexString(magic) + ' ' + kind + ' ' + id + ' ' +
                    length);
        }
        return new Announcement(kinds[kind], id, length);
    }

    void write(ByteBuf out) {
        out.writeInt(MAGIC).writeInt(kind.ordinal()).writeLong(id).writeInt(length);
    }

    @Override
    public String toString() {
        return "connection " + id + " (" + kind + ", " + length + " bytes)";
    }
}
