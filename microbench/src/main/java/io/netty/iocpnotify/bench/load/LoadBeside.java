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

import io.netty.util.concurrent.DefaultThreadFactory;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A load that runs beside the one that is measured, while that runs, in a thread of its own: so it does not keep the
 * measured one from seeing its answers in time. Used by one thread, which is the only one to touch the load between two
 * runs; what it submits, and what it waits for, orders both.
 */
public final class LoadBeside implements Closeable {

    private static final int END_SECONDS = 60;

    private final Load load;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            new DefaultThreadFactory("load-beside", true));
    private Future<?> run;
    /** Of the window. */
    private long cpuNanos;

    /**
     * @param load {@code null} if nothing is to run beside
     */
    public LoadBeside(Load load) {
        this.load = load;
    }

    public void open() throws IOException {
        if (load != null) {
            load.open();
        }
    }

    public void start() throws IOException {
        if (load != null) {
            load.start();
        }
    }

    public void beginWindow() {
        if (load != null) {
            load.beginWindow();
            cpuNanos = 0;
        }
    }

    /** As {@link Load#run}, but returns at once. */
    public void begin(long nanos) {
        if (load != null) {
            run = thread.submit(() -> {
                ThreadMXBean threads = ManagementFactory.getThreadMXBean();
                long before = threads.getCurrentThreadCpuTime();
                load.run(nanos);
                cpuNanos += threads.getCurrentThreadCpuTime() - before;
                return null;
            });
        }
    }

    /** As {@link Load#resume}, but returns at once. */
    public void resume(long nanos) {
        if (load != null) {
            run = thread.submit(() -> {
                load.resume(nanos);
                return null;
            });
        }
    }

    /** Waits until what was begun is over. */
    public void await() throws IOException {
        if (load == null) {
            return;
        }
        try {
            run.get();
        } catch (ExecutionException e) {
            throw new IOException("beside: " + e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("beside").initCause(e);
        }
    }

    /** What the window measured; only if something runs beside. */
    LoadResult result() {
        return load.result();
    }

    /** Answers in a second of the window, 0 if nothing runs beside. */
    public double rate() {
        return load == null ? 0 : load.result().rate();
    }

    /** Processor time for each answer of the window, in microseconds; 0 if nothing runs beside. */
    public double cpuMicros() {
        return load == null ? 0 : cpuNanos / 1e3 / load.result().answers();
    }

    @Override
    public void close() throws IOException {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the load beside does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (load != null) {
            load.close();
        }
    }
}
