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
package io.netty.iocpnotify.faults;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Puts a call of {@link AllocationSites#reached(int)} to each place in the transport's classes that allocates: where
 * an object, an array or a lambda is made, and where something is added to a collection, which may have to grow.
 */
public final class AllocationAgent implements ClassFileTransformer {

    private static final String PACKAGE = "io/netty/channel/iocpnotify/";
    private static final String SITES = "io/netty/iocpnotify/faults/AllocationSites";

    private static final Set<String> GROWING = new HashSet<String>(Arrays.asList(
            "add", "addLast", "addFirst", "offer", "push", "put", "putIfAbsent", "computeIfAbsent", "toArray",
            "copyOf", "copyOfRange", "schedule", "scheduleWithFixedDelay", "execute", "allocate", "directBuffer",
            "newPromise", "addListener", "setCurrentExecutor"));

    public static void premain(String arguments, Instrumentation instrumentation) {
        instrumentation.addTransformer(new AllocationAgent());
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
                            byte[] bytes) {
        if (name == null || !name.startsWith(PACKAGE) || name.contains("Test")) {
            return null;
        }
        try {
            ClassReader reader = new ClassReader(bytes);
            ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
            reader.accept(new Sites(writer, name.substring(name.lastIndexOf('/') + 1)), 0);
            return writer.toByteArray();
        } catch (Throwable t) {
            // What is thrown from here the JVM keeps to itself.
            t.printStackTrace();
            throw t;
        }
    }

    private static final class Sites extends ClassVisitor {
        private final String type;

        Sites(ClassVisitor next, String type) {
            super(Opcodes.ASM9, next);
            this.type = type;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            // A class whose initialiser has failed is lost for good, whatever one does.
            return name.equals("<clinit>") ? next : new MethodSites(next, type + '.' + name);
        }
    }

    private static final class MethodSites extends MethodVisitor {
        private final String method;
        private int line;

        MethodSites(MethodVisitor next, String method) {
            super(Opcodes.ASM9, next);
            this.method = method;
        }

        @Override
        public void visitLineNumber(int line, Label start) {
            this.line = line;
            super.visitLineNumber(line, start);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.ANEWARRAY) {
                reached("new " + type + "[]");
            }
            super.visitTypeInsn(opcode, type);
            if (opcode == Opcodes.NEW) {
                // Behind the instruction, because stack maps name it by its address. No constructor has run.
                reached("new " + type);
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                reached("new array");
            }
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            reached("new " + descriptor);
            super.visitMultiANewArrayInsn(descriptor, dimensions);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            reached("lambda " + name);
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (GROWING.contains(name) && (owner.startsWith("java/util/") || owner.startsWith("io/netty/")) &&
                    !owner.startsWith(PACKAGE)) {
                reached(owner.substring(owner.lastIndexOf('/') + 1) + '.' + name);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        private void reached(String what) {
            super.visitLdcInsn(AllocationSites.add(method + ':' + line + ' ' + what));
            super.visitMethodInsn(Opcodes.INVOKESTATIC, SITES, "reached", "(I)V", false);
        }
    }
}
