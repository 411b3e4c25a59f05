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
 * What is known of one side of a link from the program alone.
 */
final class SideModel {

    private final boolean halfClosure;
    boolean autoRead;
    boolean open = true;
    boolean inputShut;
    boolean outputShut;
    /** How many bytes, or datagrams, were written and flushed. */
    int written;
    int flushed;
    /** How much of the tape is used up. */
    int placed;
    /** How many datagrams were written: a datagram's place on the tape is that of all bytes before it. */
    int writtenDatagrams;
    int flushedDatagrams;
    /** What it must have received when all is at rest. */
    int mustReceive;
    /** Whether a {@code read()} may not have been answered yet. */
    boolean readMayBePending;

    SideModel(SideSpec spec) {
        halfClosure = spec.halfClosure;
        autoRead = spec.autoRead;
    }

    void flush() {
        if (open && !outputShut) {
            flushed = written;
            flushedDatagrams = writtenDatagrams;
        }
    }

    /** The peer has ended its stream, and this side reads. */
    void seesEnd() {
        if (!open || inputShut) {
            return;
        }
        if (halfClosure) {
            inputShut = true;
        } else {
            open = false;
        }
    }
}
