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

import io.netty.channel.iocpnotify.winsock.TcpSocketOptions;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.util.internal.PlatformDependent;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Whether the connections that {@code accept} returns have their listener's {@code TCP_NODELAY}. Winsock says that they
 * have its properties. So the first connection is asked, and where it has the option, the others need not be given it.
 */
final class InheritedNoDelay {

    private enum State {
        /** No connection was asked yet. Next: INHERITED, MISSING. */
        UNKNOWN,
        /** Each has it. Next: MISSING, if other code changes an option of the listener. */
        INHERITED,
        /** Each must be given it. Last. */
        MISSING
    }

    /** Left from UNKNOWN by the listener's loop, to MISSING by any thread. */
    private final AtomicReference<State> state = new AtomicReference<State>(State.UNKNOWN);

    /** Sets the option on a listener, before it listens, unless other code may have set it. */
    void passOn(WinSocket listener) {
        if (state.get() == State.UNKNOWN && PlatformDependent.canEnableTcpNoDelayByDefault()) {
            try {
                TcpSocketOptions.setNoDelay(listener, true);
            } catch (IOException ignored) {
                // Then the first connection says that it does not have it.
            }
        }
    }

    /** Whether a connection that was accepted just now has the option. In the listener's loop. */
    boolean isSetOn(WinSocket accepted) {
        if (state.get() == State.UNKNOWN) {
            boolean noDelay;
            try {
                noDelay = TcpSocketOptions.isNoDelay(accepted);
            } catch (IOException reset) {
                return false;
            }
            state.compareAndSet(State.UNKNOWN, noDelay ? State.INHERITED : State.MISSING);
        }
        return state.get() == State.INHERITED;
    }

    /** Called before other code changes an option of the listener. Any thread. */
    void listenerMayChange() {
        state.set(State.MISSING);
    }
}
