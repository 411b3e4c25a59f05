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
import io.netty.testsuite.transport.TestsuitePermutation;
import io.netty.testsuite.transport.socket.DatagramConnectedWriteExceptionTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The suite's own test is switched off on Windows, which tells of a closed port to who reads and not to who writes. So
 * does Wine 10; Wine 8 tells as Linux does, so what the channel makes of it can be seen there.
 */
class IocpNotifyDatagramConnectedWriteExceptionTest {

    /** Asks the JDK's own sockets. */
    private static boolean writersAreTold() throws Exception {
        InetAddress loopback = InetAddress.getByAddress(new byte[] { 127, 0, 0, 1 });
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(loopback, 0))) {
            DatagramSocket dead = new DatagramSocket(new InetSocketAddress(loopback, 0));
            socket.connect(dead.getLocalSocketAddress());
            dead.close();
            for (int i = 0; i < 5; i++) {
                socket.send(new DatagramPacket(new byte[1], 1));
                Thread.sleep(50);
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    abstract static class Connected extends DatagramConnectedWriteExceptionTest {
        @Test
        @Timeout(120)
        void writeFails(TestInfo testInfo) throws Throwable {
            assumeTrue(writersAreTold(), "this system tells of a closed port only to who reads");
            run(testInfo, (Runner<Bootstrap>) this::testWriteExceptionAfterServerStop);
        }
    }

    @Nested
    class OnEventLoopGroup extends Connected {
        @Override
        protected List<TestsuitePermutation.BootstrapFactory<Bootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.EVENT_LOOP_GROUP.datagramSocket();
        }
    }

    @Nested
    class OnIoHandler extends Connected {
        @Override
        protected List<TestsuitePermutation.BootstrapFactory<Bootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.IO_HANDLER.datagramSocket();
        }
    }
}
