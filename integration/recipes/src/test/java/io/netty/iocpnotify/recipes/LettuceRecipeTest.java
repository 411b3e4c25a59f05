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

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import org.junit.jupiter.api.Test;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Lettuce: commands one by one, many at once, and after the service has closed the connection.
 */
class LettuceRecipeTest {

    private static final int AT_ONCE = 500;

    @Test
    void storesAndLoads() throws Exception {
        IocpNotifyTransport transport = IocpNotifyTransport.preferred();
        EventLoopGroup serverGroup = transport.newGroup(2);
        RedisService service = new RedisService();
        Channel server = NettyRecipe.server(transport, serverGroup, service, 0);

        DefaultEventLoopGroupProvider groups = LettuceRecipe.groups(transport);
        ClientResources resources = LettuceRecipe.resources(transport, groups);
        RedisClient client = new LettuceRecipe.IocpNotifyRedisClient(transport, resources,
                RedisURI.builder().withHost("localhost").withPort(((InetSocketAddress) server.localAddress()).getPort())
                        .withTimeout(Duration.ofMinutes(1)).build());
        try (StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
            for (int length : new int[] { 1, 1000, 1 << 20 }) {
                byte[] value = Bytes.of(length);
                assertEquals("OK", connection.sync().set(key(length), value));
                assertArrayEquals(value, connection.sync().get(key(length)));
            }
            manyAtOnce(connection.async());

            // The loops whose type Lettuce asks for: it has the group already, and counts one more user of it.
            EventLoopGroup group = groups.allocate(MultiThreadIoEventLoopGroup.class);
            assertTrue(Groups.channels(group) >= 2, "the connection, and that of the resolver");
            groups.release(group, 0, 10, TimeUnit.SECONDS);

            CountDownLatch disconnected = new CountDownLatch(1);
            client.addListener(new RedisConnectionStateListener() {
                @Override
                public void onRedisDisconnected(RedisChannelHandler<?, ?> lost) {
                    disconnected.countDown();
                }
            });
            service.connections.get(0).close().sync();
            // A command that is sent to the closed connection may be answered by a reset: Lettuce fails it then.
            assertTrue(disconnected.await(60, TimeUnit.SECONDS));
            assertEquals(3L + AT_ONCE, connection.sync().dbsize());
            assertEquals(2, service.connections.size(), "connections, of which the second is Lettuce's own");
            service.connections.forEach(channel -> assertInstanceOf(IocpNotifySocketChannel.class, channel));
            assertTrue(Groups.channels(group) >= 2);
        } finally {
            client.shutdown(0, 10, TimeUnit.SECONDS);
            assertTrue(resources.shutdown(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
            assertTrue(groups.shutdown(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
            assertTrue(serverGroup.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS));
        }
    }

    private static void manyAtOnce(RedisAsyncCommands<byte[], byte[]> commands) throws Exception {
        List<RedisFuture<byte[]>> values = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            commands.set(key(-i - 1), Bytes.of(2000 + i));
            values.add(commands.get(key(-i - 1)));
        }
        for (int i = 0; i < AT_ONCE; i++) {
            assertArrayEquals(Bytes.of(2000 + i), values.get(i).get(60, TimeUnit.SECONDS), "value " + i);
        }
    }

    private static byte[] key(int number) {
        return ("key " + number).getBytes();
    }
}
