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

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.iocpnotify.AbstractIocpNotifyChannel.AbstractIocpNotifyUnsafe;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.util.concurrent.Future;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.ERR;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN_HANGUP;

/**
 * Accepts what waits at a listening socket, as many in one read loop as {@link ChannelConfig#getMaxMessagesPerRead()}
 * says. Used in the loop.
 * <p>
 * A connection that was reset while it waited is no failure of the listener: it is passed over, and the next one is
 * served. When the process has no more sockets the connections go on waiting, so the event would come again at once:
 * accepting pauses.
 */
final class AcceptReader {

    /** As long as {@link io.netty.bootstrap.ServerBootstrap} stops reading after a failed accept. */
    private static final long PAUSE_MILLIS = 1000;

    private enum State {
        /** Every event accepts. Next: PAUSED. */
        ACCEPTING,
        /** Accepting has failed and nobody reacted: the listener is not armed until the pause is over. */
        PAUSED
    }

    private final AbstractIocpNotifyServerChannel channel;
    private final byte[] remoteAddress = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
    private State state = State.ACCEPTING;
    private Future<?> endOfPause;

    AcceptReader(AbstractIocpNotifyServerChannel channel) {
        this.channel = channel;
    }

    /** Somebody waits to be accepted, or the listener has failed. */
    void ready(IocpNotifyIoOps ops) {
        AbstractIocpNotifyUnsafe unsafe = channel.serverUnsafe();
        RecvByteBufAllocator.Handle allocHandle = unsafe.recvBufAllocHandle();
        allocHandle.reset(channel.config());
        ChannelPipeline pipeline = channel.pipeline();
        Throwable failure = null;
        try {
            boolean any = accept(allocHandle);
            if (!any && ops.contains(ERR)) {
                // Would come again and again.
                failure = new IOException("the listening socket reports an error: " + channel.socket.getSoError());
            }
        } catch (Throwable t) {
            failure = t;
        }
        allocHandle.readComplete();
        pipeline.fireChannelReadComplete();
        if (failure != null && channel.isOpen()) {
            failed(failure);
        }
        if (channel.isOpen() && unsafe.shouldStopReading()) {
            channel.stopReading();
        }
    }

    private boolean accept(RecvByteBufAllocator.Handle allocHandle) throws IOException {
        boolean any = false;
        do {
            channel.counters().called(CountedCall.ACCEPT);
            long handle = channel.socket.accept(remoteAddress);
            if (handle == WinSocket.ACCEPT_NONE) {
                break;
            }
            any = true;
            if (handle == WinSocket.ACCEPT_ABORTED) {
                channel.acceptSkipped();
            } else {
                channel.deliver(handle, null, remoteAddress);
            }
            // A reset connection is counted too, else a flood of them would keep the loop here. This may be a user's
            // code, so the connection must belong to somebody by now.
            allocHandle.incMessagesRead(1);
            // The handler may have closed the channel.
        } while (channel.isOpen() && allocHandle.continueReading());
        return any;
    }

    /** Accepting has failed for a reason that is not that of a single connection. */
    void failed(Throwable cause) {
        channel.pipeline().fireExceptionCaught(cause);
        pauseIfNobodyReacted(channel.serverUnsafe());
    }

    private void pauseIfNobodyReacted(AbstractIocpNotifyUnsafe unsafe) {
        if (!channel.isOpen() || unsafe.shouldStopReading()) {
            // ServerBootstrap reacts: it switches auto-read off for a second.
            return;
        }
        if (state == State.PAUSED) {
            // A read() during the pause has tried in vain.
            channel.unwant(IN_HANGUP);
            return;
        }
        // First: a listener that nobody will arm again is deaf.
        endOfPause = channel.eventLoop().schedule(new Runnable() {
            @Override
            public void run() {
                state = State.ACCEPTING;
                endOfPause = null;
                if (channel.isOpen() && !channel.serverUnsafe().shouldStopReading()) {
                    channel.beginAccepting();
                }
            }
        }, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        state = State.PAUSED;
        channel.unwant(IN_HANGUP);
    }

    /** The channel goes on in another loop, which is none the worse for an attempt before the pause is over. */
    void leaveLoop() {
        abandon();
        state = State.ACCEPTING;
    }

    /** The channel is closed. */
    void abandon() {
        if (endOfPause != null) {
            endOfPause.cancel(false);
            endOfPause = null;
        }
    }
}
