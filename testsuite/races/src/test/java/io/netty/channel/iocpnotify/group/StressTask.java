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
package io.netty.channel.iocpnotify.group;

import java.util.Queue;

/**
 * A task that knows what became of it. Its fields are plain: an arbiter reads them, when both actors are done.
 */
final class StressTask implements Runnable {
    private int runs;
    private boolean rejected;

    /** What an event loop does with a task, up to the point where it would be a matter of waking somebody. */
    void submit(StrandShutdown shutdown, Queue<Runnable> tasks) {
        tasks.add(this);
        rejected = shutdown.missed(this, tasks);
    }

    /** Terminates, and runs what a strand runs last. */
    static void runLast(StrandShutdown shutdown, Queue<Runnable> tasks) {
        for (Runnable task : shutdown.terminate(tasks)) {
            task.run();
        }
    }

    @Override
    public void run() {
        runs++;
    }

    String outcome() {
        switch (runs) {
            case 0:
                return rejected ? "rejected" : "neither";
            case 1:
                return rejected ? "both" : "run";
            default:
                return runs + " times";
        }
    }
}
