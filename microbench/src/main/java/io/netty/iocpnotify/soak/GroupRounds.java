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

import java.util.concurrent.atomic.AtomicLong;

/**
 * Groups of event loops that begin, work and end, one after the other in a thread of their own, with pauses when asked
 * for.
 */
final class GroupRounds implements Runnable {

    private static final long PAUSE_MILLIS = 2000;

    private final ServerContext context;
    private final AtomicLong rounds = new AtomicLong();
    private boolean working;
    private boolean resting;

    GroupRounds(ServerContext context) {
        this.context = context;
    }

    void start() {
        Thread thread = new Thread(this, "group-rounds");
        thread.setDaemon(true);
        thread.start();
    }

    long rounds() {
        return rounds.get();
    }

    /** Waits until the round that is under way is over; no other one begins. */
    synchronized void rest() throws InterruptedException {
        resting = true;
        while (working) {
            wait();
        }
    }

    synchronized void resume() {
        resting = false;
        notifyAll();
    }

    private synchronized void begin() throws InterruptedException {
        while (resting) {
            wait();
        }
        working = true;
    }

    private synchronized void end() {
        working = false;
        notifyAll();
    }

    @Override
    public void run() {
        try {
            while (context.failures.isEmpty()) {
                begin();
                try {
                    new GroupRound(context, rounds.getAndIncrement()).run();
                } finally {
                    end();
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            context.failures.add("group " + rounds, e);
        }
    }
}
