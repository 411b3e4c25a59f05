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
 * What a loop asks of a channel's overlapped operations, beyond what all completion handles do. In the loop.
 */
public interface OverlappedHandle extends PortHandle {

    /** Whether no operation is under way. */
    boolean isIdle();

    /** Whether operations are under way though the channel is closed or has left. */
    boolean awaitsLastPacket();

    /** No packet will be seen any more: what is under way is given up. */
    void abandon();
}
