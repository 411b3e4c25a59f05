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
package io.netty.channel.iocpnotify.loop;

import io.netty.channel.iocpnotify.BenchmarkHandle;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * From a packet's key to its registration, over as many sockets as a server may have, in no order; and what a
 * connection that comes and goes costs the table.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RegistrationTableBenchmark {

    private static final int KEYS = 4096;

    @Param({"64", "50000"})
    public int sockets;

    private final RegistrationTable table = new RegistrationTable();
    private final long[] keys = new long[KEYS];
    private int next;

    @Setup
    public void fill() {
        long[] all = new long[sockets];
        for (int i = 0; i < sockets; i++) {
            all[i] = publish();
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < KEYS; i++) {
            keys[i] = all[random.nextInt(sockets)];
        }
    }

    private long publish() {
        long key = table.reserve();
        table.publish(new SocketRegistration(null, new BenchmarkHandle(), key));
        return key;
    }

    @Benchmark
    public Object find() {
        return table.find(keys[next++ & KEYS - 1]);
    }

    @Benchmark
    public long comeAndGo() {
        long key = publish();
        table.release(key);
        return key;
    }
}
