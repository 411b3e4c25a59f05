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

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import org.asynchttpclient.AsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClient;
import org.asynchttpclient.DefaultAsyncHttpClientConfig;
import org.asynchttpclient.netty.channel.ChannelManager;

import java.lang.reflect.Field;
import java.util.concurrent.Executor;

/**
 * The code of docs/recipes/async-http-client.md.
 */
final class AsyncHttpClientRecipe {

    static NioEventLoopGroup group() {
        // recipe: group
        NioEventLoopGroup group = new NioEventLoopGroup() {
            @Override
            protected IoEventLoop newChild(Executor executor, IoHandlerFactory nio, Object... args) {
                return new SingleThreadIoEventLoop(this, executor, IocpNotifyIoHandler.newFactory());
            }
        };
        // end
        return group;
    }

    static AsyncHttpClient client(NioEventLoopGroup group, DefaultAsyncHttpClientConfig.Builder config)
            throws ReflectiveOperationException {
        // recipe: client
        AsyncHttpClient client = new DefaultAsyncHttpClient(config.setEventLoopGroup(group).build());
        useIocpNotifyChannels(client);
        // end
        return client;
    }

    // recipe: reflection
    // Reflection: ChannelManager makes NIO's channels for every group whose class it knows.
    static void useIocpNotifyChannels(AsyncHttpClient client) throws ReflectiveOperationException {
        Object manager = field(DefaultAsyncHttpClient.class, "channelManager").get(client);
        for (String bootstrap : new String[] { "httpBootstrap", "wsBootstrap" }) {
            field(AbstractBootstrap.class, "channelFactory").set(field(ChannelManager.class, bootstrap).get(manager),
                    new ReflectiveChannelFactory<>(IocpNotifySocketChannel.class));
        }
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
    // end

    private AsyncHttpClientRecipe() {
    }
}
