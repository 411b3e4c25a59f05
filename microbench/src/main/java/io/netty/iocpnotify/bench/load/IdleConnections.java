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

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections on which nothing is sent any more.
 */
public final class IdleConnections implements Closeable {

    private final List<Load> loads = new ArrayList<>();

    /**
     * Opens the connections of a load, and waits for what they are to have had before they are idle.
     *
     * @param load not opened; closed with this
     * @param exchanges how many requests each connection sends, and has answered
     */
    public void open(Load load, int exchanges) throws IOException {
        loads.add(load);
        load.open();
        if (exchanges > 0) {
            load.exchange(exchanges);
        }
    }

    @Override
    public void close() throws IOException {
        for (Load load : loads) {
            load.close();
        }
    }
}
