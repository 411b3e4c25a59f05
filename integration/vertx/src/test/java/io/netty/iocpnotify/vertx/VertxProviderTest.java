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
package io.netty.iocpnotify.vertx;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.core.transport.Transport;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** When Vert.x gets the transport. */
class VertxProviderTest {

    @Test
    void switchAndNothingElse() throws Exception {
        assertOnTransport(Vertx.vertx(VertxOnTransport.switchedOn()));
        assertOnTransport(Vertx.builder().with(VertxOnTransport.switchedOn()).build());
        assertOnTransport(Vertx.vertx(new VertxOptions(new JsonObject().put("preferNativeTransport", true))));
    }

    @Test
    void withoutTheSwitchVertxRunsOnNio() throws Exception {
        assertOnNio(Vertx.vertx());
        assertOnNio(Vertx.builder().withTransport(Transport.NIO).build());
    }

    @Test
    void nativeTransportOfAnotherStays() {
        io.vertx.core.spi.transport.Transport another = new IocpNotifyVertxTransport();
        VertxBootstrap bootstrap = VertxBootstrap.create().options(VertxOnTransport.switchedOn()).transport(another);
        bootstrap.init();
        assertSame(another, bootstrap.transport());
    }

    private static void assertOnTransport(Vertx vertx) throws Exception {
        assertTrue(vertx.isNativeTransportEnabled());
        assertInstanceOf(IocpNotifyVertxTransport.class, ((VertxInternal) vertx).transport());
        VertxOnTransport.await(vertx.close());
    }

    private static void assertOnNio(Vertx vertx) throws Exception {
        assertFalse(vertx.isNativeTransportEnabled());
        assertEquals(null, vertx.unavailableNativeTransportCause());
        VertxOnTransport.await(vertx.close());
    }
}
