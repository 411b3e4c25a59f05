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

import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import com.sun.management.ThreadMXBean;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * The server that is measured. It does what the lines of its standard input say, and answers each with one line:
 * <pre>
 *   start echo name=value...   port 40001
 *   connections                connections 64
 *   memory                     memory heap=BYTES committed=BYTES
 *   calls                      calls recv=NUMBER send=NUMBER...
 *   work                       work sleeps=NUMBER allocated=BYTES
 *   stop                       stopped
 * </pre>
 * or {@code failed REASON}. It ends with its standard input.
 */
@Command(name = "BenchServer")
public final class BenchServer implements Callable<Integer> {

    private static final long SPARE_AFTER_MILLIS = 5;

    @Option(names = "--transport", required = true, description = "A transport of Netty's, or aio, or loom.")
    private String transport;

    @Option(names = "--threads", required = true)
    private int threads;

    @Option(names = "--strands", description = "Of the shared port, in all.")
    private int strands;

    @Option(names = "--accepts", description = "How many AcceptEx a listener keeps outstanding.")
    private int accepts;

    @Option(names = "--spares", description = "How many spare threads, each after 5 ms in which no run ended.")
    private int spares;

    @Option(names = "--count-calls", description = "The library that counts native calls.")
    private String callCounters;

    private Host host;
    private RunningService running;

    public static void main(String... args) {
        System.exit(new CommandLine(new BenchServer()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (callCounters != null) {
            CallCounters.install(callCounters);
        }
        host = newHost();
        try {
            // Not System.in: its buffer asks how much is there already, which pipes under Wine do not answer.
            BufferedReader in = new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in),
                    StandardCharsets.UTF_8));
            System.out.println("ready " + host.provider());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println(answer(Arrays.asList(line.trim().split(" "))));
            }
        } finally {
            host.close();
        }
        return 0;
    }

    private Host newHost() throws IOException {
        switch (transport) {
            case "aio":
                return new AioHost(threads);
            case "selector":
                return new SelectorHost(threads);
            case "loom":
                return new VirtualThreadHost();
            default:
                IocpNotifyTransport netty = IocpNotifyTransport.valueOf(transport.toUpperCase(Locale.ROOT));
                return new NettyHost(netty, newGroup(netty), accepts);
        }
    }

    private EventLoopGroup newGroup(IocpNotifyTransport netty) {
        if (netty != IocpNotifyTransport.IOCPNOTIFY) {
            return netty.newGroup(threads);
        }
        return IocpNotifyEventLoopGroup.newBuilder().threads(threads).strands(strands)
                .spareThreads(spares, SPARE_AFTER_MILLIS, TimeUnit.MILLISECONDS).build();
    }

    private String answer(List<String> words) {
        try {
            switch (words.get(0)) {
                case "start":
                    running = host.start(words.get(1), new Parameters(words.subList(2, words.size())));
                    return "port " + running.port();
                case "connections":
                    return "connections " + running.connections();
                case "memory":
                    return "memory " + ServerMemory.afterCollection();
                case "calls":
                    return calls();
                case "work":
                    return "work sleeps=" + CallCounters.sleeps() + " allocated=" + allocatedBytes();
                case "stop":
                    running.close();
                    return "stopped";
                default:
                    return "failed no such command";
            }
        } catch (Exception e) {
            e.printStackTrace();
            return "failed " + e;
        }
    }

    /** By all threads that live but the one that answers. */
    private static long allocatedBytes() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long all = 0;
        for (long id : threads.getAllThreadIds()) {
            if (id != Thread.currentThread().getId()) {
                all += Math.max(0, threads.getThreadAllocatedBytes(id));
            }
        }
        return all;
    }

    private String calls() {
        StringBuilder calls = new StringBuilder("calls");
        if (callCounters != null) {
            String[] names = CallCounters.names();
            long[] counts = CallCounters.counts();
            for (int i = 0; i < names.length; i++) {
                calls.append(' ').append(names[i]).append('=').append(counts[i]);
            }
        }
        return calls.toString();
    }
}
