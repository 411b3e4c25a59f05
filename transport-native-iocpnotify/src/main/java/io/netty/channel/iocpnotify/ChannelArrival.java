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
import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandler;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.loop.NeededTask;
import io.netty.channel.iocpnotify.loop.PortHandle.ChannelHandle;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.FutureListener;
import io.netty.util.internal.StringUtil;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.RejectedExecutionException;

/**
 * The way of a channel into a loop, from the request to {@link ChannelPlace#enter}. First it waits until the last loop
 * has let go of the socket, and then for the registration. Its promise is kept whatever happens: AbstractChannel closes
 * a channel that does not arrive. Used in the loop that the channel is to enter, but for what is said to be elsewhere.
 * <p>
 * Meanwhile the channel can be registered with another loop: AbstractChannel lets everybody do that before the promise
 * is kept. So each step looks which loop that is now, and is made there. The first arrival that gets there has the
 * channel enter, and all others succeed with it. To fail them would close the channel.
 */
final class ChannelArrival implements FutureListener<IoRegistration> {

    private final AbstractIocpNotifyChannel channel;
    private final ChannelPlace place;
    private final ChannelPromise promise;

    ChannelArrival(AbstractIocpNotifyChannel channel, ChannelPromise promise) {
        this.channel = channel;
        place = channel.place;
        this.promise = promise;
    }

    void begin() {
        if (isCompatible(channel.eventLoop())) {
            register();
        } else {
            promise.setFailure(refusal());
        }
    }

    /** As soon as the loop that the channel is to enter now has room for a task. Any thread. */
    private void goOn() {
        try {
            NeededTask.execute(this::executeInLoop, () -> {
                try {
                    register();
                } catch (Throwable t) {
                    promise.tryFailure(t);
                }
            }, () -> true);
        } catch (Throwable t) {
            // There is no memory for the task.
            fail(t);
        }
    }

    /** Throws only if the loop has no room for the task now. */
    private void executeInLoop(Runnable task) {
        EventLoop loop = channel.eventLoop();
        try {
            loop.execute(task);
        } catch (Throwable t) {
            if (t instanceof RejectedExecutionException && !loop.isShutdown()) {
                throw (RejectedExecutionException) t;
            }
            fail(t);
        }
    }

    private void fail(Throwable cause) {
        try {
            // A loop that has the channel closes it at its end.
            if (!channel.isRegistered() && !place.isInAnyLoop()) {
                closeWithoutLoop();
            }
        } finally {
            promise.tryFailure(cause);
        }
    }

    /** The next loop has ended. Where {@link #goOn()} is. */
    private void closeWithoutLoop() {
        // First: a socket that lingers would be closed by another thread, and the rest be left to the loop.
        channel.unsafe().closeForcibly();
        EventLoop last = place.forgetFormerLoop();
        if (last != null) {
            // A closed channel is not registered, but belongs to that loop again, where this runs: it can notify those
            // who wait for the channel.
            channel.unsafe().register(last, channel.newPromise());
        }
        channel.unsafe().close(channel.voidPromise());
    }

    private void register() {
        EventLoop loop = channel.eventLoop();
        if (!loop.inEventLoop()) {
            goOn();
            return;
        }
        if (!place.isInNoLoop()) {
            endWithout();
            return;
        }
        Future<Void> departure = place.departure();
        if (departure != null && !departure.isDone()) {
            // A socket belongs to one port at a time: the next may be asked once the last has let go.
            departure.addListener((FutureListener<Void>) over -> goOn());
            return;
        }
        Throwable abandonment = place.abandonment();
        if (abandonment != null) {
            // What it has written hangs on a packet that never comes. AbstractChannel closes it, but fails no write.
            channel.handle().close();
            promise.setFailure(abandonment);
            return;
        }
        // This is the listener: were one to be made now, the registration might end up with nobody.
        ((IoEventLoop) loop).register(channel.handle()).addListener(this);
    }

    /** Another arrival has had the channel enter this loop, or the channel cannot enter any more. */
    private void endWithout() {
        if (place.isInThisLoop()) {
            promise.setSuccess();
        } else {
            promise.setFailure(channel.isOpen() ?
                    new IllegalStateException("registered to an event loop already") : new ClosedChannelException());
        }
    }

    @Override
    public void operationComplete(Future<IoRegistration> registration) {
        try {
            if (!channel.eventLoop().inEventLoop()) {
                if (registration.isSuccess()) {
                    end(registration.getNow());
                }
                goOn();
                return;
            }
            if (!registration.isSuccess()) {
                promise.setFailure(registration.cause());
                return;
            }
            registered(registration.getNow());
        } catch (Throwable t) {
            if (!promise.tryFailure(t)) {
                throw t;
            }
        }
    }

    private void registered(IoRegistration registration) {
        if (!place.canBeNotifiedBy(registration)) {
            end(registration);
            channel.handle().close();
            promise.setFailure(new IOException("the channel has had overlapped operations in its last event loop, " +
                    "and this system does not notify it on the completion port of another one"));
            return;
        }
        if (!place.enter(registration)) {
            // Closed between the registration and this, which may have been put off to a task of its own.
            end(registration);
            endWithout();
            return;
        }
        channel.arrived();
        promise.setSuccess();
        channel.enterLoop();
        channel.readIfAsked();
    }

    private static void end(IoRegistration registration) {
        ChannelPlace.ownOf(registration).closing();
        registration.cancel();
    }

    // ---- which loops a channel can live in

    static boolean isCompatible(EventLoop loop) {
        return loop instanceof IoEventLoop && ((IoEventLoop) loop).isCompatible(ChannelHandle.class);
    }

    /** Begins as Netty's own does. */
    private IllegalStateException refusal() {
        return new IllegalStateException("incompatible event loop type: " + describe(channel.eventLoop()) + " (" +
                StringUtil.simpleClassName(channel) + " needs a loop of IocpNotifyEventLoopGroup or of " +
                "MultiThreadIoEventLoopGroup(IocpNotifyIoHandler.newFactory()))");
    }

    /** Names the handler as well where it can be known: Netty's own that exist on Windows. */
    private static String describe(EventLoop loop) {
        String name = loop.getClass().getName();
        if (isIoType(loop, NioIoHandler.class)) {
            return name + " with NioIoHandler";
        }
        return isIoType(loop, LocalIoHandler.class) ? name + " with LocalIoHandler" : name;
    }

    private static boolean isIoType(EventLoop loop, Class<? extends IoHandler> handlerType) {
        return loop instanceof IoEventLoop && ((IoEventLoop) loop).isIoType(handlerType);
    }
}
