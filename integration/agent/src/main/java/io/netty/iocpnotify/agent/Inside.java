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
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * What the jar has inside, where no class loader finds it: the classes of the transport, those that work for it beside
 * Netty, and the libraries. The classes are defined in the class loader that has Netty. There they link to the Netty of
 * the program, and nothing in the program has to find them by a search.
 */
final class Inside {

    /** The folder in the jar. */
    static final String FOLDER = "inside/";
    static final String TRANSPORT = "io/netty/channel/iocpnotify/";
    /** Where its classes with native methods are. */
    static final String NATIVES = TRANSPORT + "winsock/";
    static final String EXCHANGE = "io/netty/channel/iocpnotify/agent/Exchange";
    private static final String LOADER = "io/netty/util/internal/NativeLibraryLoader";
    private static final String TEMPORARY = "netty-iocpnotify-agent-";

    private final Instrumentation instrumentation;
    private final Method defineClass;

    /** @param instrumentation opens {@code java.lang}, where class loaders keep their way to define a class */
    Inside(Instrumentation instrumentation) throws ReflectiveOperationException {
        this.instrumentation = instrumentation;
        open();
        defineClass = ClassLoader.class.getDeclaredMethod("defineClass", String.class, byte[].class, int.class,
                int.class, ProtectionDomain.class);
        defineClass.setAccessible(true);
    }

    /** There are no modules in Java 8, and nothing to open. */
    private void open() throws ReflectiveOperationException {
        Object base = module(ClassLoader.class);
        if (base != null) {
            change(base, Collections.emptySet(),
                    Collections.singletonMap("java.lang", Collections.singleton(module(Inside.class))));
        }
    }

    /** Lets the module of a class of Netty, if it is of one, use the class that its methods call from now on. */
    void letUse(Class<?> netty, Class<?> exchange) throws ReflectiveOperationException {
        Object module = module(netty);
        if (module != module(exchange)) {
            change(module, Collections.singleton(module(exchange)), Collections.emptyMap());
        }
    }

    /** Whether a class is of the same module as another. */
    static boolean areTogether(Class<?> type, Class<?> other) throws ReflectiveOperationException {
        return module(type) == module(other);
    }

    private static Object module(Class<?> type) throws ReflectiveOperationException {
        try {
            return Class.class.getMethod("getModule").invoke(type);
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private void change(Object module, Set<?> reads, Map<?, ?> opens) throws ReflectiveOperationException {
        Method redefine = Instrumentation.class.getMethod("redefineModule", module.getClass(), Set.class, Map.class,
                Map.class, Set.class, Map.class);
        redefine.invoke(instrumentation, module, reads, Collections.emptyMap(), opens, Collections.emptySet(),
                Collections.emptyMap());
    }

    /** The jar that the agent is in. */
    static File jar() throws IOException {
        try {
            URL location = Inside.class.getProtectionDomain().getCodeSource().getLocation();
            return new File(location.toURI());
        } catch (Exception e) {
            throw new IOException("where the agent's jar is cannot be told", e);
        }
    }

    /** Returns the bytes of a file in the jar, or {@code null} if there is none. */
    static byte[] read(String path) throws IOException {
        InputStream in = Inside.class.getResourceAsStream('/' + path);
        if (in == null) {
            return null;
        }
        try {
            return readAll(in);
        } finally {
            in.close();
        }
    }

    static byte[] readAll(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            out.write(buffer, 0, count);
        }
        return out.toByteArray();
    }

    /** Defines the class that Netty's exchanged methods call, and what is nested in it. None extends one of Netty's. */
    Class<?> defineExchange(ClassLoader loader, ProtectionDomain domain) throws Exception {
        for (String nested : new String[] { "$Holder", "$Plain", "$ForPrograms" }) {
            define(loader, (EXCHANGE + nested).replace('/', '.'), read(FOLDER + EXCHANGE + nested + ".class"), domain);
        }
        return define(loader, EXCHANGE.replace('/', '.'), read(FOLDER + EXCHANGE + ".class"), domain);
    }

    /**
     * Defines all other classes in the class loader of {@code exchange}.
     *
     * @param withTransport whether the classes of the transport are needed; a program may have brought its own
     */
    void defineAll(Class<?> exchange, boolean withTransport) throws Exception {
        Map<String, byte[]> classes = new LinkedHashMap<String, byte[]>();
        JarFile jar = new JarFile(jar());
        try {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (!name.startsWith(FOLDER) || !name.endsWith(".class") || name.contains("-info")) {
                    continue;
                }
                name = name.substring(FOLDER.length(), name.length() - ".class".length());
                boolean ofAgent = name.startsWith(TRANSPORT + "agent/");
                if (!name.startsWith(EXCHANGE) && (ofAgent || withTransport)) {
                    InputStream in = jar.getInputStream(entry);
                    try {
                        classes.put(name, readAll(in));
                    } finally {
                        in.close();
                    }
                }
            }
        } finally {
            jar.close();
        }
        for (String name : new ArrayList<String>(classes.keySet())) {
            defineWithSupertypes(exchange, name, classes);
        }
    }

    /** A class loader does not find what is defined by hand: so what a class extends is defined before it. */
    private void defineWithSupertypes(Class<?> exchange, String name, Map<String, byte[]> classes) throws Exception {
        byte[] bytes = classes.remove(name);
        if (bytes == null) {
            return;
        }
        ClassReader reader = new ClassReader(bytes);
        List<String> above = new ArrayList<String>();
        above.add(reader.getSuperName());
        Collections.addAll(above, reader.getInterfaces());
        for (String type : above) {
            defineWithSupertypes(exchange, type, classes);
        }
        if (name.equals(NATIVES + "Native")) {
            bytes = loadingLibraryByExchange(reader);
        }
        try {
            define(exchange.getClassLoader(), name.replace('/', '.'), bytes, exchange.getProtectionDomain());
        } catch (NoClassDefFoundError e) {
            // It is for a library that the program does not have, such as Micrometer. Then nobody uses it.
            if (above.toString().contains(TRANSPORT)) {
                throw e;
            }
        }
    }

    private Class<?> define(ClassLoader loader, String name, byte[] bytes, ProtectionDomain domain) throws Exception {
        try {
            return (Class<?>) defineClass.invoke(loader, name, bytes, 0, bytes.length, domain);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error) {
                throw (Error) e.getCause();
            }
            throw (Exception) e.getCause();
        }
    }

    /**
     * The class {@code Native} loads the library by a class of Netty that looks for it among the resources. Here it is
     * told the file instead.
     */
    private static byte[] loadingLibraryByExchange(ClassReader reader) {
        ClassWriter writer = new ClassWriter(reader, 0);
        final boolean[] found = new boolean[1];
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                             String[] exceptions) {
                return new MethodVisitor(api, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                    @Override
                    public void visitMethodInsn(int opcode, String owner, String name, String descriptor,
                                                boolean isInterface) {
                        if (owner.equals(LOADER) && name.equals("load")) {
                            found[0] = true;
                            super.visitMethodInsn(opcode, EXCHANGE, "loadLibrary", descriptor, false);
                        } else {
                            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                        }
                    }
                };
            }
        }, 0);
        if (!found[0]) {
            throw new IllegalStateException("the class that loads the library is another one than expected");
        }
        return writer.toByteArray();
    }

    /** Copies the library out of the jar, into a folder of its own. A JVM lets one class loader only load a file. */
    static File extractLibrary() throws IOException {
        String arch = Agent.nettyArch(System.getProperty("os.arch", ""));
        String name = "netty_transport_native_iocpnotify_windows_" + arch + ".dll";
        byte[] bytes = read(FOLDER + "META-INF/native/" + name);
        if (bytes == null) {
            throw new IOException("the agent's jar has no library for " + arch);
        }
        deleteOld();
        Path folder = Files.createTempDirectory(TEMPORARY);
        Path file = folder.resolve(name);
        Files.write(file, bytes);
        folder.toFile().deleteOnExit();
        file.toFile().deleteOnExit();
        return file.toFile();
    }

    /** Windows deletes no library that is loaded. So what a JVM has left is deleted by a later one. */
    private static void deleteOld() {
        File[] folders = new File(System.getProperty("java.io.tmpdir", ".")).listFiles(
                (folder, name) -> name.startsWith(TEMPORARY));
        if (folders == null) {
            return;
        }
        for (File folder : folders) {
            // Another JVM may be about to load a new one.
            if (System.currentTimeMillis() - folder.lastModified() > TimeUnit.HOURS.toMillis(1)) {
                File[] files = folder.listFiles();
                boolean deleted = true;
                for (File file : files == null ? new File[0] : files) {
                    deleted &= file.delete();
                }
                if (deleted && !folder.delete()) {
                    // Somebody else has deleted it.
                    continue;
                }
            }
        }
    }
}
