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
         * ERR has come after this side was closed. It may be a reset, or say that now both sides are closed. What the
         * system has received is read to its end, which tells. Next: any other.
         */
        IN_DOUBT,
        /**
         * The connection was reset. What the system received before is read to its end, then the channel is closed: the
         * event would come for ever, and nothing can be sent either. Next: OVER_AND_RESET.
         */
        RESET,
        /** The peer's end of stream was read: nothing is read any more. Next: OVER_AND_RESET. */
        ENDED,
        /** The user shut the input down: nothing is read any more. Next: OVER_AND_RESET. */
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
        return state == State.ENDED || state == State.OVER || state == State.OVER_AND_RESET || !channel.isOpen();
    }

    /** Whether the connection was reset, or may have been. */
    boolean isReset() {
        return state == State.IN_DOUBT || state == State.RESET || state == State.OVER_AND_RESET;
    }

    /** The connection was reset: a call has said so, or a packet that cannot mean anything else. */
    void resetSeen() {
        state = state == State.OPEN || state == State.IN_DOUBT ? State.RESET :
                state == State.ENDED || state == State.OVER ? State.OVER_AND_RESET : state;
    }

    /** A packet told of ERR. That means a reset, unless both sides may have been closed in order. */
    void errorSeen() {
        if (!channel.socket.hasEndedOutput()) {
            resetSeen();
        } else if (state == State.OPEN) {
            state = State.IN_DOUBT;
        } else if (state != State.ENDED || hasSocketError()) {
            resetSeen();
        }
    }

    /** Whether the end that a receive has told of is in order. After a reset a receive may say the same. */
    boolean endsInOrder() {
        if (state == State.IN_DOUBT && !hasSocketError()) {
            state = State.OPEN;
        }
        return state == State.OPEN;
    }

    private boolean hasSocketError() {
        try {
            return channel.socket.getSoError() != 0;
        } catch (IOException e) {
            return true;
        }
    }

    void endOfStream() {
        if (isOver()) {
            tellClosed();
            return;
        }
        if (!channel.isAllowHalfClosure()) {
            channel.handle().close();
            return;
        }
        over(State.ENDED);
        markShutdown();
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownReadComplete.INSTANCE);
    }

    /** Reading failed, so the connection is gone in both directions. */
    void connectionLost() {
        if (!channel.isOpen()) {
            tellClosed();
            return;
        }
        resetSeen();
        if (channel.isAllowHalfClosure()) {
            markShutdown();
        }
        channel.handle().close();
    }

    /** The user wants nothing more of what the peer sends. The peer is not told: Winsock would reset the connection. */
    void shutdownByUser() throws IOException {
        channel.socket.shutdownInput();
        if (endsInOrder()) {
            over(State.OVER);
            if (channel.isAllowHalfClosure()) {
                channel.pipeline().fireUserEventTriggered(ChannelInputShutdownReadComplete.INSTANCE);
            }
        } else if (state == State.IN_DOUBT || state == State.RESET) {
            // The channel is closed by the reader: by a read that has called this handler, by the packet of a receive,
            // or now.
            state = State.OVER_AND_RESET;
            channel.stopWatching();
        }
    }

    /** A handler has closed the channel while it was told of the end. NIO says then that the input is over as well. */
    private void tellClosed() {
        if (state == State.OPEN || state == State.IN_DOUBT || state == State.RESET) {
            channel.pipeline().fireUserEventTriggered(ChannelInputShutdownReadComplete.INSTANCE);
        }
    }

    private void over(State how) {
        state = how;
        channel.stopWatching();
    }

    private void markShutdown() {
        if (channel.socket.isInputShutdown()) {
            return;
        }
        try {
            channel.socket.shutdownInput();
        } catch (IOException e) {
            // The socket is closed: nothing to mark, and the channel's own events tell of it.
            return;
        }
        channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    }
}
