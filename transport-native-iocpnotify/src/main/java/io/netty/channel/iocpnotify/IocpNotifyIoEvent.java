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
 * Tells what has happened to a socket. Use it inside {@link IocpNotifyIoHandle#handle} only, because the event loop
 * uses one object for all events.
 */
public interface IocpNotifyIoEvent extends IoEvent {

    /**
     * Returns the conditions that hold. These are conditions that the handle has asked for, and
     * {@link IocpNotifyIoOps#ERR}, which comes in any case. It is a hint: a call of the socket may still find that it
     * would block.
     *
     * @return the conditions, never {@code null}
     */
    IocpNotifyIoOps ops();

    /**
     * Returns why the system has refused to watch the socket. After a refusal no event comes until the handle submits
     * {@link IocpNotifyIoOps} again. The handle should give up.
     *
     * @return the reason, or {@code null} if the system has not refused
     */
    Throwable failure();
}
