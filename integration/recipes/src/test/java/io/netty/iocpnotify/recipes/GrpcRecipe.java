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

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.handler.ssl.SslContext;

import java.io.IOException;

/**
 * The code of docs/recipes/grpc.md.
 */
final class GrpcRecipe {

    static Server server(IocpNotifyTransport transport, EventLoopGroup group, SslContext tls,
                         ServerServiceDefinition service, int port) throws IOException {
        // recipe: server
        Server server = NettyServerBuilder.forPort(port)
                .channelType(transport.serverChannel())
                .bossEventLoopGroup(group)
                .workerEventLoopGroup(group)
                .sslContext(tls)
                .addService(service)
                .build().start();
        // end
        return server;
    }

    static ManagedChannel client(IocpNotifyTransport transport, EventLoopGroup group, SslContext tls, int port) {
        // recipe: client
        ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", port)
                .channelType(transport.socketChannel())
                .eventLoopGroup(group)
                .sslContext(tls)
                .build();
        // end
        return channel;
    }

    private GrpcRecipe() {
    }
}
