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
package io.netty.iocpnotify.example;

import io.netty.channel.EventLoopGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Loads an echo server: on each connection a message, its echo, the next message. Succeeds only if every byte of every
 * message came back as it was sent.
 */
@Command(name = "EchoClient", mixinStandardHelpOptions = true,
        description = "Loads an echo server and checks every byte that comes back.")
public final class EchoClient implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private TransportOptions options;

    @Option(names = "--host", defaultValue = "127.0.0.1", paramLabel = "HOST",
            description = "Host of the server; ${DEFAULT-VALUE} unless given.")
    private String host;

    private int port;
    private int connections;
    private int messages;
    private int size;
    private int timeout;

    @Option(names = "--port", defaultValue = "8007", paramLabel = "PORT",
            description = "Port of the server; ${DEFAULT-VALUE} unless given.")
    void setPort(int port) {
        this.port = TransportOptions.inRange(spec, "--port", port, 1, 65535);
    }

    @Option(names = "--connections", defaultValue = "64", paramLabel = "N",
            description = "Connections, all at once; ${DEFAULT-VALUE} unless given.")
    void setConnections(int connections) {
        this.connections = TransportOptions.inRange(spec, "--connections", connections, 1, 100000);
    }

    @Option(names = "--messages", defaultValue = "200", paramLabel = "N",
            description = "Messages on each connection; ${DEFAULT-VALUE} unless given.")
    void setMessages(int messages) {
        this.messages = TransportOptions.inRange(spec, "--messages", messages, 1, Integer.MAX_VALUE);
    }

    @Option(names = "--size", defaultValue = "64", paramLabel = "BYTES",
            description = "Bytes of each message; ${DEFAULT-VALUE} unless given.")
    void setSize(int size) {
        this.size = TransportOptions.inRange(spec, "--size", size, 1, 1 << 24);
    }

    @Option(names = "--timeout", defaultValue = "60", paramLabel = "SECONDS",
            description = "What is not there by then is counted as an error; ${DEFAULT-VALUE} unless given.")
    void setTimeout(int timeout) {
        this.timeout = TransportOptions.inRange(spec, "--timeout", timeout, 1, 86400);
    }

    public static void main(String... args) {
        TransportOptions.run(new EchoClient(), args);
    }

    @Override
    public Integer call() throws InterruptedException {
        EventLoopGroup group = options.newGroup();
        try {
            EchoLoad load = new EchoLoad(connections, messages, size);
            load.run(options.transport(), group, new InetSocketAddress(host, port), timeout);
            System.out.printf(Locale.ROOT, "transport %s, provider %s: connections %d, messages %d of %d, size %d B, " +
                            "errors %d, rate %.0f messages/s%n", options.transport(), options.transport().provider(),
                    connections, load.echoed(), load.expected(), size, load.errors(), load.rate());
            return load.succeeded() ? 0 : 1;
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }
}
