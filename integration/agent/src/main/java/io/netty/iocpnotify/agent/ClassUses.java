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
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

import java.util.Set;
import java.util.TreeSet;

/**
 * What one class of a program does with the channel classes of NIO. To name one for a bootstrap is nothing special. A
 * cast works with these classes alone. A test, and an object that is made and returned at once, can be exchanged.
 */
final class ClassUses {

    private static final String PREFIX = NioNames.CHANNELS;
    private static final String[] NAMES = { "SocketChannel", "ServerSocketChannel", "DatagramChannel" };

    /** The classes that are cast to. */
    private final Set<String> casts = new TreeSet<String>();
    private String superType;
    private boolean tests;
    private boolean makes;

    private ClassUses() { }

    /** The kind of channel that {@code Exchange} knows the class by, or -1. */
    private static int kind(String type) {
        switch (type) {
            case PREFIX + "SocketChannel":
                return 0;
            case PREFIX + "ServerSocketChannel":
                return 1;
            case PREFIX + "DatagramChannel":
                return 2;
            default:
                return -1;
        }
    }

    /** Whether no channel of the transport is of this type, but the channels that it takes the place of are. */
    private static boolean isNio(String type) {
        return kind(type) >= 0 || type.startsWith(NioNames.BASES);
    }

    static ClassUses of(byte[] bytes) {
        ClassUses uses = new ClassUses();
        new ClassReader(bytes).accept(new Finder(uses), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return uses;
    }

    /** Whether the class works with channels of NIO alone. */
    boolean needsNio() {
        return !casts.isEmpty() || superType != null;
    }

    boolean canBeRewritten() {
        return makes || tests;
    }

    String inWords() {
        return casts.isEmpty() ? "extends " + superType : "casts channels to " + casts.iterator().next();
    }

    private static String shortName(String type) {
        return type.substring(type.lastIndexOf('/') + 1);
    }

    private static final class Finder extends ClassVisitor {

        private final ClassUses uses;

        Finder(ClassUses uses) {
            super(Opcodes.ASM9);
            this.uses = uses;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName,
                          String[] interfaces) {
            if (kind(superName) >= 0) {
                uses.superType = shortName(superName);
            }
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                         String[] exceptions) {
            return new Sites(null, descriptor) {
                @Override
                void cast(String type) {
                    uses.casts.add(shortName(type));
                }

                @Override
                void test(String type, int kind) {
                    uses.tests = true;
                }

                @Override
                void make(int kind) {
                    uses.makes = true;
                }
            };
        }
    }

    /**
     * Exchanges what can be exchanged. Only for classes without a cast, so that no value is taken for a channel of NIO.
     *
     * @param linked whether the class can call {@code Exchange} by its name
     */
    static byte[] rewrite(byte[] bytes, final boolean linked) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                             String[] exceptions) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                return new Sites(next, descriptor) {
                    @Override
                    void test(String type, int kind) {
                        if (linked) {
                            number(kind);
                            next.visitMethodInsn(Opcodes.INVOKESTATIC, Inside.EXCHANGE, "isChannel",
                                    "(Ljava/lang/Object;I)Z", false);
                        } else {
                            findExchange(kind, "java/util/function/BiPredicate");
                            next.visitInsn(Opcodes.SWAP);
                            number(kind);
                            next.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf",
                                    "(I)Ljava/lang/Integer;", false);
                            next.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/util/function/BiPredicate", "test",
                                    "(Ljava/lang/Object;Ljava/lang/Object;)Z", true);
                        }
                    }

                    @Override
                    void make(int kind) {
                        next.visitInsn(Opcodes.POP2);
                        if (linked) {
                            number(kind);
                            next.visitMethodInsn(Opcodes.INVOKESTATIC, Inside.EXCHANGE, "newChannelOfKind",
                                    "(I)Ljava/lang/Object;", false);
                        } else {
                            findExchange(kind, "java/util/function/IntFunction");
                            number(kind);
                            next.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/util/function/IntFunction", "apply",
                                    "(I)Ljava/lang/Object;", true);
                        }
                        next.visitTypeInsn(Opcodes.CHECKCAST, result());
                    }

                    /** By the class loader of a class that this one names anyway. */
                    private void findExchange(int kind, String type) {
                        next.visitLdcInsn(Inside.EXCHANGE.replace('/', '.') + "$ForPrograms");
                        next.visitInsn(Opcodes.ICONST_1);
                        next.visitLdcInsn(Type.getObjectType(PREFIX + NAMES[kind]));
                        next.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Class", "getClassLoader",
                                "()Ljava/lang/ClassLoader;", false);
                        next.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Class", "forName",
                                "(Ljava/lang/String;ZLjava/lang/ClassLoader;)Ljava/lang/Class;", false);
                        next.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/Class", "newInstance",
                                "()Ljava/lang/Object;", false);
                        next.visitTypeInsn(Opcodes.CHECKCAST, type);
                    }

                    private void number(int kind) {
                        next.visitInsn(Opcodes.ICONST_0 + kind);
                    }
                };
            }
        }, 0);
        return writer.toByteArray();
    }

    /** Finds the places of one method. */
    private abstract static class Sites extends MethodVisitor {

        private final String result;
        /** The kind of a channel that was made by the last instruction; -1 if it was another one. */
        private int made = -1;

        Sites(MethodVisitor next, String descriptor) {
            super(Opcodes.ASM9, next);
            Type type = Type.getReturnType(descriptor);
            result = type.getSort() == Type.OBJECT ? type.getInternalName() : "";
        }

        void cast(String type) { }

        void test(String type, int kind) { }

        void make(int kind) { }

        final String result() {
            return result;
        }

        /** Whether any channel can be returned for this type. The JVM checks no interface when a method returns. */
        private boolean takesAnyChannel(int kind) {
            switch (result) {
                case "io/netty/channel/Channel":
                case "java/lang/Object":
                    return true;
                case "io/netty/channel/socket/SocketChannel":
                    return kind == 0;
                case "io/netty/channel/socket/ServerSocketChannel":
                case "io/netty/channel/ServerChannel":
                    return kind == 1;
                case "io/netty/channel/socket/DatagramChannel":
                    return kind == 2;
                default:
                    return false;
            }
        }

        /** The constructor is called when it is known what comes after it. */
        private void settle(boolean returned) {
            if (made >= 0) {
                int kind = made;
                made = -1;
                if (returned && takesAnyChannel(kind)) {
                    make(kind);
                    if (mv == null) {
                        return;
                    }
                } else if (mv != null) {
                    super.visitMethodInsn(Opcodes.INVOKESPECIAL, PREFIX + NAMES[kind], "<init>", "()V", false);
                }
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            settle(false);
            if (opcode == Opcodes.INVOKESPECIAL && kind(owner) >= 0 && descriptor.equals("()V")) {
                made = kind(owner);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            settle(false);
            if (opcode == Opcodes.CHECKCAST && isNio(type)) {
                cast(type);
            } else if (opcode == Opcodes.INSTANCEOF && isNio(type)) {
                if (kind(type) >= 0) {
                    test(type, kind(type));
                    return;
                }
            }
            super.visitTypeInsn(opcode, type);
        }

        @Override
        public void visitInsn(int opcode) {
            settle(opcode == Opcodes.ARETURN);
            super.visitInsn(opcode);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            settle(false);
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            settle(false);
            super.visitVarInsn(opcode, variable);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            settle(false);
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            settle(false);
            super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitLabel(Label label) {
            // Somebody may jump to the return behind it, with another value.
            settle(false);
            super.visitLabel(label);
        }

        @Override
        public void visitLdcInsn(Object value) {
            settle(false);
            super.visitLdcInsn(value);
        }

        @Override
        public void visitIincInsn(int variable, int increment) {
            settle(false);
            super.visitIincInsn(variable, increment);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, org.objectweb.asm.Handle bootstrap,
                                           Object... arguments) {
            settle(false);
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label fallback, Label... labels) {
            settle(false);
            super.visitTableSwitchInsn(min, max, fallback, labels);
        }

        @Override
        public void visitLookupSwitchInsn(Label fallback, int[] keys, Label[] labels) {
            settle(false);
            super.visitLookupSwitchInsn(fallback, keys, labels);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            settle(false);
            super.visitMultiANewArrayInsn(descriptor, dimensions);
        }
    }
}
