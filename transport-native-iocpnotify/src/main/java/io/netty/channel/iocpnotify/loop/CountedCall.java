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
package io.netty.channel.iocpnotify.loop;

/**
 * The calls to the system that are counted, by the names that the system gives them. One of
 * {@link #PROCESS_SOCKET_NOTIFICATIONS} is one call of the provider, whatever that calls.
 */
public enum CountedCall {

    PROCESS_SOCKET_NOTIFICATIONS("ProcessSocketNotifications"),
    POST_QUEUED_COMPLETION_STATUS("PostQueuedCompletionStatus"),
    RECV("recv"),
    WSA_RECV("WSARecv"),
    SEND("send"),
    WSA_SEND("WSASend"),
    WSA_RECV_MSG("WSARecvMsg"),
    WSA_SEND_MSG("WSASendMsg"),
    ACCEPT("accept"),
    ACCEPT_EX("AcceptEx"),
    TRANSMIT_FILE("TransmitFile");

    static final int COUNT = values().length;

    /** The name that the system gives it. */
    public final String function;

    CountedCall(String function) {
        this.function = function;
    }
}
