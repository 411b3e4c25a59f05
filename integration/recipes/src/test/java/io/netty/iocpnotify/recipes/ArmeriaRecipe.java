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

import com.linecorp.armeria.internal.common.util.TransportTypeProvider;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyIoHandle;
import io.netty.channel.iocpnotify.IocpNotifyTransport;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiFunction;

/**
 * The code of docs/recipes/armeria.md.
 */
final class ArmeriaRecipe {

    // recipe: reflection
    // Reflection: what Armeria calls NIO becomes this transport. It must run before anything of Armeria is used.
    static void useIocpNotify(IocpNotifyTransport transport) throws ReflectiveOperationException {
        BiFunction<Integer, ThreadFactory, IoEventLoopGroup> groups =
                (threads, factory) -> (IoEventLoopGroup) transport.newGroup(threads, factory);
        for (Map.Entry<String, Object> part : Map.of(
                "serverChannelType", transport.serverChannel(),
                "socketChannelType", transport.socketChannel(),
                "datagramChannelType", transport.datagramChannel(),
                "ioHandleType", IocpNotifyIoHandle.class,
                "eventLoopGroupFactory", groups).entrySet()) {
            Field field = TransportTypeProvider.class.getDeclaredField(part.getKey());
            field.setAccessible(true);
            field.set(TransportTypeProvider.NIO, part.getValue());
        }
    }
    // end

    private ArmeriaRecipe() {
    }
}
