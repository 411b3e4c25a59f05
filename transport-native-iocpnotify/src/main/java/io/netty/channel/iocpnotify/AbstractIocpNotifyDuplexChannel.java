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

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelPromise;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetConnectedException;

/**
 * A channel whose two directions can be shut down each by itself: what users ask for, and what they are told of it.
 */
abstract class AbstractIocpNotifyDuplexChannel extends AbstractIocpNotifyChannel implements DuplexChannel {

    private static final InternalLogger logger =
            InternalLoggerFactory.getInstance(AbstractIocpNotifyDuplexChannel.class);

    AbstractIocpNotifyDuplexChannel(Channel parent, WinSocket socket, boolean active, SocketAddress remote) {
        super(parent, socket, active, remote);
    }

    /** Shuts the input of the connection down. In the loop. */
    abstract void doShutdownInput() throws IOException;

    /** The output is about to be shut down, and what waits to be written to fail. In the loop. */
    abstract void prepareToShutdownOutput();

    @Override
    public final boolean isInputShutdown() {
        return !isOpen() || socket.isInputShutdown();
    }

    @Override
    public final boolean isOutputShutdown() {
        return !isOpen() || socket.isOutputShutdown();
    }

    @Override
    public final boolean isShutdown() {
        return !isOpen() || socket.isShutdown();
    }

    final void ensureConnected() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        if (!isActive()) {
            throw new NotYetConnectedException();
        }
    }

    @Override
    public ChannelFuture shutdownOutput() {
        return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(final ChannelPromise promise) {
        inLoop(promise, new Runnable() {
            @Override
            public void run() {
                // A shutdown that was cancelled does nothing.
                if (promise.setUncancellable()) {
                    prepareToShutdownOutput();
                }
                ((AbstractUnsafe) unsafe()).shutdownOutput(promise);
            }
        });
        return promise;
    }

    @Override
    public ChannelFuture shutdownInput() {
        return shutdownInput(newPromise());
    }

    @Override
    public ChannelFuture shutdownInput(final ChannelPromise promise) {
        inLoop(promise, new Runnable() {
            @Override
            public void run() {
                try {
                    ensureConnected();
                    doShutdownInput();
                } catch (Throwable t) {
                    promise.setFailure(t);
                    return;
                }
                promise.setSuccess();
            }
        });
        return promise;
    }

    @Override
    public ChannelFuture shutdown() {
        return shutdown(newPromise());
    }

    @Override
    public ChannelFuture shutdown(final ChannelPromise promise) {
        shutdownOutput().addListener(new ChannelFutureListener() {
            @Override
            public void operationComplete(final ChannelFuture output) {
                shutdownInput().addListener(new ChannelFutureListener() {
                    @Override
                    public void operationComplete(ChannelFuture input) {
                        bothShutDown(output, input, promise);
                    }
                });
            }
        });
        return promise;
    }

    private static void bothShutDown(ChannelFuture output, ChannelFuture input, ChannelPromise promise) {
        if (output.cause() != null && input.cause() != null) {
            logger.debug("The shutdown of the output failed, which is reported; so did that of the input",
                    input.cause());
        }
        Throwable cause = output.cause() != null ? output.cause() : input.cause();
        if (cause != null) {
            promise.setFailure(cause);
        } else {
            promise.setSuccess();
        }
    }
}
