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

import io.netty.channel.IoHandle;

/**
 * What a completion port knows by a key. {@link IoHandle} has these methods itself from Netty 4.2.7 on; they are
 * declared once more so that a loop can call them whatever the release.
 */
public interface PortHandle extends IoHandle {

    @Override
    default void registered() { }

    @Override
    default void unregistered() { }

    /** What has a socket that a loop watches. */
    interface SocketHandle extends PortHandle {

        /** Returns the {@code SOCKET}. In the loop. */
        long socket();
    }

    /** What a loop asks of a channel's overlapped operations, beyond what all completion handles do. In the loop. */
    interface OverlappedHandle extends PortHandle {

        boolean isIdle();

        /** Whether operations are under way though the channel is closed or has left. */
        boolean awaitsLastPacket();

        /** No packet will be seen any more: what is under way is given up. */
        void abandon();
    }

    /** What a registration and its loop ask of a channel, beyond what all handles of sockets do. In the loop. */
    interface ChannelHandle extends SocketHandle {

        /** Whether an overlapped receive has brought bytes that were asked for since: no packet tells of them. */
        default boolean holdsBytes() {
            return false;
        }

        /** Whether to read once more before the arm: the channel gets IN in the next run. Asked once for each arm. */
        default boolean readsAgain() {
            return false;
        }

        /**
         * Begins an overlapped receive in the place of an arm for IN and HANGUP, or returns {@code false} if the socket
         * has to be armed. If this throws, none has begun.
         */
        default boolean receives() {
            return false;
        }

        boolean isAskedToRead();

        /** Whether the socket is known to be a stream whose number is a handle of its base provider. */
        boolean isDirectStream();

        /** Closes the channel where the loop runs no task that is submitted from now on. */
        void closeInEndingLoop();
    }
}
