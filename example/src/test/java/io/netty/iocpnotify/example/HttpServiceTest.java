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
package io.netty.iocpnotify.example;

import io.netty.channel.iocpnotify.IocpNotifyTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
public class HttpServiceTest {

    @ParameterizedTest
    @EnumSource(IocpNotifyTransport.class)
    public void theEndWaitsForRequestsUnderWay(IocpNotifyTransport transport) throws Exception {
        HttpService service = new HttpService(transport, 0);
        int port = service.port();
        try (HttpConnection idle = new HttpConnection(port); HttpConnection busy = new HttpConnection(port)) {
            idle.send("/first");
            idle.receive("/first");
            busy.send("/first", "/wait/2000");
            busy.receive("/first");

            CompletableFuture<Void> end = CompletableFuture.runAsync(() -> {
                try {
                    service.end();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertTrue(idle.isAtEnd(), "the connection without a request is closed");
            waitUntilRefused(port);
            assertFalse(end.isDone(), "a request is under way");

            String head = busy.receive("/wait/2000");
            assertTrue(head.toLowerCase().contains("connection: close"), head);
            assertTrue(busy.isAtEnd());
            end.get(30, TimeUnit.SECONDS);
        }
    }

    /** Windows may stop a service while it starts. No other test can start it: a process has one service. */
    @Test
    public void aStopThatComesBeforeTheServiceRunsEndsIt() throws Exception {
        HttpService.stop();
        CompletableFuture<Void> start = CompletableFuture.runAsync(() -> {
            try {
                HttpService.start("0");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            start.get(30, TimeUnit.SECONDS);
        } finally {
            // It ends what the first one has missed, and is harmless if there is nothing to end.
            HttpService.stop();
        }
    }

    /**
     * Wine keeps the port of a closed listener until the thread that began the listener's poll has seen that the poll
     * is cancelled. NIO on Windows closes a listener from a thread that is not always that one.
     */
    private static void waitUntilRefused(int port) throws Exception {
        for (;;) {
            try (HttpConnection accepted = new HttpConnection(port)) {
                Thread.sleep(10);
            } catch (ConnectException refused) {
                return;
            }
        }
    }
}
