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
package io.netty.iocpnotify.faults;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.util.concurrent.Future;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

/**
 * What is still to be done, what has failed, and what must never have happened. Any thread.
 */
final class Ledger {

    /** What an injected error looks like to a channel, and to the other end of a connection that ended of it. */
    private static final Pattern INJECTED = Pattern.compile("WSAENOBUFS|WSAEMFILE|WSAECONNRESET|WSAECONNABORTED|" +
            "error 1450|error 8:|error 8 ");

    private final boolean failuresAllowed;
    private final Set<Future<?>> pending = ConcurrentHashMap.newKeySet();
    private final Queue<String> violations = new ConcurrentLinkedQueue<String>();

    /** @param failuresAllowed whether calls and channels may fail for a fault that was injected */
    Ledger(boolean failuresAllowed) {
        this.failuresAllowed = failuresAllowed;
    }

    boolean areFailuresAllowed() {
        return failuresAllowed;
    }

    /** A promise that must be done in the end, and may fail for an injected fault only. */
    void expect(String what, Future<?> future) {
        pending.add(future);
        future.addListener(done -> {
            pending.remove(done);
            if (!done.isSuccess()) {
                failed(what, done.cause());
            }
        });
    }

    /** A write, as {@link #expect}. It closes its channel if it fails: what is lost leaves a hole in the stream. */
    void expectWrite(String what, ChannelFuture write) {
        expect(what, write);
        write.addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    /** A call or a channel has failed. */
    void failed(String what, Throwable cause) {
        if (!failuresAllowed || !isExplained(cause)) {
            violation(what + " failed: " + describe(cause));
        }
    }

    /** A channel has ended early, and its handlers were not told why. */
    void endedEarly(String what) {
        if (!failuresAllowed) {
            violation(what + " has ended early");
        }
    }

    void violation(String what) {
        violations.add(what);
    }

    private static boolean isExplained(Throwable cause) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof OutOfMemoryError || t instanceof ClosedChannelException || t instanceof ConnectException ||
                    t instanceof IOException && isInjected(t.getMessage())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInjected(String message) {
        return message != null && INJECTED.matcher(message).find();
    }

    private static String describe(Throwable cause) {
        StringBuilder text = new StringBuilder(String.valueOf(cause));
        StackTraceElement[] trace = cause.getStackTrace();
        for (int i = 0; i < Math.min(12, trace.length); i++) {
            text.append("\n      at ").append(trace[i]);
        }
        return cause.getCause() == null ? text.toString() : text + "\n    by " + describe(cause.getCause());
    }

    Set<Future<?>> pending() {
        return pending;
    }

    Queue<String> violations() {
        return violations;
    }
}
