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

import io.netty.channel.iocpnotify.winsock.PlainPort;
import io.netty.util.concurrent.Future;
import org.pastalab.fray.core.RunContext;
import org.pastalab.fray.core.ThreadContext;
import org.pastalab.fray.core.concurrency.operations.LockBlocked;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A group at work, drawn from a seed: up to four carriers, three event loops, two threads that submit tasks, and peers
 * that write to sockets. The group is ended when all is at rest, or in the middle of it.
 */
final class Scenario {

    private static final int LOOPS = 3;
    private static final int PRODUCERS = 2;
    /** As long as some ten steps. */
    private static final long SHORT_RUN_NANOS = 10000;

    private final Random random;
    private final World world;
    private final Schedule schedule;
    private final int carriers;
    private final boolean endsInTheMiddle;
    private final List<Thread> carrierThreads = new ArrayList<Thread>();
    private final List<ExploredLoop> loops = new ArrayList<ExploredLoop>();
    private final List<ExploredTask> tasks = new ArrayList<ExploredTask>();
    private final List<ExploredSocket> sockets = new ArrayList<ExploredSocket>();
    private IocpNotifyEventLoopGroup group;

    Scenario(long seed, RunContext context) {
        random = Schedule.random(seed, 2);
        carriers = 1 + random.nextInt(4);
        endsInTheMiddle = random.nextInt(3) == 0;
        world = new World(random.nextBoolean() ? "system" : "afd", context);
        List<String> names = new ArrayList<String>();
        for (int i = 0; i < PRODUCERS; i++) {
            // Twice, as they are the ones that have no right to hold up others.
            names.add("producer-" + i);
            names.add("producer-" + i);
        }
        names.add("peers");
        if (endsInTheMiddle) {
            names.add("main");
        }
        for (int i = 0; i < carriers; i++) {
            names.add("carrier-" + i);
        }
        schedule = new Schedule(seed, world, this::restWithout, names.toArray(new String[0]));
        world.schedule(schedule);
    }

    Schedule schedule() {
        return schedule;
    }

    void run() {
        World.begin(world);
        IocpNotifyEventLoopGroup.Builder builder = IocpNotifyEventLoopGroup.newBuilder().threads(carriers)
                .threadFactory(this::newCarrierThread);
        if (carriers > 1) {
            builder.strands(LOOPS);
        }
        // Small, so that runs are cut short as well.
        builder.settings().eventsPerRun = 1 + random.nextInt(3);
        builder.settings().packetsPerCall = 1 + random.nextInt(4);
        builder.settings().taskQuantumNanos = random.nextInt(3) * SHORT_RUN_NANOS;
        builder.settings().eventQuantumNanos = random.nextInt(3) * SHORT_RUN_NANOS;
        group = builder.build();
        for (int i = 0; i < (carriers > 1 ? LOOPS : 1); i++) {
            loops.add(new ExploredLoop(world, (IocpNotifyEventLoop) group.next(), PRODUCERS));
        }
        List<Thread> threads = new ArrayList<Thread>();
        for (int i = 0; i < PRODUCERS; i++) {
            threads.add(producer(i));
        }
        threads.add(peers());
        for (Thread thread : threads) {
            thread.start();
        }
        if (endsInTheMiddle) {
            for (int i = random.nextInt(200); i > 0; i--) {
                World.step();
            }
        } else {
            schedule.awaitRest();
            check();
        }
        Future<?> ended = group.shutdownGracefully(random.nextInt(2), 5, TimeUnit.MILLISECONDS);
        schedule.awaitRest();
        checkEnd(ended);
    }

    private Thread newCarrierThread(Runnable carrier) {
        Thread thread = new Thread(carrier, "carrier-" + carrierThreads.size());
        carrierThreads.add(thread);
        return thread;
    }

    // ---- who brings work ----

    private Thread producer(int producer) {
        List<Runnable> actions = new ArrayList<Runnable>();
        for (int i = 2 + random.nextInt(4); i > 0; i--) {
            actions.add(action(producer));
        }
        return new Thread(() -> actions.forEach(Runnable::run), "producer-" + producer);
    }

    private Runnable action(int producer) {
        ExploredLoop loop = anyLoop();
        ExploredTask task = new ExploredTask(loop, producer);
        tasks.add(task);
        switch (random.nextInt(6)) {
        case 0:
            long delayMicros = random.nextInt(3000);
            task.isOrdered(false);
            return () -> task.submit(() -> loop.loop().schedule(task, delayMicros, TimeUnit.MICROSECONDS));
        case 1:
            // A task that submits one to another loop, and one to its own.
            ExploredLoop otherLoop = anyLoop();
            ExploredTask other = new ExploredTask(otherLoop, producer);
            ExploredTask own = new ExploredTask(loop, producer);
            other.isOrdered(false);
            own.isOrdered(false);
            tasks.add(other);
            tasks.add(own);
            task.then(() -> {
                other.submit(() -> otherLoop.loop().execute(other));
                own.submit(() -> loop.loop().execute(own));
            });
            return () -> task.submit(() -> loop.loop().execute(task));
        default:
            return () -> task.submit(() -> loop.loop().execute(task));
        }
    }

    private ExploredLoop anyLoop() {
        return loops.get(random.nextInt(loops.size()));
    }

    private Thread peers() {
        int count = 1 + random.nextInt(3);
        List<Runnable> actions = new ArrayList<Runnable>();
        for (int i = 0; i < count; i++) {
            ExploredSocket socket = new ExploredSocket(world, anyLoop(), 100 + i, random.nextInt(3));
            sockets.add(socket);
            actions.add(socket::register);
        }
        for (int i = random.nextInt(6); i > 0; i--) {
            actions.add(sockets.get(random.nextInt(count))::arrive);
        }
        if (random.nextInt(3) == 0) {
            actions.add(sockets.get(0)::cancel);
        }
        return new Thread(() -> actions.forEach(Runnable::run), "peers");
    }

    // ---- what must be so ----

    private PlainPort port() {
        return world.port(0);
    }

    /** All threads but one wait. */
    private void restWithout(ThreadContext stopped, Collection<ThreadContext> threads) {
        Thread thread = stopped.getThread();
        boolean isLocked = false;
        for (ThreadContext other : threads) {
            if (other.getPendingOperation() instanceof LockBlocked) {
                isLocked = true;
                // A thread that submits may wait for the run that ends an event loop.
                if (carrierThreads.contains(other.getThread()) && !isInRun(thread) &&
                        !Known.START.holds(other.getThread())) {
                    world.fail(other.getThread().getName() + " waits for a lock that " + thread.getName() +
                            " has, which does not run");
                }
            }
        }
        int held = 0;
        for (ExploredLoop loop : loops) {
            // The rest of the loop that it runs has to wait.
            if (isPending(loop) && !loop.loop().inEventLoop(thread)) {
                held++;
            }
        }
        if (held != 0 && !isLocked && !mayHold(thread, held)) {
            world.fail(held + " event loops have work and wait for " + thread.getName() + ", which does not run");
        }
    }

    private boolean isInRun(Thread thread) {
        for (ExploredLoop loop : loops) {
            if (loop.loop().inEventLoop(thread)) {
                return true;
            }
        }
        return false;
    }

    private boolean mayHold(Thread thread, int held) {
        if (carrierThreads.contains(thread)) {
            return held == 1 || Known.CARRIER.holds(thread);
        }
        return Known.START.holds(thread);
    }

    private boolean isPending(ExploredLoop loop) {
        for (ExploredTask task : tasks) {
            if (task.loop() == loop && task.isPending()) {
                return true;
            }
        }
        for (ExploredSocket socket : sockets) {
            if (socket.loop() == loop && socket.isPending()) {
                return true;
            }
        }
        return false;
    }

    /** All threads wait, and none is stopped. */
    private void check() {
        for (ExploredTask task : tasks) {
            task.check(true);
        }
        for (ExploredSocket socket : sockets) {
            socket.check();
        }
        IocpNotifyMetrics metrics = group.metrics();
        if (metrics.queuedEventLoops() != 0 || metrics.pendingTasks() != 0) {
            world.fail("all carriers wait, and there is work: " + metrics.text());
        }
        if (port().packets() != 0) {
            world.fail("all carriers wait, and there are packets");
        }
    }

    private void checkEnd(Future<?> ended) {
        for (ExploredTask task : tasks) {
            task.check(false);
        }
        for (Thread thread : carrierThreads) {
            if (thread.isAlive()) {
                world.fail(thread.getName() + " does not end");
            }
        }
        if (!ended.isDone() || !ended.isSuccess()) {
            world.fail("the group does not end: " + ended);
        }
        if (!port().isClosed()) {
            world.fail("the port is not closed");
        }
        if (!world.memory().isEmpty()) {
            world.fail("memory was not freed");
        }
    }
}
