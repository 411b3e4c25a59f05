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
package io.netty.iocpnotify.bench.server;

import io.netty.handler.ssl.SslProvider;

import java.util.concurrent.TimeUnit;

/**
 * The services of the server by name, and their parameters, as the driver asks for them.
 */
final class Services {

    /** The one that is no stream of bytes. */
    static final String DATAGRAM_ECHO = "udp";

    private final NettyHost host;

    /**
     * @param host of the services
     */
    Services(NettyHost host) {
        this.host = host;
    }

    /**
     * @param connections is told of each one that comes and goes
     * @throws IllegalArgumentException if there is no such service, or a parameter is missing
     */
    Service create(String name, Parameters parameters, ConnectionCount connections) throws Exception {
        switch (name) {
            case "echo":
                EchoHandler echo = new EchoHandler(connections);
                return () -> echo;
            case "work":
                EchoHandler worker = new SlowEchoHandler(connections, new Delay(true, parameters.get("nanos")));
                return () -> worker;
            case DATAGRAM_ECHO:
                DatagramEchoHandler datagramEcho = new DatagramEchoHandler();
                return () -> datagramEcho;
            case "offload":
                return new OffloadService(connections, parameters.get("workers"));
            case "uneven-sleep":
            case "uneven-burn":
                Delay delay = new Delay(name.equals("uneven-burn"),
                        TimeUnit.MILLISECONDS.toNanos(parameters.get("millis")));
                EchoHandler even = new EchoHandler(connections);
                EchoHandler slow = new SlowEchoHandler(connections, delay);
                return () -> new FirstByteHandler(connections, () -> even, () -> slow);
            case "timer":
                TimerPace pace = new TimerPace(parameters.get("timers"));
                return () -> new TimerHandler(connections, pace);
            case "stream":
                return new StreamService(connections, parameters.get("size"));
            case "file":
                return new FileService(connections, parameters.get("size"));
            case "http":
                return new HttpService(connections, parameters.get("size"));
            case "tls":
                return new TlsService(connections, SslProvider.JDK, false, 0);
            case "tls-boringssl":
                return new TlsService(connections, SslProvider.OPENSSL, false, 0);
            case "handshakes":
                return new TlsService(connections, SslProvider.JDK, true, parameters.get("workers"));
            case "proxy":
                return new ProxyService(connections, host);
            case "chat":
                ChatHandler chat = new ChatHandler(connections);
                return () -> chat;
            case "mixed":
                return new MixedService(connections, parameters.get("length"));
            default:
                throw new IllegalArgumentException("no service is called " + name);
        }
    }
}
