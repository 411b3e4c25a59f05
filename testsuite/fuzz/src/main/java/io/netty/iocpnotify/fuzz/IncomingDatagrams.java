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

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * Datagrams: each must be one that was sent and has not come yet, from its first byte on.
 */
final class IncomingDatagrams extends Incoming {

    private final List<int[]> expected = new ArrayList<int[]>();
    private final List<String> content = new ArrayList<String>();

    @Override
    synchronized void expect(int place, int length) {
        expected.add(new int[] { place, length });
    }

    @Override
    synchronized String take(ByteBuf bytes) {
        Iterator<int[]> candidates = expected.iterator();
        while (candidates.hasNext()) {
            int[] candidate = candidates.next();
            if (bytes.readableBytes() <= candidate[1] && Tape.matches(candidate[0], bytes)) {
                candidates.remove();
                content.add(candidate[0] + ":" + bytes.readableBytes());
                add(1);
                return null;
            }
        }
        add(1);
        return "a datagram of " + bytes.readableBytes() + " bytes that nobody sent, or for a second time";
    }

    @Override
    synchronized String content() {
        List<String> sorted = new ArrayList<String>(content);
        Collections.sort(sorted);
        return sorted.toString();
    }
}
