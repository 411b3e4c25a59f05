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

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * A page with live charts: one service on this transport and the same one on NIO, both under the same load, in which a
 * few handlers sleep. The load comes from the same program, for both from the same group. The page is served from
 * another one.
 */
@Command(name = "LiveCharts", mixinStandardHelpOptions = true,
        description = "Shows live charts of a service on iocpnotify and on NIO, some of whose handlers are slow.")
public final class LiveCharts implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private UnevenSettings settings;

    private int port;

    @Option(names = "--host", defaultValue = "127.0.0.1", paramLabel = "HOST",
            description = "Address to listen on; ${DEFAULT-VALUE} unless given.")
    private String host;

    @Option(names = "--port", defaultValue = "8080", paramLabel = "PORT",
            description = "Port to listen on, 0 for any that is free; ${DEFAULT-VALUE} unless given.")
    void setPort(int port) {
        this.port = TransportOptions.inRange(spec, "--port", port, 0, 65535);
    }

    public static void main(String... args) {
        TransportOptions.run(new LiveCharts(), args);
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        IocpNotify.ensureAvailability();
        try (Running running = start()) {
            System.out.println("LiveCharts listens on port " + running.port() + ", provider " + IocpNotify.provider());
            System.out.println("Open http://" + host + ':' + running.port() + "/ in a browser; Ctrl-C ends it");
            running.page.closeFuture().sync();
            return 0;
        }
    }

    /** Starts everything. To be called when the options are set. */
    Running start() throws InterruptedException, IOException {
        Running running = new Running();
        boolean started = false;
        try {
            running.start(settings, new InetSocketAddress(host, port));
            started = true;
            return running;
        } finally {
            if (!started) {
                running.close();
            }
        }
    }

    /** Both services, both loads and the page. The thread that has started them may end them. */
    static final class Running implements AutoCloseable {
        private UnevenService own;
        private UnevenService nio;
        private EventLoopGroup clients;
        private EventLoopGroup viewers;
        private LiveSamples samples;
        private Channel page;

        private void start(UnevenSettings settings, InetSocketAddress address)
                throws InterruptedException, IOException {
            own = new UnevenService(IocpNotifyTransport.IOCPNOTIFY, settings.threads());
            nio = new UnevenService(IocpNotifyTransport.NIO, settings.threads());
            clients = IocpNotifyTransport.IOCPNOTIFY.newGroup(2);
            viewers = IocpNotifyTransport.IOCPNOTIFY.newGroup(1);

            long startNanos = System.nanoTime();
            UnevenLoad ownLoad = new UnevenLoad(settings, startNanos);
            UnevenLoad nioLoad = new UnevenLoad(settings, startNanos);
            ownLoad.start(IocpNotifyTransport.IOCPNOTIFY, clients, own.address());
            nioLoad.start(IocpNotifyTransport.IOCPNOTIFY, clients, nio.address());

            LiveSource source = new LiveSource(settings, own, ownLoad, nio, nioLoad);
            samples = new LiveSamples(viewers.next(), source);
            samples.start(source::submitTasks);
            page = new LivePage(samples, "live.html").listen(IocpNotifyTransport.IOCPNOTIFY, viewers, address);
        }

        int port() {
            return ((InetSocketAddress) page.localAddress()).getPort();
        }

        LiveSamples samples() {
            return samples;
        }

        @Override
        public void close() throws InterruptedException {
            // Who listens first, then who sends, then who answers: nobody has to report that the other side is gone.
            for (EventLoopGroup group : new EventLoopGroup[] { viewers, clients }) {
                if (group != null) {
                    group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
                }
            }
            for (UnevenService service : new UnevenService[] { own, nio }) {
                if (service != null) {
                    service.close();
                }
            }
        }
    }
}
