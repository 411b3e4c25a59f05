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
package io.netty.channel.iocpnotify;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.internal.StringUtil;

/**
 * Which loops a channel can live in, and the words for those where it cannot.
 */
final class LoopCheck {

    static boolean isCompatible(EventLoop loop, Class<? extends IoHandle> handleType) {
        return loop instanceof IoEventLoop && ((IoEventLoop) loop).isCompatible(handleType);
    }

    /** The refusal of a loop that is not compatible. It begins as Netty's own does. */
    static IllegalStateException refusal(EventLoop loop, Channel channel) {
        return new IllegalStateException("incompatible event loop type: " + describe(loop) + " (" +
                StringUtil.simpleClassName(channel) + " needs a loop of IocpNotifyEventLoopGroup or of " +
                "MultiThreadIoEventLoopGroup(IocpNotifyIoHandler.newFactory()))");
    }

    /** Names the handler as well where it can be known: Netty's own that exist on Windows. */
    private static String describe(EventLoop loop) {
        String name = loop.getClass().getName();
        if (isIoType(loop, NioIoHandler.class)) {
            return name + " with NioIoHandler";
        }
        return isIoType(loop, LocalIoHandler.class) ? name + " with LocalIoHandler" : name;
    }

    private static boolean isIoType(EventLoop loop, Class<? extends IoHandler> handlerType) {
        return loop instanceof IoEventLoop && ((IoEventLoop) loop).isIoType(handlerType);
    }

    private LoopCheck() { }
}
