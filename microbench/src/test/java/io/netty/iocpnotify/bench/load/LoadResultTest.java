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
package io.netty.iocpnotify.bench.load;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class LoadResultTest {

    @Test
    void whoGetsNothingIsBelowHalf() {
        assertEquals(0, result(0, 10, 10, 9, 8).shareBelowHalf());
        assertEquals(0.25, result(0, 10, 10, 10, 1).shareBelowHalf());
        assertEquals(0.75, result(0, 10, 0, 0, 0).shareBelowHalf());
        assertEquals(0, result(7).shareBelowHalf());
    }

    @Test
    void loadsThatShareTheWorkAreOne() {
        LoadResult both = result(1, 2).plus(result(3));
        assertEquals(6, both.answers());
        assertEquals(6e9, both.rate());
        assertEquals(1e9, both.firstRate());
    }

    private static LoadResult result(long... answers) {
        return new LoadResult(1, answers, new Histogram(3), new Histogram(3));
    }
}
