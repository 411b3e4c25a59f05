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
import io.netty.bootstrap.ServerBootstrap;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.testsuite.transport.TestsuitePermutation;
import io.netty.testsuite.transport.socket.SocketSslSessionReuseTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Collection;
import java.util.List;

/**
 * The base runs one of its tests with OpenSSL as well, without asking whether it is there.
 */
class IocpNotifySocketSslSessionReuseTest {

    private static final String AVAILABLE =
            "io.netty.channel.iocpnotify.IocpNotifySocketSslSessionReuseTest$Contexts#available";

    @Nested
    class OnEventLoopGroup extends SocketSslSessionReuseTest {
        @Override
        protected List<TestsuitePermutation.BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.EVENT_LOOP_GROUP.socketWithFastOpen();
        }

        @Override
        @ParameterizedTest
        @MethodSource(AVAILABLE)
        @Timeout(120)
        public void testSslSessionTrustManagerResumption(
                SslContextBuilder serverContext, SslContextBuilder clientContext, TestInfo testInfo) throws Throwable {
            super.testSslSessionTrustManagerResumption(serverContext, clientContext, testInfo);
        }
    }

    @Nested
    class OnIoHandler extends SocketSslSessionReuseTest {
        @Override
        protected List<TestsuitePermutation.BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
            return IocpNotifySocketTestPermutation.IO_HANDLER.socketWithFastOpen();
        }

        @Override
        @ParameterizedTest
        @MethodSource(AVAILABLE)
        @Timeout(120)
        public void testSslSessionTrustManagerResumption(
                SslContextBuilder serverContext, SslContextBuilder clientContext, TestInfo testInfo) throws Throwable {
            super.testSslSessionTrustManagerResumption(serverContext, clientContext, testInfo);
        }
    }

    static final class Contexts {
        static Collection<Object[]> available() throws Exception {
            return OpenSsl.isAvailable() ? SocketSslSessionReuseTest.jdkAndOpenSSL() :
                    SocketSslSessionReuseTest.jdkOnly();
        }

        private Contexts() {
        }
    }
}
