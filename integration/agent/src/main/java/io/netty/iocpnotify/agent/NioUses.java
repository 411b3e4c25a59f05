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
import org.objectweb.asm.Type;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.security.ProtectionDomain;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The classes of programs that work with channels of NIO alone, because they cast to them. A group keeps NIO if such a
 * class comes from the same place, a jar or a folder, as the code that uses the group. Any thread may use it.
 */
final class NioUses {

    /** So many classes are read at most to see what a handler may use. More of them would delay the start. */
    private static final int MOST_READ = 300;

    private final AgentLog log;
    private final List<Place> found = new CopyOnWriteArrayList<Place>();
    /** How many there are. {@code Exchange} decides anew when it has changed. */
    private final AtomicInteger count = new AtomicInteger();

    NioUses(AgentLog log) {
        this.log = log;
    }

    AtomicInteger count() {
        return count;
    }

    void add(ClassLoader loader, ProtectionDomain domain, String name, ClassUses uses) {
        add(new Place(loader, location(domain), name.replace('/', '.'), uses.inWords()));
    }

    private void add(Place place) {
        for (Place other : found) {
            if (other.name.equals(place.name) && other.isAt(place.loader.get(), place.location)) {
                return;
            }
        }
        found.add(place);
        count.incrementAndGet();
        log.detail(place.name + ' ' + place.uses);
    }

    /** Looks at a class that was loaded before the agent came. */
    void lookAt(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null || type.isArray() || type.getName().startsWith("io.netty.channel.")) {
            return;
        }
        try {
            byte[] bytes = bytes(loader, type.getName());
            if (bytes != null) {
                lookAt(loader, location(type.getProtectionDomain()), type.getName(), bytes);
            }
        } catch (Exception e) {
            log.detail(type.getName() + " cannot be read: " + e);
        }
    }

    private void lookAt(ClassLoader loader, String location, String name, byte[] bytes) {
        if (NioNames.areIn(bytes)) {
            ClassUses uses = ClassUses.of(bytes);
            if (uses.needsNio()) {
                add(new Place(loader, location, name, uses.inWords()));
            }
        }
    }

    /**
     * Says in words why a group keeps NIO.
     *
     * @param handlers the classes of its handlers. What they use is read, because it may not be loaded yet
     * @param callers the classes that make the channel
     * @return {@code null} if nothing is known against the transport
     */
    String reason(List<Class<?>> handlers, List<Class<?>> callers) {
        for (Class<?> handler : handlers) {
            readAhead(handler);
        }
        for (Place place : found) {
            for (List<Class<?>> types : Arrays.asList(handlers, callers)) {
                for (Class<?> type : types) {
                    if (place.isAt(type.getClassLoader(), location(type.getProtectionDomain()))) {
                        return place.name + ' ' + place.uses;
                    }
                }
            }
        }
        return null;
    }

    /** The first of all; for a channel of which nobody knows what it is for. */
    String anyReason() {
        return found.isEmpty() ? null : found.get(0).name + ' ' + found.get(0).uses;
    }

    /** Reads the classes that a handler names, and those that they name, as long as they come from the same place. */
    private void readAhead(Class<?> handler) {
        ClassLoader loader = handler.getClassLoader();
        String location = location(handler.getProtectionDomain());
        if (loader == null || handler.getName().startsWith("io.netty.handler.")) {
            return;
        }
        try {
            String file = handler.getName().replace('.', '/') + ".class";
            URL own = loader.getResource(file);
            if (own == null) {
                return;
            }
            // Each class loader has addresses of its own kind, which need not begin with that of the code source.
            String root = own.toString().substring(0, own.toString().length() - file.length())
                    .replaceFirst("META-INF/versions/\\d+/$", "");
            Set<String> known = new HashSet<String>();
            Deque<String> open = new ArrayDeque<String>();
            open.add(handler.getName());
            known.add(handler.getName());
            for (int read = 0; read < MOST_READ && !open.isEmpty(); read++) {
                String name = open.remove();
                URL resource = loader.getResource(name.replace('.', '/') + ".class");
                if (resource == null || !resource.toString().startsWith(root)) {
                    continue;
                }
                byte[] bytes = bytes(loader, name);
                if (bytes == null) {
                    continue;
                }
                lookAt(loader, location, name, bytes);
                namedClasses(bytes, known, open);
            }
        } catch (Exception e) {
            log.detail("what " + handler.getName() + " uses cannot be read: " + e);
        }
    }

    private static void namedClasses(byte[] bytes, Set<String> known, Deque<String> open) {
        ClassReader reader = new ClassReader(bytes);
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            // 7 marks a class, and the number of its name comes after it.
            if (at > 0 && reader.readByte(at - 1) == 7) {
                String name = Type.getObjectType(reader.readUTF8(at, buffer)).getClassName();
                if (!name.endsWith("[]") && !name.startsWith("java.") && known.add(name)) {
                    open.add(name);
                }
            }
        }
    }

    private static byte[] bytes(ClassLoader loader, String name) throws IOException {
        InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class");
        if (in == null) {
            return null;
        }
        try {
            return Inside.readAll(in);
        } finally {
            in.close();
        }
    }

    private static String location(ProtectionDomain domain) {
        if (domain == null || domain.getCodeSource() == null || domain.getCodeSource().getLocation() == null) {
            return null;
        }
        return domain.getCodeSource().getLocation().toString();
    }

    /** A class that needs NIO, and where it comes from. */
    private static final class Place {

        private final WeakReference<ClassLoader> loader;
        private final String location;
        private final String name;
        private final String uses;

        Place(ClassLoader loader, String location, String name, String uses) {
            this.loader = new WeakReference<ClassLoader>(loader);
            this.location = location;
            this.name = name;
            this.uses = uses;
        }

        boolean isAt(ClassLoader loader, String location) {
            return loader != null && this.loader.get() == loader &&
                    (this.location == null ? location == null : this.location.equals(location));
        }
    }
}
