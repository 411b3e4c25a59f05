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
package io.netty.channel.iocpnotify.loop;

import io.netty.channel.Channel;
import io.netty.channel.IoHandle;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.winsock.NettyRelease;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandle;
import io.netty.channel.local.LocalServerChannel;
import io.netty.util.concurrent.ThreadAwareExecutor;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The handles of Netty's channels within a process, {@code LocalChannel} and {@code LocalServerChannel}, in one event
 * loop. They have no socket, and no packet comes for them: all that they need of a loop are its tasks, and to be closed
 * at its end. Used in the loop, except where a method says otherwise.
 */
public final class LocalHandles {

    /** What to do where such a handle is {@linkplain #isOutOfReach out of reach}. */
    public static final String WAY_OUT = "LocalChannel and LocalServerChannel need Netty 4.2.13 or later here; " +
            "before, give them a group of their own: " +
            "new MultiThreadIoEventLoopGroup(LocalIoHandler.newFactory())";

    /** Where the handles of older releases are, and nobody else's: their type is for that package alone. */
    private static final String PACKAGE = "io.netty.channel.local.";

    private final ThreadAwareExecutor executor;
    private Set<LocalIoHandle> open = IdentitySets.empty();

    LocalHandles(ThreadAwareExecutor executor) {
        this.executor = executor;
    }

    public static boolean isCompatible(Class<? extends IoHandle> handleType) {
        return NettyRelease.HAS_LOCAL_HANDLES && LocalIoHandle.class.isAssignableFrom(handleType);
    }

    /** Whether it is such a handle, but of a release of Netty that keeps it to itself. */
    public static boolean isOutOfReach(IoHandle handle) {
        return !NettyRelease.HAS_LOCAL_HANDLES && handle.getClass().getName().startsWith(PACKAGE);
    }

    /** Whether it is a channel with such a handle. Netty itself refuses it without a word of what to do. */
    public static boolean isOutOfReach(Channel channel) {
        return !NettyRelease.HAS_LOCAL_HANDLES &&
                (channel instanceof LocalChannel || channel instanceof LocalServerChannel);
    }

    IoRegistration register(LocalIoHandle handle) {
        open = IdentitySets.forAdding(open);
        if (!open.add(handle)) {
            throw new IllegalStateException(handle + " is registered already");
        }
        boolean success = false;
        try {
            handle.registered();
            success = true;
        } finally {
            if (!success) {
                open.remove(handle);
            }
        }
        return new Registration(handle);
    }

    int size() {
        return open.size();
    }

    void closeAll() {
        if (open.isEmpty()) {
            // As it always is with a release of Netty whose handles cannot be used, not even for an array of them.
            return;
        }
        for (LocalIoHandle handle : open.toArray(new LocalIoHandle[0])) {
            open.remove(handle);
            handle.closeNow();
        }
    }

    private final class Registration implements IoRegistration {

        private final LocalIoHandle handle;
        /** Set by any thread, once; taken back if the loop takes no task. */
        private final AtomicBoolean cancelled = new AtomicBoolean();

        Registration(LocalIoHandle handle) {
            this.handle = handle;
        }

        @Override
        public <T> T attachment() {
            return null;
        }

        @Override
        public long submit(IoOps ops) {
            throw new UnsupportedOperationException("a handle without a socket waits for nothing");
        }

        @Override
        public boolean isValid() {
            return !cancelled.get();
        }

        /** Any thread. */
        @Override
        public boolean cancel() {
            if (!cancelled.compareAndSet(false, true)) {
                return false;
            }
            if (executor.isExecutorThread(Thread.currentThread())) {
                leave();
            } else {
                boolean success = false;
                try {
                    executor.execute(this::leave);
                    success = true;
                } finally {
                    if (!success) {
                        cancelled.set(false);
                    }
                }
            }
            return true;
        }

        private void leave() {
            open.remove(handle);
            handle.unregistered();
        }
    }
}
