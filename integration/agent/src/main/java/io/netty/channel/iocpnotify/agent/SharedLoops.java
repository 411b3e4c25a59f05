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
package io.netty.channel.iocpnotify.agent;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyEventLoop;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.nio.AbstractNioChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.RejectedExecutionHandlers;

import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The event loops of one group of the program, when threads share a completion port. They are those of a group of the
 * transport, and the group of the program hands them out as its own. So it has as many as before. Any thread may use
 * it.
 */
final class SharedLoops {

    /** The groups of programs whose event loops are being made. Guarded by {@link #LIVING}. */
    private static final Map<EventLoopGroup, SharedLoops> NEW = new WeakHashMap<EventLoopGroup, SharedLoops>();
    /** The groups of the transport. Each holds its value, by its executor. Guarded by itself. */
    private static final Map<EventLoopGroup, WeakReference<SharedLoops>> LIVING =
            new WeakHashMap<EventLoopGroup, WeakReference<SharedLoops>>();

    private final IocpNotifyEventLoopGroup group;
    private final Iterator<EventExecutor> loops;
    private final Executor executor;
    /** Held here, because the agent holds it weakly. */
    private final Supplier<Map<String, Object>> counts = this::counts;
    /** For channels that only NIO can have; {@code null} as long as there are none. Guarded by this. */
    private EventLoopGroup nioGroup;

    /** Whether a channel of the transport was made for it. Only set, by any thread. */
    private volatile boolean used;
    /** Whether the agent has the last counts. Set once, when the group has ended; read by any thread. */
    private volatile boolean told;

    private SharedLoops(int count, Executor executor) {
        this.executor = executor;
        IocpNotifyEventLoopGroup.Builder builder = IocpNotifyEventLoopGroup.newBuilder().threads(count).strands(count)
                .executor(task -> this.executor.execute(task));
        long slowMillis = (Long) Exchange.agent.apply("slowMillis", null);
        if (slowMillis > 0) {
            builder.warnOfSlowRuns(slowMillis, TimeUnit.MILLISECONDS);
        }
        group = builder.build();
        loops = group.iterator();
        Exchange.agent.apply("group", counts);
        group.terminationFuture().addListener(done -> Counts.tellOfEnd(() -> {
            told = true;
            return group.metrics().counts();
        }));
    }

    /** Returns the next event loop of a group, or {@code null} if the group has event loops of Netty's own. */
    static EventLoop newEventLoop(Object parent, Object executor, Object factory, Object[] arguments) {
        if (!(Boolean) Exchange.agent.apply("sharedLoops", null) || !(factory instanceof GroupLoops) ||
                !allowsShared(parent, arguments)) {
            return null;
        }
        MultiThreadIoEventLoopGroup group = (MultiThreadIoEventLoopGroup) parent;
        synchronized (LIVING) {
            SharedLoops shared = NEW.get(group);
            if (shared == null) {
                shared = new SharedLoops(group.executorCount(), (Executor) executor);
                NEW.put(group, shared);
                LIVING.put(shared.group, new WeakReference<SharedLoops>(shared));
                Netty.tellOfUse();
            }
            EventLoop loop = (EventLoop) shared.loops.next();
            if (!shared.loops.hasNext()) {
                NEW.remove(group);
            }
            return loop;
        }
    }

    /** A subclass may expect event loops of its own kind, and so may one who gives queues for their tasks. */
    private static boolean allowsShared(Object group, Object[] arguments) {
        Class<?> type = group.getClass();
        if (type != NioEventLoopGroup.class && type != MultiThreadIoEventLoopGroup.class) {
            GroupLoops.keepThreads("a group of the class " + type.getName());
            return false;
        }
        for (int i = 0; i < arguments.length; i++) {
            if (i == 0 ? arguments[0] != RejectedExecutionHandlers.reject() : arguments[i] != null) {
                GroupLoops.keepThreads("a group with a queue or a handler for tasks that are rejected");
                return false;
            }
        }
        return true;
    }

    /** Returns what an event loop belongs to, or {@code null} if it is none of these. */
    static SharedLoops of(Object eventLoop) {
        if (!(eventLoop instanceof IocpNotifyEventLoop)) {
            return null;
        }
        synchronized (LIVING) {
            WeakReference<SharedLoops> shared = LIVING.get(((IocpNotifyEventLoop) eventLoop).parent());
            return shared == null ? null : shared.get();
        }
    }

    /**
     * Whether a program asks for NIO by this type. A channel asks by the type of its own handle, and gets an event loop
     * of NIO before.
     */
    static boolean isNio(Object type) {
        return type == NioIoHandle.class || LoopHandler.isNioHandler(type);
    }

    boolean isUsed() {
        return used;
    }

    void use() {
        used = true;
    }

    /** Returns the event loop that a channel can be registered with: one of NIO's own beside, if it is of NIO. */
    static Object eventLoop(Object channel, Object eventLoop) {
        if (!(channel instanceof AbstractNioChannel)) {
            return eventLoop;
        }
        SharedLoops shared = of(eventLoop);
        return shared == null ? eventLoop : shared.nioEventLoop((Channel) channel);
    }

    private synchronized EventLoop nioEventLoop(Channel channel) {
        if (nioGroup == null) {
            GroupLoops.keepNio("a channel of the class " + channel.getClass().getName());
            try {
                nioGroup = new MultiThreadIoEventLoopGroup(group.carrierCount(), executor,
                        Exchange.plain(NioIoHandler::newFactory));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            group.terminationFuture().addListener(done -> nioGroup.shutdownGracefully(0, 1, TimeUnit.SECONDS));
        }
        return nioGroup.next();
    }

    private Map<String, Object> counts() {
        return told ? null : Counts.ofGroup(group.metrics());
    }
}
