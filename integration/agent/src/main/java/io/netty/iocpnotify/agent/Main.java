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

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Properties;
import java.util.TreeSet;

/** {@code java -jar}: says what is inside, and what a program would get on this machine. */
public final class Main {

    private static final String[] PROVIDERS = { "system", "afd" };

    /**
     * Prints it. Ends with 0 if programs would get the transport, else with 1.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws IOException {
        System.exit(print(System.out) ? 0 : 1);
    }

    static boolean print(PrintStream out) throws IOException {
        out.println("netty-transport-iocpnotify-agent " + Agent.version());
        out.println("inside: " + inside());
        out.println("system: " + System.getProperty("os.name") + ' ' + System.getProperty("os.version") + ", " +
                System.getProperty("os.arch") + ", Java " + System.getProperty("java.version"));
        String refusal = Agent.refusal(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
        String provider = null;
        if (refusal == null) {
            try {
                provider = provider(out);
            } catch (Throwable t) {
                refusal = "the library cannot be used: " + t;
            }
        }
        if (provider == null) {
            out.println("programs get: NIO" + (refusal == null ? "" : ", because " + refusal));
            return false;
        }
        out.println("programs get: the transport iocpnotify, provider " + provider);
        out.println("use it: java -javaagent:" + Inside.jar().getName() + " -jar PROGRAM.jar");
        return true;
    }

    /** The artifacts in the jar, as the build has written them down. */
    private static String inside() throws IOException {
        Properties versions = new Properties();
        InputStream in = Main.class.getResourceAsStream("/META-INF/iocpnotify-agent.properties");
        if (in != null) {
            try {
                versions.load(in);
            } finally {
                in.close();
            }
        }
        StringBuilder text = new StringBuilder();
        for (String name : new TreeSet<String>(versions.stringPropertyNames())) {
            text.append(text.length() == 0 ? "" : ", ").append(name).append(' ').append(versions.getProperty(name));
        }
        for (String arch : new String[] { "x86_64", "aarch_64" }) {
            boolean there = Main.class.getResource('/' + Inside.FOLDER +
                    "META-INF/native/netty_transport_native_iocpnotify_windows_" + arch + ".dll") != null;
            text.append(there ? ", library for " : ", no library for ").append(arch);
        }
        return text.toString();
    }

    /** The first provider whose self-test succeeds, as the transport chooses it, or {@code null}. */
    private static String provider(PrintStream out) throws Exception {
        Class<?> natives = new LibraryLoader().load();
        Method choose = method(natives, "choose", String.class);
        Method check = method(natives, "check");
        Method missing = method(natives, "missing");
        String chosen = null;
        for (String name : PROVIDERS) {
            int error = (Integer) invoke(choose, name);
            String outcome;
            if (error < 0) {
                outcome = "not here, missing is " + invoke(missing) + " (error " + -error + ')';
            } else {
                error = (Integer) invoke(check);
                outcome = error == 0 ? "self-test passed" :
                        (error < 0 ? "self-test failed at " : "could not be tested at ") + invoke(missing) +
                                " (error " + Math.abs(error) + ')';
                if (chosen == null && error >= 0) {
                    chosen = name;
                }
                invoke(choose, (Object) null);
            }
            out.println("provider " + name + ": " + outcome);
        }
        return chosen;
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) throws NoSuchMethodException {
        Method method = type.getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    private static Object invoke(Method method, Object... arguments) throws Exception {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception ? (Exception) e.getCause() : new IllegalStateException(e);
        }
    }

    private Main() { }

    /** Has the classes with native methods alone. They need no Netty, but for what initialises one of them. */
    private static final class LibraryLoader extends ClassLoader {

        private static final String LOADER = Inside.NATIVES + "NativePort";

        LibraryLoader() {
            super(null);
        }

        /** Loads the library, and returns the class that chooses a provider. */
        Class<?> load() throws Exception {
            String path = Inside.extractLibrary().getAbsolutePath();
            Class<?> natives = loadClass(LOADER.replace('/', '.'));
            Method load = natives.getDeclaredMethod("loadLibrary", String.class);
            load.setAccessible(true);
            invoke(load, path);
            return natives;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String path = name.replace('.', '/');
            try {
                byte[] bytes = path.startsWith(Inside.NATIVES + "Native") ?
                        Inside.read(Inside.FOLDER + path + ".class") : null;
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                bytes = nativesAlone(bytes, path.equals(LOADER));
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        /** Leaves out what is not native. One class gets a method that loads the library, for this class loader. */
        private static byte[] nativesAlone(byte[] bytes, final boolean loads) {
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            new ClassReader(bytes).accept(new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                                 String[] exceptions) {
                    return (access & Opcodes.ACC_NATIVE) == 0 ? null :
                            super.visitMethod(access, name, descriptor, signature, exceptions);
                }

                @Override
                public void visitEnd() {
                    if (loads) {
                        MethodVisitor load = super.visitMethod(Opcodes.ACC_STATIC, "loadLibrary",
                                "(Ljava/lang/String;)V", null, null);
                        load.visitCode();
                        load.visitVarInsn(Opcodes.ALOAD, 0);
                        load.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/System", "load",
                                "(Ljava/lang/String;)V", false);
                        load.visitInsn(Opcodes.RETURN);
                        load.visitMaxs(0, 0);
                        load.visitEnd();
                    }
                    super.visitEnd();
                }
            }, ClassReader.SKIP_DEBUG);
            return writer.toByteArray();
        }
    }
}
