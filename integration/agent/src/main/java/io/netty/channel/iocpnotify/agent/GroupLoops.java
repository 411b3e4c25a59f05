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

import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.ThreadAwareExecutor;

import java.lang.ref.WeakReference;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Makes the handlers of one group, and knows what the group runs on. That is decided with its first channel, because
 * before nobody knows what the group is for. Until then its event loops wait at ports of the transport, which can run
 * tasks just as well. Any thread may use it.
 */
final class GroupLoops implements IoHandlerFactory {

    private enum Choice { OPEN, TRANSPORT, NIO }

    /**
     * The handler of each event loop. An entry holds neither: the event loop holds its handler, and that holds the
     * event loop. Guarded by itself.
     */
    private static final Map<ThreadAwareExecutor, WeakReference<LoopHandler>> HANDLERS =
            new WeakHashMap<ThreadAwareExecutor, WeakReference<LoopHandler>>();

    /** Whether some group of this Netty stays on NIO. Only set. */
    private static volatile boolean someOnNio;
    /** Whether a server on the transport may give its connections to any group. Only set, under {@link #HANDLERS}. */
    private static volatile boolean anyServed;

    private final IoHandlerFactory nioFactory;
    private final IoHandlerFactory transportFactory;
    private final AtomicReference<Choice> choice = new AtomicReference<Choice>(Choice.OPEN);
    /** The handlers that live. Guarded by itself. */
    private final List<LoopHandler> handlers = new ArrayList<LoopHandler>();
    /** Held here, because the agent holds it weakly. */
    private final Supplier<Map<String, Object>> counts = this::counts;

    private GroupLoops(IoHandlerFactory nioFactory, SelectStrategyFactory strategies) {
        this.nioFactory = nioFactory;
        transportFactory = IocpNotifyIoHandler.newFactory(strategies);
        Exchange.agent.apply("group", counts);
    }

    /** Returns the factory for a new group, or {@code null} for Netty's own. */
    static IoHandlerFactory newFactory(Object selectorProvider, Object selectStrategyFactory) throws Exception {
        final SelectorProvider provider = (SelectorProvider) selectorProvider;
        final SelectStrategyFactory strategies = (SelectStrategyFactory) selectStrategyFactory;
        if (provider == null || strategies == null) {
            // Netty's own method refuses it.
            return null;
        }
        if (provider != SelectorProvider.provider()) {
            keepNio("a group with the selector provider " + provider.getClass().getName());
            return null;
        }
        String excluded = (String) Exchange.agent.apply("excluded", Callers.classes());
        if (excluded != null) {
            keepNio("a group, because " + excluded);
            return null;
        }
        return new GroupLoops(Exchange.plain(() -> NioIoHandler.newFactory(provider, strategies)), strategies);
    }

    static void keepNio(String what) {
        someOnNio = true;
        Exchange.line(what + ": stays on NIO");
        Exchange.agent.apply("keepsNio", what);
    }

    static void keepThreads(String what) {
        Exchange.line(what + ": has a thread for each event loop");
    }

    static boolean isSomeOnNio() {
        return someOnNio;
    }

    static boolean isAnyServed() {
        return anyServed;
    }

    /** From now on no group chooses NIO. Returns whether it is so: one may have chosen it before. */
    static boolean serveAny() {
        synchronized (HANDLERS) {
            anyServed |= !someOnNio;
            return anyServed;
        }
    }

    /** Returns the group that an event loop belongs to, or {@code null} if it is none of these. */
    static GroupLoops of(Object eventLoop) {
        synchronized (HANDLERS) {
            WeakReference<LoopHandler> handler = HANDLERS.get(eventLoop);
            LoopHandler found = handler == null ? null : handler.get();
            return found == null ? null : found.group();
        }
    }

    @Override
    public IoHandler newHandler(ThreadAwareExecutor executor) {
        LoopHandler handler;
        try {
            handler = new LoopHandler(this, executor, transportFactory.newHandler(executor));
        } catch (Throwable t) {
            keepNio("an event loop, because it gets no completion port (" + t + ')');
            choice.set(Choice.NIO);
            return nioFactory.newHandler(executor);
        }
        synchronized (HANDLERS) {
            HANDLERS.put(executor, new WeakReference<LoopHandler>(handler));
        }
        synchronized (handlers) {
            handlers.add(handler);
        }
        return handler;
    }

    /** As of Netty's own factory. Older releases do not have this method. */
    public boolean isChangingThreadSupported() {
        return true;
    }

    IoHandler newNioHandler(ThreadAwareExecutor executor) {
        return nioFactory.newHandler(executor);
    }

    void ended(LoopHandler handler) {
        Counts.tellOfEnd(() -> {
            synchronized (handlers) {
                handlers.remove(handler);
            }
            return isOnTransport() ? handler.counts() : null;
        });
    }

    boolean isOnTransport() {
        return choice.get() == Choice.TRANSPORT;
    }

    boolean isOnNio() {
        return choice.get() == Choice.NIO;
    }

    /** Decides for the transport, and tells whether it is so. */
    boolean takeTransport() {
        if (choice.compareAndSet(Choice.OPEN, Choice.TRANSPORT)) {
            Netty.tellOfUse();
        }
        return isOnTransport();
    }

    /** Decides for NIO, unless a server may give it connections, and tells whether it is so. */
    boolean takeNio(String why) {
        boolean taken;
        synchronized (HANDLERS) {
            taken = !anyServed && choice.compareAndSet(Choice.OPEN, Choice.NIO);
            if (taken) {
                someOnNio = true;
            }
        }
        if (taken) {
            keepNio(why);
        }
        return isOnNio();
    }

    private Map<String, Object> counts() {
        if (!isOnTransport()) {
            return null;
        }
        List<LoopHandler> living;
        synchronized (handlers) {
            living = new ArrayList<LoopHandler>(handlers);
        }
        return living.isEmpty() ? null : Counts.ofHandlers(living);
    }

    @Override
    public String toString() {
        return "GroupLoops" + Arrays.asList(choice.get(), handlers.size());
    }
}
