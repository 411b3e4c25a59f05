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
package io.netty.iocpnotify.faults;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;

/** The threads whose names begin like those of the loops, and whether they rest. */
final class LoopThreads {

    /** Of all of them, in {@link #REST_MILLIS}. */
    private static final long REST_CPU_MILLIS = 60;
    private static final long REST_MILLIS = 400;
    private static final int REST_TRIES = 5;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final String prefix;

    LoopThreads(String prefix) {
        this.prefix = prefix;
    }

    /** Where they are. */
    String stacks() {
        StringBuilder text = new StringBuilder();
        for (ThreadInfo thread : THREADS.dumpAllThreads(false, false)) {
            if (!thread.getThreadName().startsWith(prefix)) {
                continue;
            }
            text.append('\n').append(thread.getThreadName()).append(' ').append(thread.getThreadState());
            for (StackTraceElement element : thread.getStackTrace()) {
                text.append("\n    ").append(element);
            }
        }
        return text.toString();
    }

    /** Waits until they compute no more; returns what is wrong if they do not stop, else {@code null}. */
    String awaitRest() throws InterruptedException {
        long used = 0;
        for (int i = 0; i < REST_TRIES; i++) {
            long before = cpuNanos();
            Thread.sleep(REST_MILLIS);
            used = TimeUnit.NANOSECONDS.toMillis(cpuNanos() - before);
            if (used <= REST_CPU_MILLIS) {
                return null;
            }
        }
        return "at rest the loops have used " + used + " ms in " + REST_MILLIS + " ms" + stacks();
    }

    private long cpuNanos() {
        long nanos = 0;
        boolean found = false;
        for (long id : THREADS.getAllThreadIds()) {
            ThreadInfo info = THREADS.getThreadInfo(id);
            if (info != null && info.getThreadName().startsWith(prefix)) {
                nanos += Math.max(0, THREADS.getThreadCpuTime(id));
                found = true;
            }
        }
        if (!found) {
            throw new IllegalStateException("no thread has a name that begins with " + prefix);
        }
        return nanos;
    }
}
