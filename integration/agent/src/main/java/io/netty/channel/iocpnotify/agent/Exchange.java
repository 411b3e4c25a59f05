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

import io.netty.bootstrap.ChannelFactory;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;

/**
 * What the exchanged methods of Netty ask. This class is defined in Netty's class loader, before any class of Netty
 * needs it. So it names none of Netty's types: all other classes are defined when the first question comes, or not at
 * all, if the transport cannot be used. A question that cannot be answered has the answer {@code null}, and then Netty
 * does what it has always done. Any thread may ask.
 */
public final class Exchange {

    /** Answers what only the agent knows. Set once by the agent, before any other use. */
    public static volatile BiFunction<String, Object, Object> agent;

    /** Whether this thread wants what Netty itself makes. */
    private static final ThreadLocal<Boolean> PLAIN = new ThreadLocal<Boolean>();

    private Exchange() { }

    /** Initialised by the first question. */
    private static final class Holder {
        static final boolean USED = prepare();
        static final AtomicInteger USES = (AtomicInteger) agent.apply("uses", null);

        private static boolean prepare() {
            long began = System.nanoTime();
            try {
                Object failure = agent.apply("classes", Exchange.class);
                if (failure != null) {
                    throw (Throwable) failure;
                }
                String refusal = Netty.refusal();
                if (refusal != null) {
                    line("this Netty stays on NIO: " + refusal);
                }
                detail("the transport was prepared in " + (System.nanoTime() - began) / 1000000 + " ms");
                return refusal == null;
            } catch (Throwable t) {
                line("this Netty stays on NIO: " + t);
                return false;
            }
        }
    }

    private static boolean isUsed() {
        return PLAIN.get() == null && Holder.USED;
    }

    /** How many classes are known that need channels of NIO. */
    static int uses() {
        return Holder.USES.get();
    }

    static void line(String line) {
        agent.apply("line", line);
    }

    static void detail(String line) {
        agent.apply("detail", line);
    }

    private static void failed(String what, Throwable cause) {
        line(what + " stays on NIO, because the exchange failed: " + cause);
    }

    /** Calls {@code task} while this thread gets what Netty itself makes. */
    static <T> T plain(Callable<T> task) throws Exception {
        Boolean before = PLAIN.get();
        PLAIN.set(true);
        try {
            return task.call();
        } finally {
            if (before == null) {
                PLAIN.remove();
            }
        }
    }

    /**
     * In {@code NioIoHandler.newFactory}.
     *
     * @return an {@code IoHandlerFactory}, or {@code null}
     */
    public static Object newFactory(Object selectorProvider, Object selectStrategyFactory) {
        if (!isUsed()) {
            return null;
        }
        try {
            return GroupLoops.newFactory(selectorProvider, selectStrategyFactory);
        } catch (Throwable t) {
            failed("a group", t);
            return null;
        }
    }

    /**
     * In {@code newChild} of the groups.
     *
     * @return an {@code IoEventLoop}, or {@code null}
     */
    public static Object newEventLoop(Object group, Object executor, Object factory, Object arguments) {
        if (!isUsed()) {
            return null;
        }
        try {
            return SharedLoops.newEventLoop(group, executor, factory, (Object[]) arguments);
        } catch (Throwable t) {
            failed("an event loop", t);
            return null;
        }
    }

    /**
     * In {@code SingleThreadIoEventLoop.ioHandler}.
     *
     * @return the {@code NioIoHandler} that the caller expects, or {@code null}
     */
    public static Object nioHandler(Object handler) {
        return isUsed() && handler instanceof LoopHandler ? ((LoopHandler) handler).nioHandler() : null;
    }

    /** In {@code SingleThreadIoEventLoop.isIoType}. */
    public static boolean isNioHandler(Object handler, Object type) {
        return isUsed() && handler instanceof LoopHandler && LoopHandler.isNioHandler(type);
    }

    /** In {@code IocpNotifyEventLoop.isIoType} and {@code isCompatible}. */
    public static boolean isNioEventLoop(Object eventLoop, Object type) {
        return isUsed() && SharedLoops.isNio(type) && SharedLoops.of(eventLoop) != null;
    }

    /**
     * In {@code AbstractBootstrap.initAndRegister}, in the place of the factory.
     *
     * @return the channel
     */
    public static Object newChannel(Object factory, Object bootstrap) {
        return isUsed() ? NewChannels.byBootstrap(factory, bootstrap) : Plain.newChannel(factory);
    }

    /**
     * In {@code ReflectiveChannelFactory.newChannel}.
     *
     * @return the channel, or {@code null}
     */
    public static Object newChannelByConstructor(Object constructor) {
        if (!isUsed()) {
            return null;
        }
        try {
            return NewChannels.byConstructor(constructor);
        } catch (Throwable t) {
            failed("a channel", t);
            return null;
        }
    }

    /**
     * In programs, in the place of a constructor.
     *
     * @return the channel
     */
    public static Object newChannelOfKind(int kind) {
        if (isUsed()) {
            try {
                return NewChannels.alone(kind);
            } catch (Throwable t) {
                failed("a channel", t);
            }
        }
        return Plain.newChannel(kind);
    }

    /** In programs, in the place of {@code instanceof}. */
    public static boolean isChannel(Object object, int kind) {
        return Plain.isChannel(object, kind) || isUsed() && NewChannels.isChannel(object, kind);
    }

    /** For programs that do not find {@code Exchange} by its name. */
    public static final class ForPrograms implements IntFunction<Object>, BiPredicate<Object, Integer> {

        @Override
        public Object apply(int kind) {
            return newChannelOfKind(kind);
        }

        @Override
        public boolean test(Object object, Integer kind) {
            return isChannel(object, kind);
        }
    }

    /**
     * In {@code AbstractUnsafe.register}.
     *
     * @return the {@code EventLoop} that the channel gets
     */
    public static Object eventLoop(Object channel, Object eventLoop) {
        if (!isUsed()) {
            return eventLoop;
        }
        try {
            return SharedLoops.eventLoop(channel, eventLoop);
        } catch (Throwable t) {
            failed("a channel", t);
            return eventLoop;
        }
    }

    /** In {@code Native}, in the place of Netty's way to load the library. */
    public static void loadLibrary(String name, ClassLoader loader) {
        Object library = agent.apply("library", null);
        if (library instanceof Throwable) {
            throw (Error) new UnsatisfiedLinkError(name).initCause((Throwable) library);
        }
        // By a class of this class loader: the library looks up its classes in the one that loads it.
        System.load((String) library);
    }

    /** What Netty itself makes. A class of its own: it names types of Netty, and is needed without the others. */
    private static final class Plain {

        static Object newChannel(Object factory) {
            return ((ChannelFactory<?>) factory).newChannel();
        }

        static Object newChannel(int kind) {
            switch (kind) {
                case 0:
                    return new NioSocketChannel();
                case 1:
                    return new NioServerSocketChannel();
                default:
                    return new NioDatagramChannel();
            }
        }

        static boolean isChannel(Object object, int kind) {
            switch (kind) {
                case 0:
                    return object instanceof NioSocketChannel;
                case 1:
                    return object instanceof NioServerSocketChannel;
                default:
                    return object instanceof NioDatagramChannel;
            }
        }
    }
}
