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
package io.netty.iocpnotify.recipes;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.util.concurrent.ImmediateExecutor;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.Dsl;
import org.asynchttpclient.Response;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * async-http-client by TLS, with HTTP/1.1 and with HTTP/2: requests one after the other, and several at once.
 */
class AsyncHttpClientRecipeTest {

    private static final int AT_ONCE = 8;

    @ParameterizedTest
    @ValueSource(booleans = { false, true })
    void posts(boolean http2) throws Exception {
        IocpNotifyTransport transport = IocpNotifyTransport.preferred();
        EventLoopGroup serverGroup = transport.newGroup(2);
        NioEventLoopGroup group = AsyncHttpClientRecipe.group();
        List<Channel> channels = new CopyOnWriteArrayList<>();
        try {
            HttpEcho echo = new HttpEcho(ImmediateExecutor.INSTANCE);
            Channel server = NettyRecipe.server(transport, serverGroup, echo, 0);
            String url = "https://localhost:" + ((InetSocketAddress) server.localAddress()).getPort() + '/';
            try (AsyncHttpClient client = AsyncHttpClientRecipe.client(group, Dsl.config()
                    .setSslContext((http2 ? Tls.client().applicationProtocolConfig(Tls.alpn()) : Tls.client()).build())
                    .setHttp2Enabled(http2)
                    .setHttpAdditionalChannelInitializer(channels::add))) {
                for (int length : new int[] { 1, 1000, 1 << 20 }) {
                    byte[] sent = Bytes.of(length);
                    Response response = client.preparePost(url).setBody(sent).execute().get(60, TimeUnit.SECONDS);
                    assertArrayEquals(sent, response.getResponseBodyAsBytes());
                }
                List<Future<Response>> responses = new ArrayList<>();
                for (int i = 0; i < AT_ONCE; i++) {
                    responses.add(client.preparePost(url).setBody(Bytes.of(10_000 + i)).execute());
                }
                for (int i = 0; i < AT_ONCE; i++) {
                    assertArrayEquals(Bytes.of(10_000 + i),
                            responses.get(i).get(60, TimeUnit.SECONDS).getResponseBodyAsBytes());
                }
                assertFalse(channels.isEmpty());
                channels.forEach(channel -> assertInstanceOf(IocpNotifySocketChannel.class, channel));
                assertEquals(http2, channels.get(0).pipeline().get(Http2MultiplexHandler.class) != null);
                Groups.assertTakesOnlyIocpNotify(group);
                assertEquals(Set.of(IocpNotifySocketChannel.class), echo.channels);
            }
        } finally {
            serverGroup.shutdownGracefully(0, 10, TimeUnit.SECONDS);
            assertTrue(group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
            assertTrue(serverGroup.terminationFuture().await(20, TimeUnit.SECONDS));
        }
    }
}
