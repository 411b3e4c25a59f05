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

import io.netty.channel.iocpnotify.loop.PortHandle.OverlappedHandle;
import io.netty.channel.iocpnotify.winsock.CompletionPort;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/** The completion keys of one event loop. Used by the loop alone, except where a method says otherwise. */
public final class LoopCompletions {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(LoopCompletions.class);

    /** How much later than necessary a loop is suspended at most. */
    private static final long AWAKE_CHECK_MILLIS = 100;

    final LoopRegistrations loop;
    public final CompletionPort port;
    private final RegistrationTable table;
    private Set<CompletionRegistration> open = IdentitySets.empty();
    /** {@code null} if the loop is none of Netty's own: the others are never suspended. */
    private final SingleThreadEventExecutor suspendable;
    /** Runs from time to time while {@link #stayAwake} holds; {@code null} while it does not. */
    private Future<?> awakeCheck;

    LoopCompletions(LoopRegistrations loop, Executor executor, CompletionPort port, RegistrationTable table) {
        this.loop = loop;
        this.port = port;
        this.table = table;
        suspendable = executor instanceof SingleThreadEventExecutor ? (SingleThreadEventExecutor) executor : null;
    }

    public CompletionRegistration register(OverlappedHandle handle) {
        return register(handle, key -> new CompletionRegistration(this, handle, key));
    }

    public CompletionRegistration register(PortHandle handle, LongFunction<CompletionRegistration> make) {
        open = IdentitySets.forAdding(open);
        return loop.register(handle, open, make, table.reserveForCompletions());
    }

    /** The registration has ended: frees its key. Calls after the first do nothing. */
    void leave(CompletionRegistration registration) {
        if (open.remove(registration)) {
            registration.left = true;
            table.release(registration.key());
            registration.handleUnregistered();
        }
    }

    boolean hasOpen() {
        for (CompletionRegistration registration : open) {
            if (!awaitsPackets(registration)) {
                return true;
            }
        }
        return false;
    }

    /** Whether operations of channels are under way. */
    boolean awaitsPackets() {
        for (CompletionRegistration registration : open) {
            if (awaitsPackets(registration)) {
                return true;
            }
        }
        return false;
    }

    /** What users have lent to the system is for them to look after; what channels have is for the loop. */
    private static boolean awaitsPackets(CompletionRegistration registration) {
        PortHandle handle = registration.handle();
        return handle instanceof OverlappedHandle && !((OverlappedHandle) handle).isIdle();
    }

    /** Whether operations are under way of channels that are closed or have left. */
    private boolean awaitsLastPackets() {
        for (CompletionRegistration registration : open) {
            PortHandle handle = registration.handle();
            if (handle instanceof OverlappedHandle && ((OverlappedHandle) handle).awaitsLastPacket()) {
                return true;
            }
        }
        return false;
    }

    /**
     * A packet is to come for which nothing is registered: the answer to an {@code OP_REMOVE}, or the end of an
     * overlapped operation of a channel that is closed or has left. A channel on its way to another loop waits for it.
     * But Netty may suspend a loop of its own as soon as nothing is registered, and then the loop looks at its port no
     * more. It does not suspend a loop that has a scheduled task. So there is one until these packets have come.
     */
    public void stayAwake() {
        if (suspendable == null || awakeCheck != null) {
            return;
        }
        // Repeated by itself, since there may be no memory for another task when it is time to look.
        try {
            awakeCheck = suspendable.scheduleWithFixedDelay(
                    this::checkAwake, AWAKE_CHECK_MILLIS, AWAKE_CHECK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException ignored) {
            // The loop is at its own end, where it waits for such packets by itself.
        }
    }

    private void checkAwake() {
        if (!loop.awaitsRemoval() && !awaitsLastPackets()) {
            awakeCheck.cancel(false);
            awakeCheck = null;
        }
    }

    /** Closes every handle and ends its registration, but for those that have operations of channels under way. */
    void closeAll() {
        for (CompletionRegistration registration : open.toArray(new CompletionRegistration[0])) {
            try {
                registration.handle().close();
            } catch (Throwable t) {
                // It has had its chance: the end of the loop does not wait for another.
                Errors.logThrown(logger, "{} threw while it was closed", registration.handle(), t);
            }
            if (!awaitsPackets(registration)) {
                registration.end();
                leave(registration);
            }
        }
    }

    /** No packet will be seen any more. */
    void abandonAll() {
        for (CompletionRegistration registration : open.toArray(new CompletionRegistration[0])) {
            PortHandle handle = registration.handle();
            if (handle instanceof OverlappedHandle) {
                ((OverlappedHandle) handle).abandon();
            }
            registration.end();
            leave(registration);
        }
    }
}
