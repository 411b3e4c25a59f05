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

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;

import java.util.ArrayList;
import java.util.List;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Messages of several kinds and lengths on one connection. They must arrive in the order in which they are written. */
final class MixedWrites {

    private static final int COUNT = 60;
    private static final int LONGEST = 2 * 1024 * 1024;

    /** How long a file must be that has all of them. */
    static final int BYTES = 3 * 1024 * 1024;

    /** Makes a message. */
    interface Maker {
        Object make(int number, int position, int length);
    }

    private MixedWrites() { }

    /** Sends them, and returns when the peer has compared all bytes. */
    static void send(ChannelFixture fixture, Maker maker) throws Exception {
        ExpectedBytes receiver = new ExpectedBytes();
        Channel client = fixture.connect(fixture.serve(receiver).localAddress(), NOTHING);
        List<ChannelFuture> writes = new ArrayList<ChannelFuture>();
        for (int i = 0; i < COUNT; i++) {
            int position = i * 1000;
            int length = i % 20 == 7 ? LONGEST : i % 5 == 3 ? TransmitFileWriter.LONGEST_COPIED + i : i * 37;
            receiver.expect(position, length);
            writes.add(client.write(maker.make(i, position, length)));
            if (i % 5 == 0) {
                client.flush();
            }
        }
        client.flush();
        for (ChannelFuture write : writes) {
            awaitDone(write);
            assertTrue(write.isSuccess(), () -> "" + write.cause());
        }
        receiver.awaitAll();
    }
}
