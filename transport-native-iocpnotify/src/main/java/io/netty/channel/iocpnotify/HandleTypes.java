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

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.loop.CompletionRegistration;
import io.netty.channel.iocpnotify.loop.CompletionRegistration.CompletionPacket;
import io.netty.channel.iocpnotify.loop.LoopCompletions;
import io.netty.channel.iocpnotify.loop.LoopRegistrations;
import io.netty.channel.iocpnotify.loop.PortHandle;
import io.netty.channel.iocpnotify.loop.PortHandle.ChannelHandle;
import io.netty.channel.iocpnotify.loop.PortHandle.SocketHandle;
import io.netty.channel.iocpnotify.loop.SocketRegistration.SocketEvents;
import io.netty.util.internal.StringUtil;

/** The types of handles that users and channels register, and of the events they get. The event loop has its own. */
final class HandleTypes {

    static boolean isCompatible(Class<? extends IoHandle> handleType) {
        return ChannelHandle.class.isAssignableFrom(handleType) ||
                IocpNotifyIoHandle.class.isAssignableFrom(handleType) ||
                IocpNotifyCompletionHandle.class.isAssignableFrom(handleType);
    }

    /** In the loop. */
    static IoRegistration register(LoopRegistrations loop, IoHandle handle) {
        if (handle instanceof ChannelHandle) {
            return loop.register((ChannelHandle) handle);
        }
        if (handle instanceof IocpNotifyCompletionHandle) {
            PortHandle port = new OfUser((IocpNotifyCompletionHandle) handle);
            LoopCompletions completions = loop.completions;
            return completions.register(port, key -> new Completions(completions, port, key));
        }
        if (!(handle instanceof IocpNotifyIoHandle)) {
            throw new IllegalArgumentException("IoHandle of type " + StringUtil.simpleClassName(handle) +
                    " not supported (expected: " + StringUtil.simpleClassName(IocpNotifyIoHandle.class) + " or " +
                    StringUtil.simpleClassName(IocpNotifyCompletionHandle.class) + ')');
        }
        return loop.register(new OfUser((IocpNotifyIoHandle) handle));
    }

    /** What users register. Before Netty 4.2.7 {@link IoHandle} lacks these methods, so they are declared here. */
    interface UserHandle extends IoHandle {

        @Override
        default void registered() { }

        @Override
        default void unregistered() { }
    }

    /** A handle of a user as a loop knows it. */
    static final class OfUser implements SocketHandle {

        private final UserHandle handle;

        OfUser(UserHandle handle) {
            this.handle = handle;
        }

        @Override
        public void registered() {
            handle.registered();
        }

        @Override
        public void unregistered() {
            handle.unregistered();
        }

        @Override
        public void handle(IoRegistration registration, IoEvent event) {
            handle.handle(registration, event);
        }

        @Override
        public void close() throws Exception {
            handle.close();
        }

        @Override
        public long socket() {
            return ((IocpNotifyIoHandle) handle).socket();
        }

        @Override
        public String toString() {
            return handle.toString();
        }
    }

    /** For one loop, which has one event at a time. */
    static final class Events implements SocketEvents, IocpNotifyIoHandle.Event {

        private IocpNotifyIoOps ops;
        private Throwable failure;

        @Override
        public int bits(IoOps ops) {
            if (!(ops instanceof IocpNotifyIoOps)) {
                throw new IllegalArgumentException("IoOps of type " + StringUtil.simpleClassName(ops) +
                        " not supported (expected: " + StringUtil.simpleClassName(IocpNotifyIoOps.class) + ')');
            }
            return ((IocpNotifyIoOps) ops).value;
        }

        @Override
        public IoEvent event(int bits, Throwable failure) {
            ops = IocpNotifyIoOps.valueOf(bits);
            this.failure = failure;
            return this;
        }

        @Override
        public IocpNotifyIoOps ops() {
            return ops;
        }

        @Override
        public Throwable failure() {
            return failure;
        }

        @Override
        public String toString() {
            return "IocpNotifyIoHandle.Event(" + ops + ", failure: " + failure + ')';
        }
    }

    private static final class Completions extends CompletionRegistration
            implements IocpNotifyCompletionHandle.Registration {

        Completions(LoopCompletions loop, PortHandle handle, long key) {
            super(loop, handle, key);
        }

        @Override
        protected CompletionPacket newPacket() {
            return new Completion();
        }
    }

    private static final class Completion extends CompletionPacket implements IocpNotifyCompletionHandle.Event { }

    private HandleTypes() { }
}
