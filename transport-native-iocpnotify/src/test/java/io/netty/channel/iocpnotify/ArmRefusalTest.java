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
import io.netty.channel.IoHandler;
import io.netty.channel.IoRegistration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.channels.ClosedChannelException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

/** A handle whose socket the port refuses is told before the thread of its loop waits, and not by the next packet. */
@Timeout(120)
class ArmRefusalTest {

    @Test
    void isToldBeforeTheWait() throws Exception {
        IoHandler handler = IocpNotifyIoHandler.newFactory().newHandler(WaitingContext.ofOtherThreads());
        WaitingContext context = new WaitingContext(1, TimeUnit.HOURS);
        BlockingQueue<IocpNotifyIoHandle.Event> told = new LinkedBlockingQueue<IocpNotifyIoHandle.Event>();
        Thread loop = new Thread(() -> {
            handler.initialize();
            try {
                // It has no socket.
                IoRegistration registration = handler.register(new IdleHandle() {
                    @Override
                    public void handle(IoRegistration source, IoEvent event) {
                        told.add((IocpNotifyIoHandle.Event) event);
                    }
                });
                registration.submit(IocpNotifyIoOps.IN);
                handler.run(context);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                handler.prepareToDestroy();
                handler.destroy();
            }
        });
        loop.start();
        IocpNotifyIoHandle.Event event = told.poll(10, TimeUnit.SECONDS);
        context.end();
        handler.wakeup();
        loop.join();
        assertNotNull(event, "the handle was not told");
        assertInstanceOf(ClosedChannelException.class, event.failure());
    }
}
