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

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Every load breaks off when one bit of what comes back is wrong.
 */
@Timeout(120)
class WrongByteTest {

    private static final int SIZE = 64;
    private static final int CONNECTIONS = 4;
    private static final int RIGHT_ONES = 20;

    @ParameterizedTest
    @EnumSource
    void noticesAWrongBit(Kind kind) throws Exception {
        AtomicInteger messages = new AtomicInteger();
        try (ThreadedEcho server = new ThreadedEcho((message, length) -> {
            if (messages.incrementAndGet() > RIGHT_ONES) {
                message[length - 1] ^= 1;
            }
        }); Load load = kind.create(server.address())) {
            load.open();
            load.start();
            LoadException wrong = assertThrows(LoadException.class, () -> load.run(TimeUnit.SECONDS.toNanos(20)));
            assertTrue(wrong.getMessage().contains("is wrong"), wrong.getMessage());
        }
    }

    private enum Kind {
        ECHO {
            @Override
            Load create(InetSocketAddress server) throws IOException {
                return ExchangeLoad.ofEcho(server, CONNECTIONS, 2, SIZE, Introduction.NONE);
            }
        },
        PACED {
            @Override
            Load create(InetSocketAddress server) throws IOException {
                return PacedLoad.ofEcho(server, CONNECTIONS, 1000, SIZE);
            }
        },
        CHURN {
            @Override
            Load create(InetSocketAddress server) throws IOException {
                return new ChurnLoad(server, CONNECTIONS, SIZE);
            }
        },
        BURST {
            @Override
            Load create(InetSocketAddress server) throws IOException {
                return new BurstLoad(server, CONNECTIONS, SIZE);
            }
        },
        RECONNECT {
            @Override
            Load create(InetSocketAddress server) throws IOException {
                return new ReconnectLoad(server, CONNECTIONS, SIZE);
            }
        },
        /** With one connection chat is echo. */
        CHAT {
            @Override
            Load create(InetSocketAddress server) throws IOException {
                return new ChatLoad(server, 1, SIZE);
            }
        };

        abstract Load create(InetSocketAddress server) throws IOException;
    }
}
