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
package io.netty.iocpnotify.soak;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;
import io.netty.iocpnotify.bench.load.TlsContexts;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * The process that is watched. It serves all kinds of connections, and answers each line of its standard input:
 * <pre>
 *   ports              ports PLAIN TLS DATAGRAMS
 *   groups             begun: groups begin and end from now on
 *   failures           failures, or with what has gone wrong
 *   sample OPEN        sample NAME=NUMBER..., once the groups rest and no more than so many connections are open
 *   resume             resumed
 *   end                ending: what fails from now on is not told
 * </pre>
 * It ends with its standard input.
 */
@Command(name = "SoakServer")
public final class SoakServer implements Callable<Integer> {

    private static final int BACKLOG = 1024;

    @Option(names = "--transport", required = true)
    private IocpNotifyTransport transport;

    @Option(names = "--threads", required = true)
    private int threads;

    private ServerContext context;
    private GroupRounds rounds;
    private ServerState state;
    private String ports;

    public static void main(String... args) {
        System.exit(new CommandLine(new SoakServer()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        EventLoopGroup group = transport.newGroup(threads);
        EventLoopGroup second = transport.newGroup(2);
        context = new ServerContext(transport, group, second, Pattern.newFile());
        rounds = new GroupRounds(context);
        state = new ServerState(context, rounds);
        try {
            SslContext tls = TlsContexts.ofServer(SslProvider.JDK);
            ports = port(listen(null)) + " " + port(listen(tls)) + ' ' + port(new Bootstrap().group(group)
                    .channel(transport.datagramChannel()).handler(new DatagramEcho(context.failures)).bind(0));
            // Not System.in: its buffer asks how much is there already, which pipes under Wine do not answer.
            BufferedReader in = new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in),
                    StandardCharsets.UTF_8));
            System.out.println("ready " + transport.provider());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(answer(line.trim().split(" ")));
            }
        } finally {
            rounds.rest();
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
            second.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
        return 0;
    }

    /**
     * @param tls {@code null} for none
     */
    private ChannelFuture listen(SslContext tls) {
        return new ServerBootstrap().group(context.group).channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel ch) {
                        if (tls != null) {
                            ch.pipeline().addLast(tls.newHandler(ch.alloc()));
                        }
                        ch.pipeline().addLast(new AnnouncementReader(context));
                    }
                }).bind(0);
    }

    private static int port(ChannelFuture bound) throws InterruptedException {
        return ((InetSocketAddress) bound.sync().channel().localAddress()).getPort();
    }

    private String answer(String[] words) {
        try {
            switch (words[0]) {
                case "ports":
                    return "ports " + ports;
                case "groups":
                    rounds.start();
                    return "begun";
                case "failures":
                    return "failures " + context.failures.text().replace('\n', '|');
                case "sample":
                    rounds.rest();
                    return "sample " + state.whenOpen(Integer.parseInt(words[1]));
                case "resume":
                    rounds.resume();
                    return "resumed";
                case "end":
                    context.failures.end();
                    return "ending";
                default:
                    return "failed no such command";
            }
        } catch (Exception e) {
            e.printStackTrace();
            return "failed " + e;
        }
    }
}
