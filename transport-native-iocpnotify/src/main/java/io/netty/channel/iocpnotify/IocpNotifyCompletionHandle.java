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

import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoRegistration;
import io.netty.util.internal.UnstableApi;

/**
 * Takes the packets of overlapped operations that are none of this transport's, such as reads from a file or a named
 * pipe, and packets that are posted: so they need no port and no threads of their own.
 * <p>
 * {@link IoEventLoop#register(IoHandle)} of an {@link IocpNotifyEventLoop}, or of a loop with an
 * {@link IocpNotifyIoHandler}, gives it a key on the loop's completion port. The {@link IoRegistration#attachment()} of
 * the result is the {@link IocpNotifyCompletionRegistration}, by which handles of files are tied to that key and
 * packets are posted. Every packet that comes with the key is given to {@link #handle} in that event loop, as an
 * {@link IocpNotifyCompletionEvent}: one at a time, never twice.
 * <p>
 * The loop calls {@link #close()} when it shuts down, and then ends the registration. It does not know which operations
 * are under way, so it does not wait for them.
 */
@UnstableApi
public interface IocpNotifyCompletionHandle extends IoHandle {

    /**
     * Called in the event loop for each packet.
     *
     * @param registration the {@link IocpNotifyCompletionRegistration}
     * @param event an {@link IocpNotifyCompletionEvent}
     */
    @Override
    void handle(IoRegistration registration, IoEvent event);
}
