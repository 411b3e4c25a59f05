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
package io.netty.iocpnotify.reactor;

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.LoopResources;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What the jar does where there is no Windows: nothing. */
@Tag("other-platform")
class OtherPlatformTest {

    @Test
    void springBootRunsOnWhatItWouldRunOnWithoutTheJar() {
        LoopResources own = LoopResources.create("own", 1, true);
        String channel = own.onChannelClass(io.netty.channel.socket.SocketChannel.class, own.onServer(true))
                .getSimpleName();
        own.dispose();
        try (Output output = new Output(); ReactiveWebServerApplicationContext context = Service.start()) {
            assertEquals(ReactorResourceFactory.class, context.getBean(ReactorResourceFactory.class).getClass());
            String where = HttpClient.create().get().uri("http://127.0.0.1:" + Service.port(context) + "/where")
                    .responseContent().aggregate().asString().block();
            assertTrue(where.startsWith(channel + ' '), where);
            List<String> lines = output.lines("IocpNotify");
            assertEquals(1, lines.size(), lines.toString());
            assertTrue(lines.get(0).endsWith("Reactor Netty runs on a transport of its own choice. IocpNotify cannot " +
                    "be used here: " + IocpNotify.unavailabilityCause().getMessage()), lines.get(0));
        }
    }

    @Test
    void loopsAreThoseOfReactorNetty() {
        for (IocpNotifyTransport transport : IocpNotifyTransport.values()) {
            LoopResources loops = IocpNotifyLoopResources.create(transport, "x", -1, 1, true, true);
            assertFalse(loops instanceof IocpNotifyLoopResources, loops.toString());
            assertTrue(loops.onServer(true).next().submit(() -> { }).awaitUninterruptibly(30_000));
            loops.disposeLater().block();
        }
    }
}
