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
 * What happened to a socket. Valid only inside {@link IocpNotifyIoHandle#handle}: the loop uses one object for all.
 */
public interface IocpNotifyIoEvent extends IoEvent {

    /**
     * Returns the conditions that hold: those that are wanted, and {@link IocpNotifyIoOps#ERR} in any case. A hint, as
     * all readiness is: by the time it is acted upon the socket may say that it would block.
     */
    IocpNotifyIoOps ops();

    /**
     * Returns why the system refused to watch the socket, or {@code null} if it did not. After a refusal nothing more
     * is reported until {@link IocpNotifyIoOps} are submitted again; the handle is expected to give up.
     */
    Throwable failure();
}
