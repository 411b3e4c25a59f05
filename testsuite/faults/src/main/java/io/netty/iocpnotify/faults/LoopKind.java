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
package io.netty.iocpnotify.faults;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ThreadPerTaskExecutor;

/** The two kinds of loop. */
enum LoopKind {
    STRANDS {
        @Override
        EventLoopGroup newGroup(int threads, String name) {
            return new IocpNotifyEventLoopGroup(threads, new DefaultThreadFactory(name));
        }
    },
    HANDLER {
        @Override
        EventLoopGroup newGroup(int threads, String name) {
            return new MultiThreadIoEventLoopGroup(threads,
                    new ThreadPerTaskExecutor(new DefaultThreadFactory(name)), IocpNotifyIoHandler.newFactory());
        }
    };

    /** A group whose threads have names that begin with {@code name}. */
    abstract EventLoopGroup newGroup(int threads, String name);
}
