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


import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.iocpnotify.machine.Wine;
import io.netty.testsuite.transport.TestsuitePermutation;
import io.netty.testsuite.transport.socket.DatagramConnectNotExistsTest;
import io.netty.util.CharsetUtil;
import io.netty.util.NetUtil;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * As the suite's own test, which does not run on Windows because NIO does not report it there.
 */
class IocpNotifyDatagramConnectNotExistsTest {

    abstract static class NotExists extends DatagramConnectNotExistsTest {
        @Override
        @Test
        @Timeout(120)
        public void testConnectNotExists(TestInfo testInfo) throws Throwable {
            super.testConnectNotExists(testInfo);
        }

        @Override
        public void testConnectNotExists(Bootstrap cb) {
            BlockingQueue<Throwable> caught = new LinkedBlockingQueue<Throwable>();
            cb.handler(new ChannelInboundHandlerAdapter() {
                @Override
                public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
                    caught.add(cause);
                }
            });
            // It has its port when the other one is chosen: else it may get just that, and is connected with itself.
            Channel channel = cb.bind(new InetSocketAddress(NetUtil.LOCALHOST4, 0)).syncUninterruptibly().channel();
            try {
                channel.connect(closedPort()).syncUninterruptibly();
                assertTrue(channel.isActive());
                Throwable told = null;
                // Word of a datagram may get lost like the datagram, and on Wine it may be the next write that is told.
                for (int i = 0; i < 20 && told == null; i++) {
                    ChannelFuture sent = channel.writeAndFlush(Unpooled.copiedBuffer("test", CharsetUtil.US_ASCII))
                            .awaitUninterruptibly();
                    if (Wine.IS_HERE) {
                        // Wine 10 tells no send, and a socket only when it is armed, so it is made to arm it.
                        channel.deregister().syncUninterruptibly();
                        cb.config().group().register(channel).syncUninterruptibly();
                    }
                    told = sent.isSuccess() ? caught.poll(500, TimeUnit.MILLISECONDS) : sent.cause();
                }
                assertInstanceOf(PortUnreachableException.class, told);
                assertTrue(channel.isOpen());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                channel.close().syncUninterruptibly();
            }
        }

        private static InetSocketAddress closedPort() {
            try (DatagramSocket socket = new DatagramSocket(0, NetUtil.LOCALHOST4)) {
                return new InetSocketAddress(NetUtil.LOCALHOST4, socket.getLocalPort());
            } catch (SocketException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Nested
    class OnEventLoopGroup extends NotExists {
        @Override
        protected List<TestsuitePermutation.BootstrapFactory<Bootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.EVENT_LOOP_GROUP.datagramSocket();
        }
    }

    @Nested
    class OnIoHandler extends NotExists {
        @Override
        protected List<TestsuitePermutation.BootstrapFactory<Bootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.IO_HANDLER.datagramSocket();
        }
    }
}
