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

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Changes the methods of {@link ExchangedMethods} in one class. Each asks {@code Exchange} first, and goes on as before
 * if that has no answer. No field and no method is added, so that classes can be changed that are loaded already.
 */
final class NettyMethods extends ClassVisitor {

    private static final String OBJECT = "Ljava/lang/Object;";

    private final String owner;
    private final Set<String> missing;

    NettyMethods(ClassVisitor next, String owner) {
        super(Opcodes.ASM9, next);
        this.owner = owner;
        missing = new TreeSet<String>(Arrays.asList(ExchangedMethods.of(owner)));
    }

    /** What was not found; {@code null} if nothing is missing. */
    String missing() {
        return missing.isEmpty() ? null : missing.iterator().next();
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
                                     String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        // Bridges have the same arguments, but another result.
        if ((access & Opcodes.ACC_SYNTHETIC) != 0 ||
                !missing.remove(name + descriptor.substring(0, descriptor.indexOf(')') + 1))) {
            return next;
        }
        if (owner.equals(ExchangedMethods.BOOTSTRAP)) {
            return new NewChannel(next);
        }
        return new Question(next, name, descriptor);
    }

    /** Takes the channel of {@code Exchange} in the place of the factory's. */
    private static final class NewChannel extends MethodVisitor {

        NewChannel(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (name.equals("newChannel") && owner.endsWith("/ChannelFactory")) {
                visitVarInsn(Opcodes.ALOAD, 0);
                ask(this, "newChannel", '(' + OBJECT + OBJECT + ')' + OBJECT);
                visitTypeInsn(Opcodes.CHECKCAST, "io/netty/channel/Channel");
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }

    private static void ask(MethodVisitor visitor, String name, String descriptor) {
        visitor.visitMethodInsn(Opcodes.INVOKESTATIC, Inside.EXCHANGE, name, descriptor, false);
    }

    /** Asks at the beginning of a method. */
    private final class Question extends MethodVisitor {

        private final String name;
        private final String descriptor;

        Question(MethodVisitor next, String name, String descriptor) {
            super(Opcodes.ASM9, next);
            this.name = name;
            this.descriptor = descriptor;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            switch (owner) {
                case ExchangedMethods.HANDLER:
                    visitVarInsn(Opcodes.ALOAD, 0);
                    visitVarInsn(Opcodes.ALOAD, 1);
                    returnAnswer("newFactory", 2);
                    break;
                case ExchangedMethods.FACTORY:
                    visitVarInsn(Opcodes.ALOAD, 0);
                    visitFieldInsn(Opcodes.GETFIELD, owner, "constructor", "Ljava/lang/reflect/Constructor;");
                    returnAnswer("newChannelByConstructor", 1);
                    break;
                case ExchangedMethods.LOOP:
                    visitVarInsn(Opcodes.ALOAD, 0);
                    visitFieldInsn(Opcodes.GETFIELD, owner, "ioHandler", "Lio/netty/channel/IoHandler;");
                    if (name.equals("ioHandler")) {
                        returnAnswer("nioHandler", 1);
                    } else {
                        visitVarInsn(Opcodes.ALOAD, 1);
                        returnTrue("isNioHandler");
                    }
                    break;
                case ExchangedMethods.SHARED_LOOP:
                    visitVarInsn(Opcodes.ALOAD, 0);
                    visitVarInsn(Opcodes.ALOAD, 1);
                    returnTrue("isNioEventLoop");
                    break;
                case ExchangedMethods.UNSAFE:
                    visitVarInsn(Opcodes.ALOAD, 0);
                    visitFieldInsn(Opcodes.GETFIELD, owner, "this$0", "Lio/netty/channel/AbstractChannel;");
                    visitVarInsn(Opcodes.ALOAD, 1);
                    ask(this, "eventLoop", '(' + OBJECT + OBJECT + ')' + OBJECT);
                    visitTypeInsn(Opcodes.CHECKCAST, "io/netty/channel/EventLoop");
                    visitVarInsn(Opcodes.ASTORE, 1);
                    break;
                default:
                    for (int i = 0; i < 4; i++) {
                        visitVarInsn(Opcodes.ALOAD, i);
                    }
                    returnAnswer("newEventLoop", 4);
            }
        }

        private void returnAnswer(String question, int arguments) {
            StringBuilder types = new StringBuilder("(");
            for (int i = 0; i < arguments; i++) {
                types.append(OBJECT);
            }
            ask(this, question, types.append(')').append(OBJECT).toString());
            visitInsn(Opcodes.DUP);
            Label none = new Label();
            visitJumpInsn(Opcodes.IFNULL, none);
            String result = descriptor.substring(descriptor.indexOf(')') + 2, descriptor.length() - 1);
            visitTypeInsn(Opcodes.CHECKCAST, result);
            visitInsn(Opcodes.ARETURN);
            visitLabel(none);
            visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] { "java/lang/Object" });
            visitInsn(Opcodes.POP);
        }

        private void returnTrue(String question) {
            ask(this, question, '(' + OBJECT + OBJECT + ")Z");
            Label no = new Label();
            visitJumpInsn(Opcodes.IFEQ, no);
            visitInsn(Opcodes.ICONST_1);
            visitInsn(Opcodes.IRETURN);
            visitLabel(no);
            visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            // The method may begin with a frame of its own, and there is one at most for each instruction.
            visitInsn(Opcodes.NOP);
        }
    }
}
