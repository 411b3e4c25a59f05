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

/**
 * One connection says something, and the server passes it on to all, that one included; then it is the next one's turn.
 */
public final class ChatLoad extends RoundLoad {

    public ChatLoad(InetSocketAddress server, int connections, int size) throws IOException {
        super(server, connections, size, 0);
    }

    @Override
    void begin(long round) throws IOException {
        connections().get((int) (round % connections().size())).send();
    }

    @Override
    long message(int connection, long round) {
        return round;
    }
}
