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

import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;

import java.io.IOException;

/**
 * How the receiving half of a connection ends, and what the channel does then. It ends by the peer's end of stream, by
 * a reset, or because the user wants no more. Used in the loop.
 */
final class InputShutdown {

    private enum State {
        /** More may come. Next: any other. */
        OPEN,
        /**
         * The connection was reset. What the system received before is read to its end, then the channel is closed: the
         * event would come for ever, and nothing can be sent either. Next: OVER_AND_RESET.
         */
        RESET,
        /** The end was reached, or the user shut the input down: nothing is read any more. Next: OVER_AND_RESET. */
        OVER,
        /** Nothing is read any more, and only the close is to come. Last. */
        OVER_AND_RESET
    }

    private final AbstractIocpNotifyStreamChannel channel;
    private State state = State.OPEN;

    InputShutdown(AbstractIocpNotifyStreamChannel channel) {
        this.channel = channel;
    }

    /** Whether there is no point in reading, neither now nor later. */
    boolean isOver() {
        return state == State.OVER || state == State.OVER_AND_RESET || !channel.isOpen();
    }

    boolean isReset() {
        return state == State.RESET || state == State.OVER_AND_RESET;
    }

    /** The socket reported ERR. */
    void resetSeen() {
        state = state == State.OPEN ? State.RESET : state == State.OVER ? State.OVER_AND_RESET : state;
    }

    /** Everything that the peer has sent was read. */
    void endOfStream() {
        if (isOver()) {
            tellClosed();
            return;
        }
        if (!channel.isAllowHalfClosure()) {
            channel.streamUnsafe().close();
            return;
        }
        over();
        if (!channel.socket.isInputShutdown() && markShutdown()) {
            channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownReadComplete.INSTANCE);
    }

    /** Reading failed, so the connection is gone in both directions. */
    void connectionLost() {
        if (!channel.isOpen()) {
            tellClosed();
            return;
        }
        resetSeen();
        if (channel.isAllowHalfClosure() && !channel.socket.isInputShutdown() && markShutdown()) {
            channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
        channel.streamUnsafe().close();
    }

    /** The user wants nothing more of what the peer sends. The peer is not told: Winsock would reset the connection. */
    void shutdownByUser() throws IOException {
        channel.socket.shutdown(true, false);
        if (state == State.OPEN) {
            over();
            if (channel.isAllowHalfClosure()) {
                channel.pipeline().fireUserEventTriggered(ChannelInputShutdownReadComplete.INSTANCE);
            }
        } else if (state == State.RESET) {
            // The channel is closed by the reader: by a read that has called this handler, by the packet of a receive,
            // or now.
            state = State.OVER_AND_RESET;
            channel.stopWatching();
        }
    }

    /** A handler has closed the channel while it was told of the end. NIO says then that the input is over as well. */
    private void tellClosed() {
        if (state == State.OPEN || state == State.RESET) {
            channel.pipeline().fireUserEventTriggered(ChannelInputShutdownReadComplete.INSTANCE);
        }
    }

    private void over() {
        state = State.OVER;
        channel.stopWatching();
    }

    private boolean markShutdown() {
        try {
            channel.socket.shutdown(true, false);
            return true;
        } catch (IOException e) {
            // The socket is closed: nothing to mark, and the channel's own events tell of it.
            return false;
        }
    }
}
