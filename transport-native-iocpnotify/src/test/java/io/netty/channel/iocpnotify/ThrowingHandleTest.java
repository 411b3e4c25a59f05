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

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Handles that are no channels, and throw where they are told of their end: that is the end all the same.
 */
@Timeout(120)
class ThrowingHandleTest {

    /** Of a socket; below, of completions. */
    private static class Handle extends IdleHandle {
        final AtomicInteger closed = new AtomicInteger();
        final AtomicInteger unregistered = new AtomicInteger();

        @Override
        public void close() {
            closed.incrementAndGet();
            throw new LinkageError("close");
        }

        @Override
        public void unregistered() {
            unregistered.incrementAndGet();
            throw new LinkageError("unregistered");
        }
    }

    private static final class CompletionHandle extends Handle implements IocpNotifyCompletionHandle { }

    private static void registerAndEnd(LoopKind kind, Handle... handles) throws Exception {
        EventLoopGroup group = kind.newGroup(1);
        IoEventLoop loop = ((IoEventLoopGroup) group).next();
        for (IoHandle handle : handles) {
            loop.register(handle).get(10, TimeUnit.SECONDS);
        }
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS);
        assertTrue(group.awaitTermination(20, TimeUnit.SECONDS), "the group does not end");
        for (Handle handle : handles) {
            assertEquals(1, handle.closed.get());
            assertEquals(1, handle.unregistered.get());
        }
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void sockets(LoopKind kind) throws Exception {
        registerAndEnd(kind, new Handle(), new Handle());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void completions(LoopKind kind) throws Exception {
        registerAndEnd(kind, new CompletionHandle(), new CompletionHandle());
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void both(LoopKind kind) throws Exception {
        registerAndEnd(kind, new Handle(), new CompletionHandle());
    }
}
