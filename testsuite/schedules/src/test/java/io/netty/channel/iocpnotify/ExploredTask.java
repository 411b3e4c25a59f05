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
package io.netty.channel.iocpnotify;

import java.util.concurrent.RejectedExecutionException;

/** A task that one thread submits once. */
final class ExploredTask implements Runnable {

    private final ExploredLoop loop;
    private final int producer;
    private Runnable then;
    private boolean isOrdered = true;
    private int number;
    private boolean accepted;
    private boolean rejected;
    private int runs;

    ExploredTask(ExploredLoop loop, int producer) {
        this.loop = loop;
        this.producer = producer;
    }

    ExploredLoop loop() {
        return loop;
    }

    void then(Runnable then) {
        this.then = then;
    }

    /** Whether it runs before those that the same thread submits later. One with a delay, or of a task, may not. */
    void isOrdered(boolean isOrdered) {
        this.isOrdered = isOrdered;
    }

    void submit(Runnable submission) {
        if (isOrdered) {
            number = loop.submit(producer);
        }
        try {
            submission.run();
            accepted = true;
        } catch (RejectedExecutionException e) {
            rejected = true;
        }
    }

    @Override
    public void run() {
        loop.enter();
        if (++runs != 1) {
            loop.world().fail("a task ran twice");
        }
        if (rejected) {
            loop.world().fail("a task ran that was rejected");
        }
        if (isOrdered) {
            loop.ran(producer, number);
        }
        if (then != null) {
            then.run();
        }
        loop.leave();
    }

    /** Whether it is still to be run. At the end of the loop what was scheduled is cancelled. */
    boolean isPending() {
        return accepted && runs == 0 && (isOrdered || !loop.loop().isShuttingDown());
    }

    /**
     * For when all threads wait.
     *
     * @param isOpen whether nobody has ended the group
     */
    void check(boolean isOpen) {
        if (isPending()) {
            loop.world().fail("a task was taken and never ran");
        }
        if (isOpen && rejected) {
            loop.world().fail("a task was rejected by an open event loop");
        }
        if (rejected && runs != 0) {
            loop.world().fail("a task ran that was rejected");
        }
    }
}
