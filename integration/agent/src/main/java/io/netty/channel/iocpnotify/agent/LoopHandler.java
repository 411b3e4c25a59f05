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
package io.netty.channel.iocpnotify.agent;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.IocpNotifyCounts;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * The handler of one event loop in the place of NIO's. It hands all work to the handler of the transport, or to that of
 * NIO, if its group is for NIO. The event loop calls it in its thread. Any thread may call {@link #wakeup},
 * {@link #isCompatible}, {@link #nioHandler} and {@link #counts}.
 */
final class LoopHandler implements IoHandler {

    private final GroupLoops group;
    private final ThreadAwareExecutor executor;
    /**
     * What does the work. Written by the event loop, when NIO takes over. Read by threads that have added a task, to
     * wake it. One that still reads the other handler has added its task before, and the loop looks for tasks again.
     */
    private volatile IoHandler current;
    /** Serves channels of NIO beside those of the transport; {@code null} as long as there are none. */
    private NioBridge bridge;
    /** For those who ask for a selector that there is not. Guarded by this. */
    private NioIoHandler shown;

    LoopHandler(GroupLoops group, ThreadAwareExecutor executor, IoHandler transport) {
        this.group = group;
        this.executor = executor;
        current = transport;
    }

    GroupLoops group() {
        return group;
    }

    static boolean isNioHandler(Object type) {
        return type == NioIoHandler.class;
    }

    @Override
    public void initialize() {
        current.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        return current.run(context);
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        if (handle instanceof NioIoHandle) {
            return registerNio((NioIoHandle) handle);
        }
        if (!current.isCompatible(handle.getClass()) || !group.takeTransport()) {
            throw new IllegalArgumentException("a handle of the type " + handle.getClass().getName() +
                    " in a group for NIO");
        }
        return current.register(handle);
    }

    private IoRegistration registerNio(NioIoHandle handle) throws Exception {
        if (group.takeNio("a group for " + describe(handle))) {
            if (current instanceof IocpNotifyIoHandler) {
                IoHandler before = current;
                IoHandler nio = group.newNioHandler(executor);
                nio.initialize();
                current = nio;
                before.prepareToDestroy();
                before.destroy();
            }
            return current.register(handle);
        }
        if (bridge == null) {
            bridge = new NioBridge(executor);
            Exchange.line("channels of NIO are served by a thread of their own beside the transport: " +
                    describe(handle));
        }
        return bridge.register(handle);
    }

    private static String describe(NioIoHandle handle) {
        return handle.selectableChannel().getClass().getName() + " of " + handle.getClass().getName();
    }

    @Override
    public void prepareToDestroy() {
        if (bridge != null) {
            bridge.closeAll();
        }
        current.prepareToDestroy();
    }

    @Override
    public void destroy() {
        if (bridge != null) {
            bridge.destroy();
        }
        current.destroy();
        synchronized (this) {
            if (shown != null) {
                shown.destroy();
            }
        }
        group.ended(this);
    }

    @Override
    public void wakeup() {
        current.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return NioIoHandle.class.isAssignableFrom(handleType) || current.isCompatible(handleType) && !group.isOnNio();
    }

    /** Returns the handler that does the work, if it is NIO's, or else one that has nothing to do. */
    NioIoHandler nioHandler() {
        IoHandler handler = current;
        if (handler instanceof NioIoHandler) {
            return (NioIoHandler) handler;
        }
        synchronized (this) {
            if (shown == null) {
                shown = (NioIoHandler) group.newNioHandler(executor);
            }
            return shown;
        }
    }

    /** What the transport has counted here; {@code null} on NIO. */
    IocpNotifyCounts counts() {
        IoHandler handler = current;
        return handler instanceof IocpNotifyIoHandler ? ((IocpNotifyIoHandler) handler).counts() : null;
    }
}
