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

import io.micronaut.context.annotation.Requires;
import io.micronaut.context.condition.Condition;
import io.micronaut.context.condition.ConditionContext;
import io.micronaut.http.netty.channel.EventLoopGroupConfiguration;
import io.micronaut.http.netty.channel.EventLoopGroupFactory;
import io.micronaut.http.netty.channel.NettyChannelType;
import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import jakarta.inject.Named;
import jakarta.inject.Singleton;

/**
 * The code of docs/recipes/micronaut.md.
 */
final class MicronautRecipe {

    // recipe: transport
    @Singleton
    @Named("iocpnotify")
    @Requires(condition = IocpNotifyCondition.class)
    static final class IocpNotifyEventLoopGroupFactory implements EventLoopGroupFactory {
        @Override
        public IoHandlerFactory createIoHandlerFactory() {
            return IocpNotifyIoHandler.newFactory();
        }

        @Override
        public Class<? extends Channel> channelClass(NettyChannelType type) {
            switch (type) {
            case SERVER_SOCKET:
                return IocpNotifyServerSocketChannel.class;
            case CLIENT_SOCKET:
                return IocpNotifySocketChannel.class;
            case DATAGRAM_SOCKET:
                return IocpNotifyDatagramChannel.class;
            default:
                throw new UnsupportedOperationException(type.toString());
            }
        }

        @Override
        public Channel channelInstance(NettyChannelType type, EventLoopGroupConfiguration configuration) {
            return new ReflectiveChannelFactory<>(channelClass(type)).newChannel();
        }
    }

    static final class IocpNotifyCondition implements Condition {
        @Override
        public boolean matches(ConditionContext context) {
            return IocpNotify.isAvailable();
        }
    }
    // end

    private MicronautRecipe() {
    }
}
