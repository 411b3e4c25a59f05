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
package io.netty.channel.iocpnotify.winsock;

import io.netty.channel.iocpnotify.IocpNotify;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.junit.jupiter.api.Assertions.assertEquals;

@Timeout(120)
class CompletionPortTest {

    @Test
    void timesAreRoundedUpToMilliseconds() {
        IocpNotify.ensureAvailability();
        assertEquals(0, CompletionPort.toMillis(Long.MIN_VALUE));
        assertEquals(0, CompletionPort.toMillis(0));
        assertEquals(1, CompletionPort.toMillis(1));
        assertEquals(1, CompletionPort.toMillis(1_000_000));
        assertEquals(2, CompletionPort.toMillis(1_000_001));
        assertEquals(Integer.MAX_VALUE, CompletionPort.toMillis(Long.MAX_VALUE - 1));
        assertEquals(Integer.MAX_VALUE, CompletionPort.toMillis(Long.MAX_VALUE));
    }
}
