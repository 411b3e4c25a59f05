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

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sees each class before the JVM takes it, and passes on what has to do with Netty. Only then the agent loads the
 * classes that change others: a program without Netty does not wait for them. The JVM calls it in any thread, and does
 * not call it for classes that are loaded inside of such a call.
 */
final class ClassFilter implements ClassFileTransformer {

    private static final String AGENT = "io/netty/iocpnotify/agent/";
    /** Of Netty itself, and of the transport: they use channels of NIO as they must. */
    private static final String[] NOT_PROGRAMS = {
            "io/netty/channel/", "io/netty/bootstrap/", "io/netty/util/", "io/netty/buffer/", "io/netty/handler/",
            "io/netty/resolver/", "java/", "javax/", "jdk/", "sun/", "com/sun/"
    };

    private final AgentOptions options;
    private final AgentLog log;
    private final Instrumentation instrumentation;
    private final boolean attached;
    private final Set<String> shaded = ConcurrentHashMap.newKeySet();
    /** Set once, by whoever was first; {@code null} until the first class of Netty. Any thread reads it. */
    private final AtomicReference<NettyTransformer> transformer = new AtomicReference<NettyTransformer>();
    /** Set by any thread, and never cleared. */
    private volatile boolean failed;

    ClassFilter(AgentOptions options, AgentLog log, Instrumentation instrumentation, boolean attached) {
        this.options = options;
        this.log = log;
        this.instrumentation = instrumentation;
        this.attached = attached;
    }

    /**
     * {@inheritDoc}
     * <p>
     * It returns for classes of the agent before it needs one. If it needed a class for the first time while the JVM
     * asks about that very class, the JVM would define it twice.
     */
    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                            byte[] bytes) {
        if (loader == null || name == null || name.startsWith(AGENT) || failed) {
            return null;
        }
        try {
            if (ExchangedMethods.of(name) != null) {
                NettyTransformer transformer = transformer();
                return transformer == null ? null : transformer.exchange(loader, name, domain, bytes);
            }
            if (name.endsWith(ExchangedMethods.HANDLER) || name.endsWith(ExchangedMethods.NIO_GROUP)) {
                tellOfShaded(name);
                return null;
            }
            if (redefined == null && isProgram(name) && NioNames.areIn(bytes)) {
                NettyTransformer transformer = transformer();
                return transformer == null ? null : transformer.lookAt(loader, name, domain, bytes);
            }
            return null;
        } catch (Throwable t) {
            log.line("class " + name.replace('/', '.') + " stays as it is: " + t);
            return null;
        }
    }

    /**
     * Returns {@code null} if there can't be one, which is told once. Two threads may make one each, and the second is
     * dropped. A lock would not do: its owner loads classes, and who waits for it may hold the lock of a class loader.
     */
    NettyTransformer transformer() {
        if (transformer.get() == null) {
            try {
                transformer.compareAndSet(null, new NettyTransformer(options, log, instrumentation, !attached));
            } catch (Throwable t) {
                failed = true;
                log.line("cannot start, so programs stay on NIO: " + t);
            }
        }
        return transformer.get();
    }

    private void tellOfShaded(String name) {
        String end = name.endsWith(ExchangedMethods.HANDLER) ? ExchangedMethods.HANDLER : ExchangedMethods.NIO_GROUP;
        String prefix = name.substring(0, name.length() - end.length());
        if (prefix.endsWith("/") && shaded.add(prefix)) {
            log.line("there is a Netty in the package " + prefix.replace('/', '.') +
                    "io.netty, which is not supported: it stays on NIO");
        }
    }

    private static boolean isProgram(String name) {
        for (String prefix : NOT_PROGRAMS) {
            if (name.startsWith(prefix)) {
                return false;
            }
        }
        return true;
    }
}
