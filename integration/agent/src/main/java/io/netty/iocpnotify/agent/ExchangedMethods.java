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
package io.netty.iocpnotify.agent;

import java.util.HashMap;
import java.util.Map;

/** Which methods of Netty are exchanged. {@link NettyMethods} does it. */
final class ExchangedMethods {

    static final String HANDLER = "io/netty/channel/nio/NioIoHandler";
    static final String BOOTSTRAP = "io/netty/bootstrap/AbstractBootstrap";
    static final String FACTORY = "io/netty/channel/ReflectiveChannelFactory";
    static final String LOOP = "io/netty/channel/SingleThreadIoEventLoop";
    static final String NIO_GROUP = "io/netty/channel/nio/NioEventLoopGroup";
    /** Of the transport itself. With shared loops a group of NIO has these. */
    static final String SHARED_LOOP = Inside.TRANSPORT + "IocpNotifyEventLoop";
    static final String UNSAFE = "io/netty/channel/AbstractChannel$AbstractUnsafe";
    private static final String GROUP = "io/netty/channel/MultiThreadIoEventLoopGroup";
    private static final String NEW_CHILD =
            "newChild(Ljava/util/concurrent/Executor;Lio/netty/channel/IoHandlerFactory;[Ljava/lang/Object;)";

    /** For each class: the names of its methods. One that a class overloads has the descriptor, too. */
    private static final Map<String, String[]> METHODS = new HashMap<String, String[]>();

    static {
        METHODS.put(HANDLER, new String[] {
                "newFactory(Ljava/nio/channels/spi/SelectorProvider;Lio/netty/channel/SelectStrategyFactory;)" });
        METHODS.put(BOOTSTRAP, new String[] { "initAndRegister()" });
        METHODS.put(FACTORY, new String[] { "newChannel()" });
        METHODS.put(LOOP, new String[] { "ioHandler()", "isIoType(Ljava/lang/Class;)" });
        METHODS.put(GROUP, new String[] { NEW_CHILD });
        METHODS.put(NIO_GROUP, new String[] { NEW_CHILD });
        METHODS.put(SHARED_LOOP, new String[] { "isIoType(Ljava/lang/Class;)", "isCompatible(Ljava/lang/Class;)" });
        METHODS.put(UNSAFE, new String[] {
                "register(Lio/netty/channel/EventLoop;Lio/netty/channel/ChannelPromise;)" });
    }

    private ExchangedMethods() { }

    /** Returns the methods that are exchanged in a class, or {@code null} if there are none. */
    static String[] of(String owner) {
        return METHODS.get(owner);
    }
}
