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
 * Takes completion packets that do not belong to a channel. They come from overlapped operations of the program, such
 * as reads from a file or a named pipe. A program can also post packets. So it needs neither a port nor threads of its
 * own.
 * <p>
 * {@link IoEventLoop#register(IoHandle)} gives the handle a completion key on the port of the event loop. The event
 * loop is an {@link IocpNotifyEventLoop}, or an event loop with an {@link IocpNotifyIoHandler}. The
 * {@link IoRegistration#attachment()} of the result is an {@link IocpNotifyCompletionRegistration}. It ties file
 * handles to that key, and posts packets. The event loop gives each packet with that key to {@link #handle}, as an
 * {@link IocpNotifyCompletionEvent}. It gives one packet at a time, and each packet once.
 * <p>
 * The event loop calls {@link #close()} when it shuts down, and then ends the registration. It does not know which
 * operations are under way, so it does not wait for them.
 */
@UnstableApi
public interface IocpNotifyCompletionHandle extends UserHandle {

    /**
     * Takes one packet. The event loop calls it, in the event loop.
     *
     * @param registration the {@link IocpNotifyCompletionRegistration}, never {@code null}
     * @param event an {@link IocpNotifyCompletionEvent}, never {@code null}
     */
    @Override
    void handle(IoRegistration registration, IoEvent event);
}
