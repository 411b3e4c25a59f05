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

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;

/**
 * The two kinds of loop that the channels run on; tests of channels run on both.
 */
public enum LoopKind {

    /** Strands of {@link IocpNotifyEventLoopGroup}, which change threads. */
    STRANDS {
        @Override
        public EventLoopGroup newGroup(int threads) {
            return new IocpNotifyEventLoopGroup(threads);
        }
    },

    /** Netty's own loops with an {@link IocpNotifyIoHandler}, one thread each. */
    HANDLER {
        @Override
        public EventLoopGroup newGroup(int threads) {
            return new MultiThreadIoEventLoopGroup(threads, IocpNotifyIoHandler.newFactory());
        }
    };

    public abstract EventLoopGroup newGroup(int threads);

    LoopKind other() {
        return this == STRANDS ? HANDLER : STRANDS;
    }
}
