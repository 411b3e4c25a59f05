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
package io.netty.iocpnotify.bench.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static java.util.concurrent.TimeUnit.HOURS;

class TlsServiceTest {

    /** The first bytes of the record of a ClientHello. */
    private static final byte[] BEGIN = {22, 3, 1, 2, 0};

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHandshakeMayRestWhileAnotherServerIsMeasured(boolean optional) throws Exception {
        TlsService service = new TlsService(new ConnectionCount(), SslProvider.JDK, optional, 0);
        EmbeddedChannel channel = new EmbeddedChannel(service.newHandler());
        channel.writeInbound(Unpooled.wrappedBuffer(BEGIN));
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        channel.advanceTimeBy(1, HOURS);
        channel.runScheduledPendingTasks();
        assertFalse(tls.handshakeFuture().isDone());
        assertTrue(channel.isOpen());
        channel.close();
        service.close();
    }
}
