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

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * All connections are lost at once, by a reset, and made again at once; each sends a message and gets its echo.
 */
public final class ReconnectLoad extends RoundLoad {

    private static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /**
     * How many are not served yet at most: as many as the server's backlog has room for. With more, what is measured is
     * when the system tries again.
     */
    private static final int AT_A_TIME = 1000;

    private int begun;

    public ReconnectLoad(InetSocketAddress server, int connections, int size) throws IOException {
        super(server, connections, size, SILENCE_NANOS);
    }

    @Override
    void begin(long round) throws IOException {
        for (Connection connection : connections()) {
            connection.reset();
        }
        selector.selectNow();
        begun = 0;
        while (begun < Math.min(AT_A_TIME, connections().size())) {
            connections().get(begun++).connect();
        }
    }

    @Override
    long message(int connection, long round) {
        return connection * 7919L + round;
    }

    @Override
    void complete() throws IOException {
        if (begun < connections().size()) {
            connections().get(begun++).connect();
        }
    }
}
