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

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.iocpnotify.loop.PortHandle.ChannelHandle;

import java.util.concurrent.RejectedExecutionException;

/** A socket that peers write to, and the channel that reads it. */
final class ExploredSocket implements ChannelHandle {

    private final World world;
    private final ExploredLoop loop;
    private final long number;
    /** How many times after each packet it is read again before it is armed. */
    private final int readsAgain;
    private IoRegistration registration;
    private boolean registered;
    private boolean cancelled;
    private boolean closed;
    private boolean unregistered;
    private int again;
    private int arrived;
    private int read;

    ExploredSocket(World world, ExploredLoop loop, long number, int readsAgain) {
        this.world = world;
        this.loop = loop;
        this.number = number;
        this.readsAgain = readsAgain;
    }

    ExploredLoop loop() {
        return loop;
    }

    void register() {
        try {
            loop.loop().execute(() -> {
                loop.enter();
                registration = loop.loop().register(this).getNow();
                if (registration != null) {
                    registered = true;
                    registration.submit(IocpNotifyIoOps.IN);
                }
                loop.leave();
            });
        } catch (RejectedExecutionException ignored) {
            // The group ends.
        }
    }

    void arrive() {
        world.port(0).arrive(number);
        arrived++;
    }

    /** It leaves the port without being closed. */
    void cancel() {
        try {
            loop.loop().execute(() -> {
                if (registered && !closed) {
                    cancelled = true;
                    registration.cancel();
                }
            });
        } catch (RejectedExecutionException ignored) {
            // As above.
        }
    }

    boolean isPending() {
        return registered && !cancelled && !closed && read != arrived;
    }

    void check() {
        if (!registered) {
            world.fail("a socket was not registered");
        }
        if (isPending()) {
            world.fail("a socket is deaf: " + registration);
        }
        if (cancelled && !unregistered) {
            world.fail("a socket was not taken off the port");
        }
    }

    @Override
    public long socket() {
        return number;
    }

    @Override
    public void handle(IoRegistration of, IoEvent event) {
        loop.enter();
        int now = world.port(0).read(number);
        read += now;
        if (now != 0) {
            again = readsAgain;
        }
        loop.leave();
    }

    @Override
    public void unregistered() {
        unregistered = true;
    }

    @Override
    public boolean readsAgain() {
        return again-- > 0;
    }

    @Override
    public boolean isAskedToRead() {
        return true;
    }

    @Override
    public boolean isDirectStream() {
        return false;
    }

    @Override
    public void closeInEndingLoop() {
        close();
    }

    @Override
    public void close() {
        closed = true;
        world.port(0).closeSocket(number);
    }
}
