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

/** An event loop, and who is in it. */
final class ExploredLoop {

    private final World world;
    private final IocpNotifyEventLoop loop;
    /** The number of the last ordered task of each producer that has run. */
    private final int[] lastRun;
    private final int[] submitted;
    private Thread runner;

    ExploredLoop(World world, IocpNotifyEventLoop loop, int producers) {
        this.world = world;
        this.loop = loop;
        lastRun = new int[producers];
        submitted = new int[producers];
    }

    World world() {
        return world;
    }

    IocpNotifyEventLoop loop() {
        return loop;
    }

    int submit(int producer) {
        return ++submitted[producer];
    }

    /** Some code of the loop begins. Other threads may run inside of it. */
    void enter() {
        if (runner != null) {
            world.fail("an event loop is run by " + runner.getName() + " and " + Thread.currentThread().getName());
        }
        if (!loop.inEventLoop()) {
            world.fail("code of an event loop runs outside of it");
        }
        runner = Thread.currentThread();
        World.step();
    }

    void leave() {
        if (runner != Thread.currentThread()) {
            world.fail("an event loop changed its thread in the middle");
        }
        runner = null;
    }

    void ran(int producer, int number) {
        if (lastRun[producer] >= number) {
            world.fail("tasks of one thread ran in another order");
        }
        lastRun[producer] = number;
    }
}
