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

import io.netty.iocpnotify.bench.load.BurstLoad;
import io.netty.iocpnotify.bench.load.ChatLoad;
import io.netty.iocpnotify.bench.load.ChurnLoad;
import io.netty.iocpnotify.bench.load.DatagramLoad;
import io.netty.iocpnotify.bench.load.DownloadLoad;
import io.netty.iocpnotify.bench.load.ExchangeLoad;
import io.netty.iocpnotify.bench.load.HandshakeLoad;
import io.netty.iocpnotify.bench.load.Introduction;
import io.netty.iocpnotify.bench.load.Load;
import io.netty.iocpnotify.bench.load.LoadBeside;
import io.netty.iocpnotify.bench.load.PacedLoad;
import io.netty.iocpnotify.bench.load.ReconnectLoad;
import io.netty.iocpnotify.bench.load.SharedLoad;
import io.netty.iocpnotify.bench.load.TlsLoad;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which load a workload is loaded with.
 */
final class Loads {

    private Loads() { }

    /**
     * @param perSecond requests, if the workload is {@linkplain Workload#isPaced() paced}
     */
    static Load create(Workload workload, InetSocketAddress server, int perSecond) throws IOException {
        int connections = workload.parameter("connections");
        int size = workload.parameter("size");
        if (workload.isPaced()) {
            return workload.kind().equals("http") ? PacedLoad.ofHttp(server, connections, perSecond, size) :
                    PacedLoad.ofEcho(server, connections, perSecond, size);
        }
        switch (workload.kind()) {
            case "stream":
                return new DownloadLoad(server, connections, size, false, Introduction.NONE);
            case "file":
                return new DownloadLoad(server, connections, size, true, Introduction.NONE);
            case "churn":
                return new ChurnLoad(server, connections, size);
            case "udp":
                return new DatagramLoad(server, connections, size);
            case "http":
                return ExchangeLoad.ofHttp(server, connections, workload.parameter("depth"), size);
            case "tls":
                return new TlsLoad(server, connections, size);
            case "chat":
                return new ChatLoad(server, connections, size);
            case "burst":
                return new BurstLoad(server, connections, size);
            case "reconnect":
                return new ReconnectLoad(server, connections, size);
            case "idle":
                return createIdle(workload, server, connections);
            case "uneven":
                return ExchangeLoad.ofEcho(server, connections, 1, size, Introduction.FIRST_IS_SPECIAL);
            case "mixed":
                return ExchangeLoad.ofEcho(server, connections, 1, size, Introduction.PLAIN);
            default:
                return ExchangeLoad.ofEcho(server, connections, workload.parameters().getOrDefault("depth", 1), size,
                        Introduction.NONE);
        }
    }

    /** As {@link #create}, in as many threads as the workload says, which share the connections. */
    static SharedLoad createAll(Workload workload, InetSocketAddress server, int perSecond) throws IOException {
        int threads = workload.loadThreads();
        List<Load> loads = new ArrayList<>();
        if (threads == 1) {
            loads.add(create(workload, server, perSecond));
        } else {
            int connections = workload.parameter("connections");
            for (int i = 0; i < threads; i++) {
                int share = connections * (i + 1) / threads - connections * i / threads;
                loads.add(create(workload.with(Map.of("connections", share)), server, perSecond));
            }
        }
        return new SharedLoad(loads);
    }

    /** Some of the connections that do nothing in the end, or those at work beside them. */
    static Load createIdle(Workload workload, InetSocketAddress server, int connections) throws IOException {
        int size = workload.parameter("size");
        switch (workload.service()) {
            case "http":
                return ExchangeLoad.ofHttp(server, connections, 1, size);
            case "tls":
                return new TlsLoad(server, connections, size);
            default:
                return ExchangeLoad.ofEcho(server, connections, 1, size, Introduction.NONE);
        }
    }

    /** What runs beside it, which may be nothing. */
    static LoadBeside createBeside(Workload workload, InetSocketAddress server) throws IOException {
        switch (workload.kind()) {
            case "handshakes":
                return new LoadBeside(new HandshakeLoad(server, workload.parameter("clients")));
            case "mixed":
                return new LoadBeside(new DownloadLoad(server, workload.parameter("downloads"),
                        workload.parameter("length"), true, Introduction.SPECIAL));
            default:
                return new LoadBeside(null);
        }
    }
}
