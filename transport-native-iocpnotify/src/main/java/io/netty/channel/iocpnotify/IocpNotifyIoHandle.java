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

import io.netty.channel.IoHandle;

/**
 * Something with a Winsock {@code SOCKET} that can be registered with an {@link IocpNotifyEventLoopGroup} or an
 * {@link IocpNotifyIoHandler}.
 */
public interface IocpNotifyIoHandle extends IoHandle {

    /**
     * Returns the {@code SOCKET}. It must stay the same, and open, from the registration on until the registration is
     * cancelled.
     */
    long socket();
}
