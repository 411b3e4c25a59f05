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

import io.netty.channel.iocpnotify.winsock.PlainNatives;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;

/**
 * Loads Netty's classes and those of this module, with two changes. Natives become calls of {@link PlainNatives}. And
 * other threads may run before each use of a field updater and of the clock. Fray has them run before each use of the
 * atomic classes, of volatile fields and of locks. It does not look into the updaters that the JDK makes. The clock
 * says nothing to other threads, but a thread can be stopped there as well.
 */
public final class ExploredClasses extends URLClassLoader {

    private static final String NATIVES = "io/netty/channel/iocpnotify/winsock/";

    ExploredClasses(URL[] classPath, ClassLoader parent) {
        super(classPath, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("io.netty.")) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        URL resource = findResource(name.replace('.', '/') + ".class");
        if (resource == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = resource.openStream()) {
            byte[] changed = change(in.readAllBytes());
            return defineClass(name, changed, 0, changed.length, (CodeSource) null);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static byte[] change(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        boolean hasNatives = reader.getClassName().startsWith(NATIVES + "Native");
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                             String[] exceptions) {
                if (hasNatives && (access & Opcodes.ACC_NATIVE) != 0) {
                    callInstead(super.visitMethod(access & ~Opcodes.ACC_NATIVE, name, descriptor, signature,
                            exceptions), name, descriptor);
                    return null;
                }
                return new MorePoints(super.visitMethod(access, name, descriptor, signature, exceptions));
            }
        }, 0);
        return writer.toByteArray();
    }

    private static void callInstead(MethodVisitor method, String name, String descriptor) {
        String natives = NATIVES + "PlainNatives";
        method.visitCode();
        int local = 0;
        for (Type type : Type.getArgumentTypes(descriptor)) {
            method.visitVarInsn(type.getOpcode(Opcodes.ILOAD), local);
            local += type.getSize();
        }
        method.visitMethodInsn(Opcodes.INVOKESTATIC, natives, name, descriptor, false);
        method.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
        method.visitMaxs(0, 0);
        method.visitEnd();
    }

    private static final class MorePoints extends MethodVisitor {

        MorePoints(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (opcode == Opcodes.INVOKEVIRTUAL && owner.startsWith("java/util/concurrent/atomic/Atomic") &&
                    owner.endsWith("FieldUpdater") || "java/lang/System".equals(owner) && "nanoTime".equals(name)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, "org/pastalab/fray/runtime/Runtime", "onYield",
                        "()V", false);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
