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

/**
 * How one side of a link is when everything has come to rest after a phase.
 */
final class Rest {

    final boolean open;
    final boolean inputShut;
    /** The number of bytes, or datagrams, that it has received. */
    final int received;
    /** Whether {@link #received} is known, rather than the least. */
    final boolean readsAll;
    /** A {@code read()} was called: if not all of {@link #sent} has been received, some more than before is. */
    final boolean readsMore;
    /** The number of bytes, or datagrams, that the peer has sent. */
    final int sent;
    /** Nothing may be received in this phase: auto-read is off, and nobody has asked. */
    final boolean readsNothing;
    /** Whether all that was flushed has been sent. */
    final boolean sendsAll;
    /** Whether nothing that was written waits, not even for a flush: else it depends on the moment of each write, and
     *  on the water marks of that moment, whether the channel is writable. */
    final boolean isWritable;

    Rest(SideModel side, int sent, boolean readsAll, boolean readsMore, boolean readsNothing, boolean sendsAll) {
        open = side.open;
        inputShut = side.inputShut;
        received = side.mustReceive;
        this.sent = sent;
        this.readsAll = readsAll;
        this.readsMore = readsMore;
        this.readsNothing = readsNothing;
        this.sendsAll = sendsAll;
        isWritable = sendsAll && side.written == side.flushed;
    }
}
