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

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyIoHandle;
import io.netty.channel.nio.NioIoHandle;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How a test sees that a group serves channels of the transport, where a framework does not show its channels.
 */
final class Groups {

    /** Looks at a group of either kind of event loop: it takes channels of this transport, and none of NIO's. */
    static void assertTakesOnlyIocpNotify(EventLoopGroup group) {
        IoEventLoopGroup loops = assertInstanceOf(IoEventLoopGroup.class, group);
        assertTrue(loops.isCompatible(IocpNotifyIoHandle.class));
        assertFalse(loops.isCompatible(NioIoHandle.class));
    }

    /** Counts the channels of a group whose event loops share their threads. Those of Netty's own loops do not tell. */
    static int channels(EventLoopGroup group) {
        assertTakesOnlyIocpNotify(group);
        return assertInstanceOf(IocpNotifyEventLoopGroup.class, group).metrics().registeredChannels();
    }

    private Groups() {
    }
}
