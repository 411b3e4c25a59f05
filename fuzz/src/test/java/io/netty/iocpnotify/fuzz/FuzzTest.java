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

import io.netty.channel.iocpnotify.IocpNotify;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A minute of random programs with each provider.
 */
class FuzzTest {

    private static final int SECONDS = 60;

    private static void fuzz(long seed) throws InterruptedException {
        System.out.println("seed " + seed + ", provider " + IocpNotify.provider());
        Lanes lanes = new Lanes(Arrays.asList(Lane.Kind.STRANDS, Lane.Kind.HANDLER), Lane::new);
        FuzzSession session = new FuzzSession(seed, null, lanes, 6, 3, 1000, System.out);
        assertEquals(0, session.run(SECONDS), "findings with seed " + seed + ", see the output");
    }

    @Test
    void programsThatAreAlwaysTheSame() throws InterruptedException {
        fuzz(1);
    }

    @Test
    @Tag("other-provider")
    void programsThatNobodyHasSeen() throws InterruptedException {
        fuzz(ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
    }
}
