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
package io.netty.iocpnotify.fuzz;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Runs a program once on a lane.
 */
final class ProgramRun {

    /** How often each loop is passed through before what is at rest is looked at. */
    private static final int SETTLING_ROUNDS = 2;

    private final Plan plan;
    private final Bell bell;
    private final Complaints complaints = new Complaints();
    private final Results results;
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private final Actions actions;
    private final Links links;
    private final List<Endpoint> endpoints = new ArrayList<Endpoint>();
    private final List<Channel> listeners = new ArrayList<Channel>();
    private final Outcome outcome = new Outcome();
    /** Groups of the phase that have not been called yet. */
    private final AtomicInteger uncalled = new AtomicInteger();

    ProgramRun(Plan plan, Lane lane, long limitBeats) {
        this.plan = plan;
        bell = new Bell(limitBeats);
        results = new Results(bell);
        actions = new Actions(lane, results, complaints);
        links = new Links(lane, allocator, bell);
    }

    /** The program stands still, and has not come to rest. */
    private static final class StuckException extends Exception {
        private static final long serialVersionUID = 1;

        StuckException(String what) {
            super(what);
        }
    }

    Outcome run() throws InterruptedException {
        try {
            open();
            settle();
            for (int i = 0; i < plan.phases.size(); i++) {
                run(i);
            }
            end();
        } catch (StuckException e) {
            outcome.stuck = e.getMessage();
            outcome.threads = ThreadDump.all();
            abandon();
        }
        outcome.complaints.addAll(complaints.all());
        return outcome;
    }

    private void await(BooleanSupplier condition, Supplier<String> what) throws InterruptedException, StuckException {
        if (!bell.await(condition)) {
            throw new StuckException(what.get());
        }
    }

    private void open() throws InterruptedException, StuckException {
        for (int i = 0; i < plan.program.links.size(); i++) {
            LinkSpec spec = plan.program.links.get(i);
            Endpoint client = new Endpoint(i, true, spec, plan.moves(i, true), complaints, bell);
            Endpoint server = new Endpoint(i, false, spec, plan.moves(i, false), complaints, bell);
            client.peer = server;
            server.peer = client;
            try {
                Channel listener = links.open(client, server);
                if (listener != null) {
                    listeners.add(listener);
                }
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception e) {
                // What sync() throws is declared nowhere.
                throw new StuckException("link " + i + " does not open: " + e);
            } finally {
                if (client.channel != null && server.channel != null) {
                    endpoints.add(client);
                    endpoints.add(server);
                }
            }
        }
    }

    private Endpoint endpoint(int link, boolean client) {
        return endpoints.get(link * 2 + (client ? 0 : 1));
    }

    private void run(int number) throws InterruptedException, StuckException {
        PlannedPhase phase = plan.phases.get(number);
        int[] before = new int[endpoints.size()];
        for (int i = 0; i < before.length; i++) {
            before[i] = endpoints.get(i).incoming.received();
        }
        uncalled.set(phase.groups.size());
        for (PlannedGroup group : phase.groups) {
            if (group.origin != Origin.OUT) {
                begin(group);
            }
        }
        for (PlannedGroup group : phase.groups) {
            if (group.origin == Origin.OUT) {
                call(group);
            }
        }
        await(() -> uncalled.get() == 0, () -> "phase " + number + ": not all operations were called");
        await(() -> areMoved(phase), () -> "phase " + number + ": a change of loops is not over: " + results.pending());
        for (int i = 0; i < endpoints.size(); i++) {
            Endpoint endpoint = endpoints.get(i);
            Rest rest = restOf(phase, endpoint);
            if (rest != null) {
                int had = before[i];
                await(() -> isAtRest(endpoint, rest, had), () -> "phase " + number + ": " + endpoint.name() + " is " +
                        describe(endpoint) + ", expected " + (rest.open ? "open" : "closed") +
                        (rest.readsAll ? " with " + rest.received : rest.readsMore ? " with more than " + had : "") +
                        (rest.inputShut ? " and its input shut" : ""));
            }
        }
        settle();
        for (int i = 0; i < endpoints.size(); i++) {
            Rest rest = restOf(phase, endpoints.get(i));
            if (rest != null) {
                note(number, endpoints.get(i), rest, before[i]);
            }
        }
        for (PlannedGroup group : phase.groups) {
            for (PlannedOp op : group.ops) {
                if (phase.rests.get(group.link) != null &&
                        restOf(phase, endpoint(group.link, group.client)).sendsAll) {
                    outcome.facts.put(op.name, results.of(op.name));
                }
            }
        }
    }

    private static Rest restOf(PlannedPhase phase, Endpoint endpoint) {
        Rest[] rests = phase.rests.get(endpoint.link);
        return rests == null ? null : rests[endpoint.isClient ? 0 : 1];
    }

    private static String describe(Endpoint endpoint) {
        return endpoint.state(false) + " with " + endpoint.incoming.received() + " " + endpoint.probe.log.lives() +
                endpoint.probe.log.failures();
    }

    private static boolean isAtRest(Endpoint endpoint, Rest rest, int before) {
        if (rest.readsAll && endpoint.incoming.received() < rest.received ||
                rest.readsMore && endpoint.incoming.received() <= Math.min(before, rest.sent - 1)) {
            return false;
        }
        if (!rest.open) {
            return endpoint.isOver();
        }
        return !rest.inputShut || endpoint.probe.log.count("input read") > 0 || !endpoint.channel.isOpen();
    }

    private boolean areMoved(PlannedPhase phase) {
        for (PlannedGroup group : phase.groups) {
            for (PlannedOp op : group.ops) {
                if ((op.op.kind == OpKind.MOVE || op.op.kind == OpKind.REFUSED || op.op.kind == OpKind.TASKS ||
                        op.op.kind == OpKind.SCHEDULE) && results.of(op.name).equals("pending")) {
                    return false;
                }
            }
        }
        return true;
    }

    private void note(int phase, Endpoint endpoint, Rest rest, int before) {
        String name = phase + "/" + endpoint.name() + " ";
        outcome.facts.put(name + "state", endpoint.state(rest.isWritable));
        outcome.facts.put(name + "life", endpoint.probe.log.lives());
        outcome.facts.put(name + "user events", endpoint.probe.log.users());
        outcome.facts.put(name + "exceptions", endpoint.probe.log.failures());
        int received = endpoint.incoming.received();
        if (rest.readsAll) {
            outcome.facts.put(name + "received", endpoint.incoming.content());
            if (received > rest.received) {
                complaints.add(endpoint.name() + ": received more than was sent");
            }
        }
        if (rest.readsNothing && received > before) {
            complaints.add(endpoint.name() + ": read though auto-read is off and nobody asked, in phase " + phase);
        }
    }

    /** Has the group called from where its origin says. */
    private void begin(PlannedGroup group) {
        Endpoint at = endpoint(group.link, group.client);
        switch (group.origin) {
        case LOOP:
            execute(at, () -> call(group));
            break;
        case PEER:
            execute(at.peer, () -> call(group));
            break;
        case LISTENER:
            actions.write(at, "direct", group.triggerPlace, PlannedGroup.TRIGGER).addListener(f -> call(group));
            at.channel.flush();
            break;
        case READ:
            at.probe.atNextRead(() -> call(group));
            trigger(at.peer, group.triggerPlace);
            break;
        case COMPLETE:
            at.probe.atNextReadComplete(() -> call(group));
            trigger(at.peer, group.triggerPlace);
            break;
        default:
            throw new AssertionError(group.origin);
        }
    }

    private void execute(Endpoint at, Runnable action) {
        try {
            at.channel.eventLoop().execute(action);
        } catch (RejectedExecutionException e) {
            complaints.add(at.name() + ": its loop takes no tasks");
        }
    }

    private void trigger(Endpoint from, int place) {
        actions.write(from, "direct", place, PlannedGroup.TRIGGER);
        from.channel.flush();
    }

    private void call(PlannedGroup group) {
        try {
            for (PlannedOp op : group.ops) {
                actions.perform(op, endpoint(group.link, group.client));
            }
        } finally {
            uncalled.decrementAndGet();
            bell.ring();
        }
    }

    private void settle() throws InterruptedException, StuckException {
        for (int round = 0; round < SETTLING_ROUNDS; round++) {
            AtomicInteger left = new AtomicInteger(endpoints.size());
            for (Endpoint endpoint : endpoints) {
                execute(endpoint, () -> {
                    left.decrementAndGet();
                    bell.ring();
                });
            }
            await(() -> left.get() == 0, () -> "a loop does not run its tasks");
        }
    }

    /** Has all arrive that was sent, closes everything, and holds what is left against the invariants. */
    private void end() throws InterruptedException, StuckException {
        PlannedPhase last = plan.phases.isEmpty() ? null : plan.phases.get(plan.phases.size() - 1);
        for (Endpoint endpoint : endpoints) {
            Rest rest = last == null ? null : restOf(last, endpoint);
            if (rest != null && rest.open) {
                endpoint.channel.config().setAutoRead(true);
            }
        }
        for (Endpoint endpoint : endpoints) {
            Rest rest = last == null ? null : restOf(last, endpoint);
            Rest peers = last == null ? null : restOf(last, endpoint.peer);
            if (rest != null && rest.open && peers.open) {
                int expected = plan.sentTo(endpoint.link, endpoint.isClient);
                await(() -> endpoint.incoming.received() >= expected,
                        () -> "at the end " + endpoint.name() + " is " + describe(endpoint) + ", expected " + expected);
                outcome.facts.put("end/" + endpoint.name() + " received", endpoint.incoming.content());
            }
        }
        for (Channel listener : listeners) {
            listener.close();
        }
        List<ChannelFuture> closed = new ArrayList<ChannelFuture>();
        for (Endpoint endpoint : endpoints) {
            closed.add(endpoint.channel.close());
        }
        for (ChannelFuture future : closed) {
            future.addListener(f -> bell.ring());
        }
        for (int i = 0; i < closed.size(); i++) {
            ChannelFuture future = closed.get(i);
            Endpoint endpoint = endpoints.get(i);
            await(() -> future.isDone() && endpoint.isOver(),
                    () -> "at the end " + endpoint.name() + " does not close: " + describe(endpoint));
            String fault = endpoint.probe.log.fault(endpoint.moves);
            if (fault != null) {
                complaints.add(endpoint.name() + ": " + fault);
            }
            await(endpoint.probe::hasCaughtAll,
                    () -> "at the end a handler's exception has not come back to " + endpoint.name());
        }
        for (Channel listener : listeners) {
            await(() -> listener.closeFuture().isDone() && !listener.isRegistered(),
                    () -> "at the end a listener does not close");
        }
        await(() -> results.pending() == null, () -> "at the end a promise is not complete: " + results.pending());
        await(() -> allocator.metric().usedDirectMemory() == 0 && allocator.metric().usedHeapMemory() == 0,
                () -> "at the end buffers are not released: " + allocator.metric());
        await(() -> !actions.isAnythingHeld(), () -> "at the end what was written is not released");
        for (int i = 0; i < plan.phases.size(); i++) {
            for (PlannedGroup group : plan.phases.get(i).groups) {
                for (PlannedOp op : group.ops) {
                    if (plan.isCompared(plan.phases.size() - 1, group.link)) {
                        outcome.facts.put("end/" + op.name, results.of(op.name));
                    }
                }
            }
        }
    }

    /** What is stuck must not be in the way of the next program. */
    private void abandon() {
        for (Channel listener : listeners) {
            listener.close();
        }
        for (Endpoint endpoint : endpoints) {
            endpoint.channel.close();
        }
    }
}
