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
package io.netty.iocpnotify.agent;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * What the classes beside Netty ask of the agent. They may be in a class loader that does not see the agent, so they
 * know it by a type of Java alone: a question and what belongs to it. Any thread may ask.
 */
final class AgentBridge implements BiFunction<String, Object, Object> {

    private final AgentOptions options;
    private final AgentLog log;
    private final NioUses uses;
    private final Inside inside;
    private final TransportMetrics metrics;

    AgentBridge(AgentOptions options, AgentLog log, NioUses uses, Inside inside) {
        this.options = options;
        this.log = log;
        this.uses = uses;
        this.inside = inside;
        metrics = new TransportMetrics(log, options.jmx);
    }

    /** Gives the class its field, before any method of Netty calls it. */
    void connect(Class<?> exchange) throws ReflectiveOperationException {
        Field field = exchange.getField("agent");
        field.set(null, this);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object apply(String question, Object of) {
        switch (question) {
            case "classes":
                return define((Class<?>) of);
            case "library":
                return library();
            case "line":
                log.line((String) of);
                return null;
            case "detail":
                log.detail((String) of);
                return null;
            case "uses":
                return uses.count();
            case "reason":
                Class<?>[][] types = (Class<?>[][]) of;
                return uses.reason(Arrays.asList(types[0]), Arrays.asList(types[1]));
            case "anyReason":
                return uses.anyReason();
            case "excluded":
                return excluded((Class<?>[]) of);
            case "sharedLoops":
                return options.sharedLoops;
            case "slowMillis":
                return options.slowMillis;
            case "group":
                metrics.add((Supplier<Map<String, Object>>) of);
                return null;
            case "ended":
                metrics.ended((Supplier<Map<String, Object>>) of);
                return null;
            case "keepsNio":
                metrics.keepsNio((String) of);
                return null;
            case "transport":
                metrics.found((Map<String, Object>) of);
                return null;
            default:
                return null;
        }
    }

    /** Returns what went wrong, or {@code null}. */
    private Throwable define(Class<?> exchange) {
        try {
            ClassLoader loader = exchange.getClassLoader();
            inside.defineAll(exchange, loader.getResource(Inside.TRANSPORT + "IocpNotify.class") == null);
            return null;
        } catch (Throwable t) {
            return t;
        }
    }

    private static Object library() {
        try {
            return Inside.extractLibrary().getAbsolutePath();
        } catch (Exception e) {
            return e;
        }
    }

    /** The first of these classes that is excluded, or {@code null}. */
    private String excluded(Class<?>[] types) {
        List<String> prefixes = options.excluded;
        for (Class<?> type : prefixes.isEmpty() ? Collections.<Class<?>>emptyList() : Arrays.asList(types)) {
            for (String prefix : prefixes) {
                if (type.getName().startsWith(prefix)) {
                    return type.getName() + " is excluded";
                }
            }
        }
        return null;
    }
}
