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
package io.netty.iocpnotify.bench;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class StolenTimeTest {

    @Test
    void shareIsThatOfTheTimeBetween() {
        StolenTime before = StolenTime.of("cpu  89283 0 127311 192044 1599 0 6618 24705 0 0");
        // 60 of user, which include 20 of a guest; 10 of system, 20 of idle, 10 of steal.
        StolenTime after = StolenTime.of("cpu  89343 0 127321 192064 1599 0 6618 24715 20 0");
        assertEquals(0.1, after.shareSince(before), 1e-9);
        assertEquals(0, after.shareSince(after));
    }

    @Test
    void thisMachineTells() throws Exception {
        double share = StolenTime.now().shareSince(StolenTime.of("cpu 0 0 0 0 0 0 0 0 0 0"));
        assertTrue(share >= 0 && share < 1, Double.toString(share));
    }
}
