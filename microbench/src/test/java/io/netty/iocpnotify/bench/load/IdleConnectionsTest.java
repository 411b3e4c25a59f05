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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class IdleConnectionsTest {

    private static final int SIZE = 64;
    private static final int CONNECTIONS = 5;
    private static final long SILENCE_MILLIS = 200;

    private final AtomicInteger bytes = new AtomicInteger();

    @Test
    void eachHasItsExchangesAndIsSilentThen() throws Exception {
        try (ThreadedEcho server = new ThreadedEcho((message, length) -> bytes.addAndGet(length));
             IdleConnections idle = new IdleConnections()) {
            idle.open(newLoad(server), 3);
            assertEquals(CONNECTIONS * 3 * SIZE, bytes.get());
            idle.open(newLoad(server), 1);
            TimeUnit.MILLISECONDS.sleep(SILENCE_MILLIS);
            assertEquals(CONNECTIONS * 4 * SIZE, bytes.get());
        }
    }

    @Test
    void nothingIsSentWithoutExchanges() throws Exception {
        try (ThreadedEcho server = new ThreadedEcho((message, length) -> bytes.addAndGet(length));
             IdleConnections idle = new IdleConnections()) {
            idle.open(newLoad(server), 0);
            TimeUnit.MILLISECONDS.sleep(SILENCE_MILLIS);
            assertEquals(0, bytes.get());
        }
    }

    @Test
    void noticesAWrongBit() throws Exception {
        try (ThreadedEcho server = new ThreadedEcho((message, length) -> message[length - 1] ^= 1);
             IdleConnections idle = new IdleConnections()) {
            LoadException wrong = assertThrows(LoadException.class, () -> idle.open(newLoad(server), 1));
            assertTrue(wrong.getMessage().contains("is wrong"), wrong.getMessage());
        }
    }

    private static Load newLoad(ThreadedEcho server) throws IOException {
        return ExchangeLoad.ofEcho(server.address(), CONNECTIONS, 1, SIZE, Introduction.NONE);
    }
}
