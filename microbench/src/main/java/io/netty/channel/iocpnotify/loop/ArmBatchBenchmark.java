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
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.winsock.ArmBatch;
import io.netty.channel.iocpnotify.winsock.CompletionKey;
import io.netty.channel.iocpnotify.winsock.Native;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/**
 * One socket's place in the arms of a call: filled in, its result looked at, cleared. In a Windows JVM only, because
 * the layout of the batch is asked from C.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ArmBatchBenchmark {

    private static final int ARMS = 64;

    private final SocketRegistration[] owners = new SocketRegistration[ARMS];
    private ArmBatch batch;

    @Setup
    public void allocate() {
        IocpNotify.ensureAvailability();
        batch = new ArmBatch(ARMS);
        for (int i = 0; i < ARMS; i++) {
            owners[i] = new SocketRegistration(null, new BenchmarkHandle(), CompletionKey.ofRegistration(i, 0));
        }
    }

    @TearDown
    public void free() {
        batch.free();
    }

    @Benchmark
    @OperationsPerInvocation(ARMS)
    public int fillAndLook() {
        for (SocketRegistration owner : owners) {
            batch.enable(owner, Native.REGISTER_EVENT_IN | Native.REGISTER_EVENT_HANGUP);
        }
        int failures = 0;
        for (int i = 0; i < ARMS; i++) {
            failures |= batch.result(i);
        }
        batch.clear();
        return failures;
    }
}
