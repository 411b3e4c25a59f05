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

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.iocpnotify.winsock.DomainSocket;
import io.netty.channel.iocpnotify.winsock.NativePort;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.testsuite.transport.TestsuitePermutation;
import io.netty.testsuite.transport.socket.AbstractSocketShutdownOutputByPeerTest;
import org.junit.jupiter.api.Nested;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.List;

@NeedsDomainSockets
class IocpNotifyDomainSocketShutdownOutputByPeerTest {

    /** The peer is a socket without a channel. */
    abstract static class ByWinSocket extends AbstractSocketShutdownOutputByPeerTest<WinSocket> {
        @Override
        protected SocketAddress newSocketAddress() {
            return IocpNotifySocketTestPermutation.newDomainSocketAddress();
        }

        @Override
        protected void shutdownOutput(WinSocket s) throws IOException {
            s.shutdownOutput();
        }

        @Override
        protected void connect(WinSocket s, SocketAddress address) throws IOException {
            boolean connected = DomainSocket.connect(s, DomainSocket.check(address));
            while (!connected) {
                Thread.yield();
                connected = s.finishConnect();
            }
        }

        @Override
        protected void close(WinSocket s) throws IOException {
            s.close();
        }

        @Override
        protected void write(WinSocket s, int data) throws IOException {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1);
            buffer.put(0, (byte) data);
            s.sendAddress(NativePort.directAddress(buffer), 0, 1);
        }

        @Override
        protected WinSocket newSocket() {
            return DomainSocket.open();
        }
    }

    @Nested
    class OnEventLoopGroup extends ByWinSocket {
        @Override
        protected List<TestsuitePermutation.BootstrapFactory<ServerBootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.EVENT_LOOP_GROUP.serverDomainSocket();
        }
    }

    @Nested
    class OnIoHandler extends ByWinSocket {
        @Override
        protected List<TestsuitePermutation.BootstrapFactory<ServerBootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.IO_HANDLER.serverDomainSocket();
        }
    }
}
