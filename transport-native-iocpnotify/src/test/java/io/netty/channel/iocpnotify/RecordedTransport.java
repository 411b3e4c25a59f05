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

import io.netty.channel.iocpnotify.winsock.Native;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The transport, changed so that it notes where it writes to volatile fields and atomic objects, and which of its
 * classes are on the stack when it does, or calls the system. It also notes where it copies bytes. All threads note,
 * while it is switched on.
 */
public final class RecordedTransport extends IsolatedTransport {

    private static final String TRANSPORT = "io.netty.channel.iocpnotify.";
    private static final String NOTES = Notes.class.getName().replace('.', '/');
    private static final String NATIVES = Native.class.getName().replace('.', '/');
    private static final Set<String> READS = new HashSet<String>(Arrays.asList("<init>", "get", "getAcquire",
            "getPlain", "getOpaque", "newUpdater", "length"));
    private static final Set<String> COPIES = new HashSet<String>(Arrays.asList("java/lang/System.arraycopy",
            "java/util/Arrays.copyOf", "java/util/Arrays.copyOfRange",
            "io/netty/util/internal/PlatformDependent.copyMemory", "io/netty/buffer/ByteBuf.copy",
            "io/netty/buffer/ByteBuf.getBytes", "io/netty/buffer/ByteBuf.readBytes",
            "io/netty/buffer/ByteBuf.setBytes", "io/netty/buffer/ByteBuf.writeBytes"));

    private final Map<String, Set<String>> volatiles = new ConcurrentHashMap<String, Set<String>>();
    private final URL tests;

    /** @param program of this module's tests, and loaded by this class loader, too */
    public RecordedTransport(Class<?> program) {
        super(testedLibrary());
        tests = location(program);
        addURL(tests);
    }

    /** What was noted. Loaded by the class loader of the changed classes, so that they find it. */
    public static final class Notes {
        private static final Map<String, LongAdder> CALLERS = new ConcurrentHashMap<String, LongAdder>();
        private static final Map<String, LongAdder> WRITTEN = new ConcurrentHashMap<String, LongAdder>();
        private static final Map<String, LongAdder> COPIED = new ConcurrentHashMap<String, LongAdder>();
        private static volatile boolean on;

        public static void callsOrWrites() {
            if (on) {
                StackWalker.getInstance().forEach(frame -> {
                    String type = frame.getClassName();
                    if (type.startsWith(TRANSPORT) && !type.equals(Notes.class.getName())) {
                        note(CALLERS, type.substring(type.lastIndexOf('.') + 1).replaceFirst("\\$.*", ""));
                    }
                });
            }
        }

        public static void writes(String place) {
            if (on) {
                note(WRITTEN, place);
                callsOrWrites();
            }
        }

        public static void copies(String place) {
            if (on) {
                note(COPIED, place);
            }
        }

        private static void note(Map<String, LongAdder> notes, String what) {
            notes.computeIfAbsent(what, key -> new LongAdder()).increment();
        }

        /** Begins anew, or ends. */
        public static void record(boolean begin) {
            if (begin) {
                CALLERS.clear();
                WRITTEN.clear();
                COPIED.clear();
            }
            on = begin;
        }

        public static Map<String, Long> callers() {
            return copy(CALLERS);
        }

        public static Map<String, Long> written() {
            return copy(WRITTEN);
        }

        public static Map<String, Long> copied() {
            return copy(COPIED);
        }

        private static Map<String, Long> copy(Map<String, LongAdder> notes) {
            Map<String, Long> copy = new TreeMap<String, Long>();
            notes.forEach((what, count) -> copy.put(what, count.sum()));
            return copy;
        }

        private Notes() { }
    }

    public void record(boolean begin) throws Exception {
        notes().getMethod("record", boolean.class).invoke(null, begin);
    }

    /** The classes on the stack when the transport has written or called the system, each with how many times. */
    public Map<String, Long> callers() throws Exception {
        return notes("callers");
    }

    /** The methods that have written, as {@code Class.method}, each with how many times it did. */
    public Map<String, Long> written() throws Exception {
        return notes("written");
    }

    /** The methods that have copied bytes, as {@code Class.method}, each with how many times it did. */
    public Map<String, Long> copied() throws Exception {
        return notes("copied");
    }

    @SuppressWarnings("unchecked")
    private Map<String, Long> notes(String kind) throws Exception {
        return (Map<String, Long>) notes().getMethod(kind).invoke(null);
    }

    private Class<?> notes() throws ClassNotFoundException {
        return loadClass(Notes.class.getName());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        URL resource = findResource(name.replace('.', '/') + ".class");
        if (!name.startsWith(TRANSPORT) || resource == null || resource.toString().startsWith(tests.toString())) {
            return super.findClass(name);
        }
        byte[] changed = change(read(resource));
        return defineClass(name, changed, 0, changed.length);
    }

    private static byte[] read(URL resource) {
        try (InputStream in = resource.openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] change(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        String type = reader.getClassName().substring(reader.getClassName().lastIndexOf('/') + 1);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                             String[] exceptions) {
                return new Noting(super.visitMethod(access, name, descriptor, signature, exceptions),
                        type + '.' + name);
            }
        }, 0);
        return writer.toByteArray();
    }

    private boolean isVolatile(String owner, String name) {
        return owner.startsWith(TRANSPORT.replace('.', '/')) &&
                volatiles.computeIfAbsent(owner, this::volatileFields).contains(name);
    }

    private Set<String> volatileFields(String owner) {
        Set<String> fields = new HashSet<String>();
        new ClassReader(read(findResource(owner + ".class"))).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public FieldVisitor visitField(int access, String name, String descriptor, String signature,
                                           Object value) {
                if ((access & Opcodes.ACC_VOLATILE) != 0) {
                    fields.add(name);
                }
                return null;
            }
        }, ClassReader.SKIP_CODE);
        return fields;
    }

    private final class Noting extends MethodVisitor {

        private final String method;

        Noting(MethodVisitor next, String method) {
            super(Opcodes.ASM9, next);
            this.method = method;
        }

        private void noteWrite() {
            note("writes");
        }

        private void note(String what) {
            visitLdcInsn(method);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, NOTES, what, "(Ljava/lang/String;)V", false);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            if ((opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) && !method.endsWith("init>") &&
                    isVolatile(owner, name)) {
                noteWrite();
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.startsWith("java/util/concurrent/atomic/") && !READS.contains(name)) {
                noteWrite();
            } else if (owner.startsWith(NATIVES)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, NOTES, "callsOrWrites", "()V", false);
            } else if (COPIES.contains(owner + '.' + name)) {
                note("copies");
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
