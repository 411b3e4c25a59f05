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
package io.netty.iocpnotify.fuzz;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The last handler of each channel: checks what comes and where, logs it, and throws or calls back when it was told to.
 */
final class Probe extends ChannelDuplexHandler {

    /** A message whose write throws. */
    static final Object THROWING = new Object();

    final EventLog log = new EventLog();
    private final String name;
    private final Complaints complaints;
    private final Bell bell;
    private final Incoming incoming;
    private final Set<String> throwsNext = ConcurrentHashMap.newKeySet();

    // Written by the program's thread before the bytes that bring the callback about, read in the loop.
    private final AtomicReference<Runnable> onRead = new AtomicReference<Runnable>();
    private final AtomicReference<Runnable> onReadComplete = new AtomicReference<Runnable>();

    // In the loop alone, but for the end.
    private boolean hasRead;
    private volatile int thrown;
    private volatile int caught;

    Probe(String name, Complaints complaints, Bell bell, Incoming incoming) {
        this.name = name;
        this.complaints = complaints;
        this.bell = bell;
        this.incoming = incoming;
    }

    void throwAtNext(String event) {
        throwsNext.add(event);
    }

    void atNextRead(Runnable action) {
        onRead.set(action);
    }

    void atNextReadComplete(Runnable action) {
        onReadComplete.set(action);
    }

    /** An event, and what of it is checked. */
    private interface Event {
        void happen();
    }

    private void inLoop(ChannelHandlerContext ctx, String what, Event event) {
        AtomicReference<Thread> inside = Confinement.enter(ctx.executor(), name + ": " + what, complaints);
        try {
            event.happen();
            if (throwsNext.remove(what)) {
                thrown++;
                throw new Planted();
            }
        } finally {
            Confinement.leave(inside);
            bell.ring();
        }
    }

    @Override
    public void channelRegistered(ChannelHandlerContext ctx) {
        inLoop(ctx, "registered", () -> log.life("registered"));
    }

    @Override
    public void channelUnregistered(ChannelHandlerContext ctx) {
        inLoop(ctx, "unregistered", () -> log.life("unregistered"));
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        inLoop(ctx, "active", () -> log.life("active"));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        inLoop(ctx, "inactive", () -> log.life("inactive"));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        inLoop(ctx, "read", () -> {
            hasRead = true;
            try {
                if (log.count("active") == 0 || log.count("inactive") > 0) {
                    complaints.add(name + ": read while not active");
                }
                String fault = incoming.take(msg instanceof DatagramPacket ? ((DatagramPacket) msg).content() :
                        (ByteBuf) msg);
                if (fault != null) {
                    complaints.add(name + ": " + fault);
                }
            } finally {
                ReferenceCountUtil.release(msg);
            }
            call(onRead);
        });
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        inLoop(ctx, "complete", () -> {
            if (hasRead) {
                hasRead = false;
                call(onReadComplete);
            }
        });
    }

    private static void call(AtomicReference<Runnable> action) {
        Runnable once = action.get() == null ? null : action.getAndSet(null);
        if (once != null) {
            once.run();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        inLoop(ctx, "writability", () -> { });
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        inLoop(ctx, "event", () -> {
            if (event == ChannelInputShutdownEvent.INSTANCE) {
                log.life("input shut");
            } else if (event == ChannelInputShutdownReadComplete.INSTANCE) {
                log.life("input read");
            } else if (event == ChannelOutputShutdownEvent.INSTANCE) {
                log.life("output shut");
            } else if (event instanceof SslHandshakeCompletionEvent) {
                log.life(((SslHandshakeCompletionEvent) event).isSuccess() ? "ssl" : "no ssl");
            } else if (event instanceof SslCloseCompletionEvent) {
                log.user(((SslCloseCompletionEvent) event).isSuccess() ? "ssl closed" : "ssl cut");
            } else if (event instanceof Integer) {
                log.user(event.toString());
            }
        });
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        inLoop(ctx, "exception", () -> {
            if (cause instanceof Planted) {
                caught++;
            } else {
                complaints.addIfFault(name, cause);
                log.failure(FailureKind.of(cause));
            }
        });
    }

    /** Whether each exception of this handler has come back to it. To be asked when the channel is closed. */
    boolean hasCaughtAll() {
        return thrown == caught;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        if (msg == THROWING) {
            throw new Planted();
        }
        AtomicReference<Thread> inside = Confinement.enter(ctx.executor(), name + ": write", complaints);
        try {
            ctx.write(msg, promise);
        } finally {
            Confinement.leave(inside);
        }
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        AtomicReference<Thread> inside = Confinement.enter(ctx.executor(), name + ": flush", complaints);
        try {
            ctx.flush();
        } finally {
            Confinement.leave(inside);
        }
    }
}
