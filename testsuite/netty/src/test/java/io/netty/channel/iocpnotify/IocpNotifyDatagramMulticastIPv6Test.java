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
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.testsuite.transport.TestsuitePermutation;
import io.netty.testsuite.transport.socket.DatagramMulticastTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.DisabledOnJre;
import org.junit.jupiter.api.condition.JRE;

import java.util.List;

/**
 * The suite's own test for IPv6 does not run on Windows because of NIO, so this is the one for IPv4 with the other
 * family.
 */
@DisabledOnJre(value = JRE.JAVA_11, disabledReason = "its MulticastSocket, by which the suite chooses a network " +
        "interface, seems to send over one that reaches nothing")
class IocpNotifyDatagramMulticastIPv6Test {

    @Nested
    class OnEventLoopGroup extends DatagramMulticastTest {
        @Override
        protected List<TestsuitePermutation.BootstrapComboFactory<Bootstrap, Bootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.EVENT_LOOP_GROUP.datagram(socketInternetProtocalFamily());
        }

        @Override
        protected SocketProtocolFamily socketProtocolFamily() {
            return SocketProtocolFamily.INET6;
        }
    }

    @Nested
    class OnIoHandler extends DatagramMulticastTest {
        @Override
        protected List<TestsuitePermutation.BootstrapComboFactory<Bootstrap, Bootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.IO_HANDLER.datagram(socketInternetProtocalFamily());
        }

        @Override
        protected SocketProtocolFamily socketProtocolFamily() {
            return SocketProtocolFamily.INET6;
        }
    }
}
