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

import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.iocpnotify.AbstractIocpNotifyChannel.AbstractIocpNotifyUnsafe;
import io.netty.channel.iocpnotify.loop.LoopRegistrations;
import io.netty.channel.iocpnotify.loop.LoopRegistrations.LoopEndListener;

/**
 * The rest of a close that another thread is at, because the system may keep it waiting while unsent bytes linger. The
 * loop is told when that is over, fails what waited to be written, and says that the channel is inactive. A loop that
 * ends is told too late: it does all that at once. Used in the loop.
 */
final class LingeringClose implements LoopEndListener {

    private final AbstractIocpNotifyUnsafe channel;
    private final LoopRegistrations loop;
    /** What waits to be written, not shown by the channel any more; {@code null} if the output was shut down. */
    private final ChannelOutboundBuffer outbound;
    private final Throwable cause;
    private final boolean wasActive;

    LingeringClose(AbstractIocpNotifyUnsafe channel, LoopRegistrations loop, ChannelOutboundBuffer outbound,
                   Throwable cause, boolean wasActive) {
        this.channel = channel;
        this.loop = loop;
        this.outbound = outbound;
        this.cause = cause;
        this.wasActive = wasActive;
        loop.lingers(this);
    }

    /** The loop has heard of the end. */
    void over() {
        loop.lingersNoMore(this);
    }

    /** What the loop hears of the close later on, if anything, has nothing left to do. */
    @Override
    public void endWithLoop(boolean takesTasks) {
        if (outbound != null) {
            outbound.addFlush();
            while (outbound.remove(cause)) {
                continue;
            }
        }
        channel.leaveEndingLoop(wasActive, takesTasks);
    }
}
