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

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Changes the classes that {@link ClassFilter} has found: it exchanges methods of a few classes of Netty, and looks at
 * what other classes do with channels of NIO. Any thread may call it.
 */
final class NettyTransformer {

    private final AgentLog log;
    private final NioUses uses;
    private final AgentBridge bridge;
    private final Inside inside;
    private final boolean rewritesPrograms;
    /** The class loaders that have the class {@code Exchange}, or were refused it. Guarded by itself. */
    private final Map<ClassLoader, Boolean> prepared = new WeakHashMap<ClassLoader, Boolean>();

    /** @param rewritesPrograms whether programs may be changed, too, which must not be loaded for that */
    NettyTransformer(AgentOptions options, AgentLog log, Instrumentation instrumentation, boolean rewritesPrograms)
            throws ReflectiveOperationException {
        this.log = log;
        this.rewritesPrograms = rewritesPrograms;
        uses = new NioUses(log);
        inside = new Inside(instrumentation);
        bridge = new AgentBridge(options, log, uses, inside);
    }

    NioUses uses() {
        return uses;
    }

    /** Changes a class of Netty. Returns {@code null} if it stays as it is. */
    byte[] exchange(ClassLoader loader, String name, ProtectionDomain domain, byte[] bytes) throws Exception {
        if (!prepare(loader, domain)) {
            return null;
        }
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        NettyMethods methods = new NettyMethods(writer, name);
        reader.accept(methods, 0);
        if (methods.missing() != null) {
            log.line("this release of Netty has no " + name.replace('/', '.') + '.' + methods.missing() +
                    ", which stays on NIO");
            return null;
        }
        return writer.toByteArray();
    }

    /** Sees to it that Netty's methods find the class that they call from now on. */
    private boolean prepare(ClassLoader loader, ProtectionDomain domain) throws Exception {
        synchronized (prepared) {
            Boolean known = prepared.get(loader);
            if (known == null) {
                known = false;
                try {
                    if (loader.getResource(ExchangedMethods.HANDLER + ".class") == null) {
                        log.line("there is a Netty that is older than 4.2.0: it stays on NIO");
                        return false;
                    }
                    Class<?> exchange = inside.defineExchange(loader, domain);
                    bridge.connect(exchange);
                    inside.letUse(channel(loader), exchange);
                    known = true;
                } finally {
                    prepared.put(loader, known);
                }
            }
            return known;
        }
    }

    /** Changes a class of a program that names channels of NIO. Returns {@code null} if it stays as it is. */
    byte[] lookAt(ClassLoader loader, String name, ProtectionDomain domain, byte[] bytes) throws Exception {
        ClassUses found = ClassUses.of(bytes);
        if (found.needsNio()) {
            uses.add(loader, domain, name, found);
            return null;
        }
        Class<?> channel = rewritesPrograms && found.canBeRewritten() ? preparedChannel(loader) : null;
        if (channel == null) {
            return null;
        }
        log.detail(name.replace('/', '.') + " makes or tests channels of NIO, and is changed for that");
        return ClassUses.rewrite(bytes, seesExchange(loader, channel));
    }

    /** It is none of those whose methods are exchanged: while this call lasts, they would be loaded unchanged. */
    private static Class<?> channel(ClassLoader loader) throws ClassNotFoundException {
        return loader.loadClass("io.netty.channel.Channel");
    }

    /** A class of the Netty that a class loader finds, or {@code null} if that Netty has no {@code Exchange}. */
    private Class<?> preparedChannel(ClassLoader loader) throws Exception {
        try {
            Class<?> channel = channel(loader);
            ClassLoader netty = channel.getClassLoader();
            return netty != null && netty.getResource(ExchangedMethods.HANDLER + ".class") != null &&
                    prepare(netty, channel.getProtectionDomain()) ? channel : null;
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /**
     * Whether a class of this class loader can call {@code Exchange} by its name. Not if a bundle names what it
     * imports. Modules can in the application's class loader, where the JVM lets what is changed read what has no name.
     */
    private static boolean seesExchange(ClassLoader loader, Class<?> channel) throws Exception {
        try {
            Class<?> exchange = loader.loadClass(Inside.EXCHANGE.replace('/', '.'));
            return exchange.getClassLoader() == channel.getClassLoader() &&
                    (loader == ClassLoader.getSystemClassLoader() || Inside.areTogether(channel, exchange));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
