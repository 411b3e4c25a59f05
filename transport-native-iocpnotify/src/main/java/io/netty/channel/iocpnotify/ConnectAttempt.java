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

import io.netty.channel.ChannelPromise;
import io.netty.channel.ConnectTimeoutException;
import io.netty.util.concurrent.Future;

import java.net.ConnectException;
import java.net.SocketAddress;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.OUT;

/** The attempt of a channel to connect: its promise, its time-out and how it ends. Used in the loop. */
final class ConnectAttempt {

    private final AbstractIocpNotifyStreamChannel channel;
    /** The last one that sent the first bytes; {@code null} if there was none. */
    private FastOpenConnect fastOpen;

    /** {@code null} if no attempt is pending. After one that has failed, a channel that is still open may try again. */
    private ChannelPromise promise;

    // Of the attempt that is pending.
    private SocketAddress remoteAddress;
    private int timeoutMillis;
    private long deadlineNanos;
    /** {@code null} without a limit, and while the channel is in no loop. */
    private Future<?> timeout;

    ConnectAttempt(AbstractIocpNotifyStreamChannel channel) {
        this.channel = channel;
    }

    boolean isPending() {
        return promise != null;
    }

    /** Whether the attempt ends with the packet of an overlapped operation, and not with OUT. */
    boolean isByPacket() {
        return fastOpen != null && fastOpen.isUnderWay();
    }

    void start(SocketAddress remoteAddress, SocketAddress localAddress, ChannelPromise promise) {
        // The promise is not made uncancellable: cancelling it ends the attempt.
        if (promise.isDone() || !channel.handle().isOpenElseFail(promise)) {
            return;
        }
        try {
            if (isPending()) {
                throw new ConnectionPendingException();
            }
            if (channel.isActive()) {
                throw new AlreadyConnectedException();
            }
            this.remoteAddress = remoteAddress;
            if (begin(remoteAddress, localAddress)) {
                succeed(promise);
            } else {
                this.promise = promise;
                if (!isByPacket()) {
                    channel.want(OUT);
                }
                limitTime();
                heedCancellation();
            }
        } catch (Throwable t) {
            if (this.promise == promise) {
                // A loop that is shutting down takes no time-out.
                end();
            }
            channel.handle().closeIfNotOpen();
            promise.tryFailure(channel.handle().annotate(t, remoteAddress));
        }
    }

    private boolean begin(SocketAddress remoteAddress, SocketAddress localAddress) throws Exception {
        // Before anything is done to the socket: a wrong address must leave it as it was.
        channel.checkRemote(remoteAddress);
        if (localAddress != null) {
            channel.doBind(localAddress);
        }
        try {
            fastOpen = channel.beginFastOpen(remoteAddress);
            return fastOpen == null && channel.beginConnect(remoteAddress);
        } catch (Throwable t) {
            // Throws nothing. So the caller gets the reason why the connect did not begin.
            channel.unsafe().closeForcibly();
            throw t;
        }
    }

    private void limitTime() {
        timeoutMillis = channel.config().getConnectTimeoutMillis();
        if (timeoutMillis != 0) {
            deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
            scheduleTimeout();
        }
    }

    private void scheduleTimeout() {
        timeout = channel.eventLoop().schedule(() -> {
            if (isPending()) {
                abandon(new ConnectTimeoutException(
                        "connection timed out after " + timeoutMillis + " ms: " + remoteAddress));
                channel.handle().close();
            }
        }, Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    /** Also when the channel leaves its loop, whose timers are not the channel's any more. */
    void cancelTimeout() {
        if (timeout != null) {
            timeout.cancel(false);
            timeout = null;
        }
    }

    void enterLoop() {
        if (isPending() && timeoutMillis != 0 && timeout == null) {
            scheduleTimeout();
        }
    }

    private void heedCancellation() {
        ChannelPromise connect = promise;
        connect.addListener(future -> {
            if (future.isCancelled()) {
                // Told in the loop that the promise was made for, which the channel may have left.
                channel.inLoop(connect, () -> {
                    if (promise == connect) {
                        end();
                        channel.handle().close();
                    }
                });
            }
        });
    }

    /** The socket reported an end of the attempt, which is a bad one in case of an error. */
    void finish(boolean error) {
        assert isPending();
        try {
            if (!channel.socket.finishConnect()) {
                if (error) {
                    // The event would come again and again.
                    throw new ConnectException("connection attempt failed, the system gives no reason");
                }
                return;
            }
        } catch (Throwable t) {
            fail(t);
            return;
        }
        succeed(end());
    }

    /** Ends the attempt {@linkplain #isByPacket by packet} if that has come. */
    void resume() {
        try {
            if (!fastOpen.finish(channel.unsafe().outboundBuffer())) {
                return;
            }
        } catch (Throwable t) {
            fail(t);
            return;
        }
        // A listener of what was sent may have closed the channel.
        if (isPending()) {
            succeed(end());
            channel.handle().flush0();
        }
    }

    private void fail(Throwable cause) {
        abandon(channel.handle().annotate(cause, remoteAddress));
        channel.handle().closeIfNotOpen();
    }

    private void succeed(ChannelPromise promise) {
        channel.connected(remoteAddress);

        // trySuccess() runs listeners, which may close the channel; that it was active is an event nevertheless.
        boolean active = channel.isActive();
        boolean inTime = promise.trySuccess();
        if (active) {
            channel.pipeline().fireChannelActive();
        }
        if (!inTime) {
            // Cancelled just now.
            channel.handle().close();
        }
    }

    /** Returns {@code false} if no attempt is pending. */
    boolean abandon(Throwable cause) {
        if (!isPending()) {
            return false;
        }
        // The promise may have been cancelled just now, by any thread.
        end().tryFailure(cause);
        return true;
    }

    /** The channel is being closed. What is lent to the system is freed when the packet comes. */
    void close() {
        if (isPending()) {
            abandon(new ClosedChannelException());
        }
        if (fastOpen != null) {
            fastOpen.release();
        }
    }

    private ChannelPromise end() {
        ChannelPromise promise = this.promise;
        this.promise = null;
        cancelTimeout();
        channel.unwant(OUT);
        return promise;
    }
}
