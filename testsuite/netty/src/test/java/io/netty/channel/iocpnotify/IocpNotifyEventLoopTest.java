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

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.testsuite.transport.AbstractSingleThreadEventLoopTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class IocpNotifyEventLoopTest {

    @Nested
    class OnEventLoopGroup extends AbstractSingleThreadEventLoopTest {

        /** The same as the base's, which casts to SingleThreadEventLoop to ask for the count. */
        @Override
        @Test
        @Timeout(value = 5000, unit = TimeUnit.MILLISECONDS)
        public void testChannelsRegistered() throws Exception {
            EventLoopGroup group = newEventLoopGroup();
            IocpNotifyEventLoop loop = (IocpNotifyEventLoop) group.next();
            try {
                Channel ch1 = newChannel();
                Channel ch2 = newChannel();
                assertEquals(0, registeredChannels(loop));

                assertTrue(loop.register(ch1).syncUninterruptibly().isSuccess());
                assertTrue(loop.register(ch2).syncUninterruptibly().isSuccess());
                assertEquals(2, registeredChannels(loop));

                assertTrue(ch1.deregister().syncUninterruptibly().isSuccess());
                assertEquals(1, registeredChannels(loop));
            } finally {
                group.shutdownGracefully();
            }
        }

        private int registeredChannels(IocpNotifyEventLoop loop) throws Exception {
            return loop.submit(loop::registeredChannels).get(1, TimeUnit.SECONDS);
        }

        @Override
        protected EventLoopGroup newEventLoopGroup() {
            return new IocpNotifyEventLoopGroup();
        }

        @Override
        protected EventLoopGroup newAutoScalingEventLoopGroup() {
            // Scaling suspends single threads; carriers wait on the port instead.
            return null;
        }

        @Override
        protected Channel newChannel() {
            return new IocpNotifySocketChannel();
        }

        @Override
        protected Class<? extends ServerChannel> serverChannelClass() {
            return IocpNotifyServerSocketChannel.class;
        }
    }

    @Nested
    class OnIoHandler extends AbstractSingleThreadEventLoopTest {

        @Override
        protected EventLoopGroup newEventLoopGroup() {
            return new MultiThreadIoEventLoopGroup(IocpNotifyIoHandler.newFactory());
        }

        @Override
        protected EventLoopGroup newAutoScalingEventLoopGroup() {
            return new MultiThreadIoEventLoopGroup(SCALING_MAX_THREADS, (Executor) null,
                    AUTO_SCALING_CHOOSER_FACTORY, IocpNotifyIoHandler.newFactory());
        }

        @Override
        protected Channel newChannel() {
            return new IocpNotifySocketChannel();
        }

        @Override
        protected Class<? extends ServerChannel> serverChannelClass() {
            return IocpNotifyServerSocketChannel.class;
        }
    }
}
