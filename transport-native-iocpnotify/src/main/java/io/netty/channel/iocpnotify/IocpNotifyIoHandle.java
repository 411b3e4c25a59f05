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
/**
 * An object with a Winsock {@code SOCKET}. It can be registered with an event loop of {@link IocpNotifyEventLoopGroup},
 * or with an event loop that has an {@link IocpNotifyIoHandler}. The event loop gives it {@link Event}s, in the event
 * loop.
 */
public interface IocpNotifyIoHandle extends HandleTypes.UserHandle {

    /**
     * {@return the {@code SOCKET}} From the registration on it must stay the same and stay open, until the registration
     * is cancelled. The event loop calls this once, in the event loop, when it registers the handle.
     */
    long socket();

    /**
     * Tells what has happened to a socket. Use it inside {@link IocpNotifyIoHandle#handle} only, because the event loop
     * uses one object for all events.
     */
    interface Event extends IoEvent {

        /**
         * {@return the conditions that hold, never {@code null}} These are conditions that the handle has asked for,
         * and {@link IocpNotifyIoOps#ERR}, which comes in any case. It is a hint: a call of the socket may still find
         * that it would block.
         */
        IocpNotifyIoOps ops();

        /**
         * {@return why the system has refused to watch the socket, or {@code null} if it has not} After a refusal no
         * event comes until the handle submits {@link IocpNotifyIoOps} again. The handle should give up.
         */
        Throwable failure();
    }
}
