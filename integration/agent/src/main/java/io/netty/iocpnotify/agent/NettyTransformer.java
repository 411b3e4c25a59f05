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

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sees each class before the JVM takes it. It exchanges methods of a few classes of Netty, and looks at what other
 * classes do with channels of NIO. The JVM calls it in any thread, and does not call it for classes that are loaded
 * inside of such a call.
 */
final class NettyTransformer implements ClassFileTransformer {

    private static final String HANDLER = "io/netty/channel/nio/NioIoHandler";
    private static final String GROUP = "io/netty/channel/nio/NioEventLoopGroup";
    private static final String AGENT = "io/netty/iocpnotify/agent/";
    /** Of Netty itself, and of the transport: they use channels of NIO as they must. */
    private static final String[] NOT_PROGRAMS = {
            "io/netty/channel/", "io/netty/bootstrap/", "io/netty/util/", "io/netty/buffer/", "io/netty/handler/",
            "io/netty/resolver/", "java/", "javax/", "jdk/", "sun/", "com/sun/"
    };

    private final AgentLog log;
    private final NioUses uses;
    private final AgentBridge bridge;
    private final Inside inside;
    private final boolean rewritesPrograms;
    /** The class loaders that have the class {@code Exchange}, or were refused it. Guarded by itself. */
    private final Map<ClassLoader, Boolean> prepared = new WeakHashMap<ClassLoader, Boolean>();
    private final Set<String> shaded = ConcurrentHashMap.newKeySet();

    NettyTransformer(AgentLog log, NioUses uses, AgentBridge bridge, Inside inside, boolean rewritesPrograms) {
        this.log = log;
        this.uses = uses;
        this.bridge = bridge;
        this.inside = inside;
        this.rewritesPrograms = rewritesPrograms;
    }

    /**
     * Loads all classes that it needs itself, by changing one. If it needed one for the first time while the JVM asks
     * about that very class, the JVM would define it twice.
     */
    void prepareItself() throws Exception {
        byte[] bytes = Inside.read(Inside.FOLDER + Inside.EXCHANGE + ".class");
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new NettyMethods(writer, HANDLER), 0);
        if (ClassUses.mentionsNioChannels(bytes) && !ClassUses.of(bytes).needsNio()) {
            ClassUses.rewrite(bytes, false);
        }
    }

    /** Whether the class is one of Netty's whose methods are exchanged. */
    boolean isExchanged(Class<?> type) {
        return type.getClassLoader() != null && NettyMethods.areExchangedIn(type.getName().replace('.', '/'));
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                            byte[] bytes) {
        if (loader == null || name == null || name.startsWith(AGENT)) {
            return null;
        }
        try {
            if (NettyMethods.areExchangedIn(name)) {
                return exchange(loader, name, domain, bytes);
            }
            if (name.endsWith(HANDLER) || name.endsWith(GROUP)) {
                tellOfShaded(name);
                return null;
            }
            return redefined == null && isProgram(name) ? lookAt(loader, name, domain, bytes) : null;
        } catch (Throwable t) {
            log.line("class " + name.replace('/', '.') + " stays as it is: " + t);
            return null;
        }
    }

    private byte[] exchange(ClassLoader loader, String name, ProtectionDomain domain, byte[] bytes) throws Exception {
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
                    if (loader.getResource(HANDLER + ".class") == null) {
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

    private void tellOfShaded(String name) {
        String prefix = name.substring(0, name.length() - (name.endsWith(HANDLER) ? HANDLER : GROUP).length());
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

    private byte[] lookAt(ClassLoader loader, String name, ProtectionDomain domain, byte[] bytes) throws Exception {
        if (!ClassUses.mentionsNioChannels(bytes)) {
            return null;
        }
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
            return netty != null && netty.getResource(HANDLER + ".class") != null &&
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
