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

import io.lettuce.core.ConnectionBuilder;
import io.lettuce.core.ConnectionEvents;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.BootstrapConfig;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.resolver.dns.DnsAddressResolverGroup;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.util.concurrent.EventExecutorGroup;
import reactor.core.publisher.Mono;

import java.net.SocketAddress;

/**
 * The code of docs/recipes/lettuce.md.
 */
final class LettuceRecipe {

    static DefaultEventLoopGroupProvider groups(IocpNotifyTransport transport) {
        // recipe: groups
        int processors = Runtime.getRuntime().availableProcessors();
        DefaultEventLoopGroupProvider groups = new DefaultEventLoopGroupProvider(processors) {
            @Override
            protected <T extends EventLoopGroup> EventExecutorGroup doCreateEventLoopGroup(
                    Class<T> type, int threads, io.lettuce.core.resource.ThreadFactoryProvider factories) {
                return transport.newGroup(threads, factories.getThreadFactory("lettuce-eventLoop"));
            }
        };
        // end
        return groups;
    }

    static ClientResources resources(IocpNotifyTransport transport, DefaultEventLoopGroupProvider groups) {
        // recipe: resources
        ClientResources resources = ClientResources.builder()
                .eventLoopGroupProvider(groups)
                .addressResolverGroup(new DnsAddressResolverGroup(new DnsNameResolverBuilder()
                        .datagramChannelType(transport.datagramChannel())
                        .socketChannelType(transport.socketChannel())))
                .build();
        // end
        return resources;
    }

    // recipe: client
    static final class IocpNotifyRedisClient extends RedisClient {
        private final IocpNotifyTransport transport;

        IocpNotifyRedisClient(IocpNotifyTransport transport, ClientResources resources, RedisURI uri) {
            super(resources, uri);
            this.transport = transport;
        }

        @Override
        @SuppressWarnings("unchecked")
        protected void connectionBuilder(Mono<SocketAddress> address, ConnectionBuilder builder,
                                         ConnectionEvents events, RedisURI uri) {
            super.connectionBuilder(address, builder, events, uri);
            BootstrapConfig made = builder.bootstrap().config();
            Bootstrap bootstrap = new Bootstrap().channel(transport.socketChannel())
                    .group(made.group()).resolver(made.resolver());
            made.options().forEach((option, value) -> bootstrap.option((ChannelOption<Object>) option, value));
            builder.bootstrap(bootstrap);
        }
    }
    // end

    private LettuceRecipe() {
    }
}
