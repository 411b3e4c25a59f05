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

import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.util.internal.StringUtil;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The options of one kind of channel, each described once, so that listing, reading and writing cannot disagree.
 * A program that was written for NIO may name an option of the JDK instead. It is found by its name.
 * <p>
 * Built once, when the config's class is loaded, and not changed afterwards: any thread may use it.
 */
final class OptionTable<C extends IocpNotifyChannelConfig<C>> {

    /** Reads an option. An {@link IOException} is what the socket says, and reaches the user as a cause. */
    interface Getter<C, T> {
        T get(C config) throws IOException;
    }

    /** Writes an option, after it has looked at the value's range ({@link IllegalArgumentException}). */
    interface Setter<C, T> {
        void set(C config, T value) throws IOException;
    }

    static final class Descriptor<C, T> {
        final ChannelOption<T> option;
        final Class<T> type;
        final Getter<C, T> getter;
        /** {@code null} for an option that can only be read. It is not listed, because at times it has no value. */
        final Setter<C, T> setter;
        final BooleanSupplier support;

        Descriptor(ChannelOption<T> option, Class<T> type, Getter<C, T> getter, Setter<C, T> setter,
                   BooleanSupplier support) {
            this.option = option;
            this.type = type;
            this.getter = getter;
            this.setter = setter;
            this.support = support;
        }

        T get(C config) {
            try {
                return getter.get(config);
            } catch (IOException e) {
                throw new ChannelException("cannot read " + option.name(), e);
            }
        }

        void set(C config, Object value) {
            if (setter == null) {
                throw new UnsupportedOperationException(option.name() + " can only be read");
            }
            option.validate(valueOf(value));
            try {
                setter.set(config, valueOf(value));
            } catch (IOException e) {
                throw new ChannelException("cannot set " + option.name() + " to " + value, e);
            }
        }

        /** Only a raw {@link ChannelOption} can bring a wrong type. */
        private T valueOf(Object value) {
            if (value != null && !type.isInstance(value)) {
                throw new IllegalArgumentException(option.name() + ": " + value + " is of type " +
                        StringUtil.simpleClassName(value) + " (expected: " + type.getSimpleName() + ')');
            }
            return type.cast(value);
        }
    }

    /** By the names of the options, in the order in which they are listed. */
    private final Map<String, Descriptor<C, ?>> descriptors = new LinkedHashMap<String, Descriptor<C, ?>>();

    /** Adds an option that every supported system has. */
    <T> OptionTable<C> add(ChannelOption<T> option, Class<T> type, Getter<C, T> getter, Setter<C, T> setter) {
        return add(option, type, getter, setter, () -> true);
    }

    /** Adds an option that is there only where {@code support} says so; elsewhere it is unknown. */
    <T> OptionTable<C> add(ChannelOption<T> option, Class<T> type, Getter<C, T> getter, Setter<C, T> setter,
                           BooleanSupplier support) {
        Object last = descriptors.put(option.name(), new Descriptor<C, T>(option, type, getter, setter, support));
        assert last == null : option.name();
        return this;
    }

    /** The name that an option of the JDK has here. */
    private static String ownName(ChannelOption<?> option) {
        switch (option.name()) {
            case "TCP_KEEPIDLE":
                return IocpNotifyChannelOption.TCP_KEEPIDLE.name();
            case "TCP_KEEPINTERVAL":
                return IocpNotifyChannelOption.TCP_KEEPINTVL.name();
            case "TCP_KEEPCOUNT":
                return IocpNotifyChannelOption.TCP_KEEPCNT.name();
            default:
                return option.name();
        }
    }

    /** Puts the value of every supported option into {@code result} that can be set, too. */
    void getAll(C config, Map<ChannelOption<?>, Object> result) {
        for (Descriptor<C, ?> descriptor : descriptors.values()) {
            if (descriptor.setter != null && descriptor.support.getAsBoolean()) {
                result.put(descriptor.option, descriptor.get(config));
            }
        }
    }

    /** Whether the table has the option and the system too. */
    boolean has(ChannelOption<?> option) {
        return find(option) != null;
    }

    /** For an option that the table {@linkplain #has has}. Throws a {@link ChannelException} if the socket refuses. */
    @SuppressWarnings("unchecked")
    <T> T get(C config, ChannelOption<T> option) {
        return (T) existing(option).get(config);
    }

    /** Requires and throws what {@link #get} does. Throws also if the value is wrong or the option can only be read. */
    void set(C config, ChannelOption<?> option, Object value) {
        existing(option).set(config, value);
    }

    private Descriptor<? super C, ?> existing(ChannelOption<?> option) {
        Descriptor<? super C, ?> descriptor = find(option);
        if (descriptor == null) {
            throw new UnsupportedOperationException("this system has no " + option.name());
        }
        return descriptor;
    }

    private Descriptor<? super C, ?> find(ChannelOption<?> option) {
        if (option instanceof UserDefinedOption) {
            return ((UserDefinedOption<?>) option).descriptor;
        }
        boolean isOfJdk = option instanceof NioChannelOption;
        Descriptor<C, ?> descriptor = descriptors.get(isOfJdk ? ownName(option) : option.name());
        // Options are compared by identity: one that a user has made may have the name of another.
        return descriptor != null && (isOfJdk || descriptor.option == option) && descriptor.support.getAsBoolean() ?
                descriptor : null;
    }
}
