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

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.bootstrap.ChannelFactory;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Makes channels of the transport in the place of NIO's, where nothing speaks against it. Any thread may use it. */
final class NewChannels {

    /** The bootstrap that this thread makes a channel for. */
    private static final ThreadLocal<AbstractBootstrap<?, ?>> BOOTSTRAP = new ThreadLocal<AbstractBootstrap<?, ?>>();

    /** In the place of a group without event loops: it gets them when connections come, and nobody knows whose. */
    private static final Object LATER = new Object();

    /** How many classes were known to need NIO when a class of handlers was looked at; -1 for never. */
    private static final ClassValue<int[]> LOOKED_AT = new ClassValue<int[]>() {
        @Override
        protected int[] computeValue(Class<?> type) {
            return new int[] { -1 };
        }
    };

    private NewChannels() { }

    /** Makes the channel of a bootstrap. What its factory throws is for the bootstrap. */
    static Channel byBootstrap(Object factory, Object bootstrap) {
        AbstractBootstrap<?, ?> before = BOOTSTRAP.get();
        BOOTSTRAP.set((AbstractBootstrap<?, ?>) bootstrap);
        Channel channel;
        try {
            channel = ((ChannelFactory<?>) factory).newChannel();
        } finally {
            if (before == null) {
                BOOTSTRAP.remove();
            } else {
                BOOTSTRAP.set(before);
            }
        }
        ChannelKind kind = channel == null ? null : ChannelKind.of(channel.getClass());
        // Netty's own factory has asked already, and so has a factory that was changed.
        if (kind == null || factory instanceof io.netty.channel.ReflectiveChannelFactory) {
            return channel;
        }
        return exchanged(channel, kind, factory, (AbstractBootstrap<?, ?>) bootstrap);
    }

    /** A factory of the program has made a channel of NIO. */
    private static Channel exchanged(Channel channel, ChannelKind kind, Object factory,
                                     AbstractBootstrap<?, ?> bootstrap) {
        Channel other = null;
        try {
            String preparation = kind.preparation(channel);
            if (preparation != null) {
                keepNio(bootstrap, "a channel whose factory " + factory.getClass().getName() + ' ' + preparation);
                return channel;
            }
            if (!isForTransport(bootstrap)) {
                return channel;
            }
            other = kind.make(ChannelKind.family(channel));
            channel.unsafe().closeForcibly();
            return other;
        } catch (Throwable t) {
            Exchange.line("a channel of " + factory.getClass().getName() + " stays on NIO: " + t);
            return other == null ? channel : other;
        }
    }

    /** Answers Netty's own factory. */
    static Channel byConstructor(Object constructor) {
        ChannelKind kind = ChannelKind.of(((Constructor<?>) constructor).getDeclaringClass());
        if (kind == null) {
            return null;
        }
        AbstractBootstrap<?, ?> bootstrap = BOOTSTRAP.get();
        return bootstrap != null && isForTransport(bootstrap) ? kind.make(null) : null;
    }

    /** A program makes a channel, and nobody knows for which group. */
    static Channel alone(int number) {
        ChannelKind kind = ChannelKind.of(number);
        AbstractBootstrap<?, ?> bootstrap = BOOTSTRAP.get();
        boolean transport;
        if (bootstrap != null) {
            transport = isForTransport(bootstrap);
        } else {
            transport = !GroupLoops.isSomeOnNio() && Exchange.uses() == 0;
        }
        return transport ? kind.make(null) : kind.makeNio();
    }

    static boolean isChannel(Object object, int number) {
        return ChannelKind.of(number).isInstance(object);
    }

    /** Whether all groups of the bootstrap can have the transport, and nothing of the program needs NIO. */
    private static boolean isForTransport(AbstractBootstrap<?, ?> bootstrap) {
        List<Object> groups = groups(bootstrap);
        boolean decided = true;
        for (Object group : groups) {
            if (group == null || isOnNio(group)) {
                return false;
            }
            if (group == LATER) {
                decided &= GroupLoops.isAnyServed();
            } else {
                decided &= group instanceof GroupLoops ? ((GroupLoops) group).isOnTransport() :
                        ((SharedLoops) group).isUsed();
            }
        }
        List<Class<?>> handlers = handlers(bootstrap);
        int uses = Exchange.uses();
        if (decided && areLookedAt(handlers, uses)) {
            return true;
        }
        String reason = (String) Exchange.agent.apply("reason", new Class<?>[][] {
                handlers.toArray(new Class<?>[0]), decided ? new Class<?>[0] : Callers.classes() });
        if (reason == null) {
            reason = (String) Exchange.agent.apply("excluded", handlers.toArray(new Class<?>[0]));
        }
        if (reason != null) {
            keepNio(bootstrap, "a group, because " + reason);
            return false;
        }
        for (Class<?> handler : handlers) {
            // Reading ahead may have found some that belong to another place.
            LOOKED_AT.get(handler)[0] = Exchange.uses();
        }
        for (Object group : groups) {
            if (group == LATER) {
                if (!GroupLoops.serveAny()) {
                    keepNio(bootstrap, "a group, because one that gets its event loops later may be on NIO");
                    return false;
                }
            } else if (group instanceof SharedLoops) {
                ((SharedLoops) group).use();
            } else if (!((GroupLoops) group).takeTransport()) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOnNio(Object group) {
        return group instanceof GroupLoops && ((GroupLoops) group).isOnNio();
    }

    private static boolean areLookedAt(List<Class<?>> handlers, int uses) {
        for (Class<?> handler : handlers) {
            if (LOOKED_AT.get(handler)[0] != uses) {
                return false;
            }
        }
        return true;
    }

    private static void keepNio(AbstractBootstrap<?, ?> bootstrap, String reason) {
        boolean open = false;
        for (Object group : groups(bootstrap)) {
            open |= group instanceof GroupLoops && ((GroupLoops) group).takeNio(reason);
        }
        if (!open) {
            // The groups have other channels on the transport already.
            GroupLoops.keepNio(reason);
        }
    }

    private static List<Class<?>> handlers(AbstractBootstrap<?, ?> bootstrap) {
        List<Class<?>> handlers = new ArrayList<Class<?>>(2);
        add(handlers, bootstrap.config().handler());
        if (bootstrap instanceof ServerBootstrap) {
            add(handlers, ((ServerBootstrap) bootstrap).config().childHandler());
        }
        return handlers;
    }

    private static void add(List<Class<?>> handlers, ChannelHandler handler) {
        if (handler != null) {
            handlers.add(handler.getClass());
        }
    }

    /**
     * What its groups run on: a {@link GroupLoops}, a {@link SharedLoops}, {@link #LATER}, or {@code null} for
     * something else. The group of the connections comes first.
     */
    private static List<Object> groups(AbstractBootstrap<?, ?> bootstrap) {
        List<Object> groups = new ArrayList<Object>(2);
        if (bootstrap instanceof ServerBootstrap) {
            groups.add(group(((ServerBootstrap) bootstrap).config().childGroup(), LATER));
        }
        groups.add(group(bootstrap.config().group(), null));
        return groups;
    }

    /** A group may be wrapped by the program. Its event loops are those of the group inside. */
    private static Object group(EventLoopGroup group, Object ofEmpty) {
        if (group == null) {
            return null;
        }
        Iterator<EventExecutor> loops = group.iterator();
        if (!loops.hasNext()) {
            return ofEmpty;
        }
        EventExecutor loop = loops.next();
        Object found = GroupLoops.of(loop);
        return found != null ? found : SharedLoops.of(loop);
    }
}
