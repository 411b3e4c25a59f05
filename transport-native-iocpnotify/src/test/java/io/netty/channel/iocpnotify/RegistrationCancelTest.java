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
import io.netty.channel.IoRegistration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A registration is cancelled once, by whichever thread.
 */
@Timeout(120)
@Tag("races")
class RegistrationCancelTest {

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void outsideTheLoop(LoopKind kind) throws Exception {
        EventLoopGroup group = kind.newGroup(1);
        try {
            IoEventLoop loop = ((IoEventLoopGroup) group).next();
            AtomicInteger unregistered = new AtomicInteger();
            IoRegistration registration = loop.register(new IdleHandle() {
                @Override
                public void unregistered() {
                    unregistered.incrementAndGet();
                }
            }).get(10, TimeUnit.SECONDS);
            assertTrue(registration.isValid());
            if (loop instanceof IocpNotifyEventLoop) {
                assertEquals(1, registered((IocpNotifyEventLoop) loop));
            }
            // The loop cannot see to it yet.
            CountDownLatch release = new CountDownLatch(1);
            loop.execute(() -> {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            try {
                assertTrue(registration.cancel());
                assertFalse(registration.isValid());
                assertEquals(-1, registration.submit(IocpNotifyIoOps.IN));
                assertFalse(registration.cancel());
            } finally {
                release.countDown();
            }
            loop.submit(() -> { }).sync();
            assertEquals(1, unregistered.get());
            if (loop instanceof IocpNotifyEventLoop) {
                assertEquals(0, registered((IocpNotifyEventLoop) loop));
            }
            assertFalse(registration.cancel());
        } finally {
            end(group);
        }
    }

    private static int registered(IocpNotifyEventLoop loop) throws Exception {
        return loop.submit(loop::registeredChannels).get(10, TimeUnit.SECONDS);
    }
}
