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
import io.netty.channel.socket.DatagramChannel;
import io.netty.testsuite.transport.TestsuitePermutation;
import io.netty.testsuite.transport.socket.DatagramUnicastIPv6Test;
import org.junit.jupiter.api.Nested;

import java.util.List;

class IocpNotifyDatagramUnicastIPv6Test {

    @Nested
    class OnEventLoopGroup extends DatagramUnicastIPv6Test {
        @Override
        protected List<TestsuitePermutation.BootstrapComboFactory<Bootstrap, Bootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.EVENT_LOOP_GROUP.datagram(socketInternetProtocalFamily());
        }

        @Override
        protected boolean disconnectMightFail(DatagramChannel channel) {
            return NioDatagrams.failsToDisconnect(channel) || super.disconnectMightFail(channel);
        }
    }

    @Nested
    class OnIoHandler extends DatagramUnicastIPv6Test {
        @Override
        protected List<TestsuitePermutation.BootstrapComboFactory<Bootstrap, Bootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.IO_HANDLER.datagram(socketInternetProtocalFamily());
        }

        @Override
        protected boolean disconnectMightFail(DatagramChannel channel) {
            return NioDatagrams.failsToDisconnect(channel) || super.disconnectMightFail(channel);
        }
    }
}
