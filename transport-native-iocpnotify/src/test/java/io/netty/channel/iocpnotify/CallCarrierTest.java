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

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A carrier that is about to look for work is not called for it, and no other one is. It may begin a long run next:
 * then it has to call for what it does not take itself.
 */
@Timeout(300)
@Tag("races")
class CallCarrierTest {

    private static final int ROUNDS = 4000;
    /** Longer than it takes a carrier to wake up, to look for work and to begin a run. */
    private static final int LONGEST_OFFSET_MICROS = 200;

    /** The second task is added at each point of the way of the carrier that takes the first, which waits for it. */
    @Test
    void workThatComesBeforeALongRun() throws Exception {
        runPairs(false);
    }

    /** The same while the carrier comes from a short run. */
    @Test
    void workThatComesBetweenTwoRuns() throws Exception {
        runPairs(true);
    }

    private static void runPairs(boolean afterARun) throws Exception {
        IocpNotifyEventLoopGroup group = new IocpNotifyEventLoopGroup(3);
        try {
            EventExecutor first = group.next();
            EventExecutor second = group.next();
            EventExecutor third = group.next();
            for (int i = 0; i < ROUNDS; i++) {
                CountDownLatch other = new CountDownLatch(1);
                if (afterARun) {
                    third.execute(() -> { });
                }
                Future<Boolean> waited = first.submit(() -> other.await(20, TimeUnit.SECONDS));
                LongWork.COMPUTES.during(TimeUnit.MICROSECONDS.toNanos(i % LONGEST_OFFSET_MICROS));
                second.execute(other::countDown);
                assertTrue(waited.get(), "round " + i + ": nobody was called for the second task");
                if (i % 8 == 0) {
                    // All carriers wait again.
                    LongWork.BLOCKS.pause();
                }
            }
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }
}
