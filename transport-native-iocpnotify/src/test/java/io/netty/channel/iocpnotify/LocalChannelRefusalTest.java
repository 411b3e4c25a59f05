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

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.loop.LocalHandles;
import io.netty.channel.iocpnotify.winsock.NettyRelease;
import io.netty.channel.local.LocalChannel;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static io.netty.channel.iocpnotify.ChannelFixture.NOTHING;
import static io.netty.channel.iocpnotify.ChannelFixture.end;
import static io.netty.channel.iocpnotify.ChannelFixture.failureOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/**
 * Where Netty keeps the handles of its channels within a process to itself, the refusal of its loops says what to use
 * instead. Without that, Netty would only name the loop.
 */
@Timeout(120)
class LocalChannelRefusalTest {

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void saysWhatToUse(LoopKind kind) throws Exception {
        assumeFalse(NettyRelease.HAS_LOCAL_HANDLES, "this release of Netty lets them live here");
        EventLoopGroup group = kind.newGroup(1);
        try {
            ChannelFuture register = new Bootstrap().group(group).channel(LocalChannel.class).handler(NOTHING)
                    .register();
            String refusal = failureOf(register).toString();
            assertTrue(refusal.contains(LocalHandles.WAY_OUT), refusal);
        } finally {
            end(group);
        }
    }
}
