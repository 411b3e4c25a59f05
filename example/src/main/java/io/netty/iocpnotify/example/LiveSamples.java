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
package io.netty.iocpnotify.example;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.util.CharsetUtil;
import io.netty.util.concurrent.Future;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Sends samples to all who listen: the stream of server-sent events. It takes one each second, or when it is told to.
 * Who comes later gets the last {@value #WINDOW} at once.
 * <p>
 * All state belongs to one event loop, whose runs are one after the other.
 */
final class LiveSamples {

    static final int WINDOW = 60;

    private final EventLoop loop;
    private final LiveFeed source;
    private final ChannelGroup listeners;
    /** The last samples, as events. Not of a pool: whoever writes one needs no count of references. */
    private final Deque<ByteBuf> window = new ArrayDeque<>();

    LiveSamples(EventLoop loop, LiveFeed source) {
        this.loop = loop;
        this.source = source;
        listeners = new DefaultChannelGroup(loop);
    }

    /** Takes a sample each second, and does besides what is to be done often. */
    void start(Runnable often) {
        // With a delay: a machine that stood still for a while is not to be sampled many times in a moment.
        failLoudly(loop.scheduleWithFixedDelay(often, 50, 50, TimeUnit.MILLISECONDS));
        failLoudly(loop.scheduleWithFixedDelay(this::take, 1, 1, TimeUnit.SECONDS));
    }

    /** A periodic task that throws is not run again, and nobody is told unless somebody asks. */
    private static void failLoudly(Future<?> task) {
        task.addListener(ended -> {
            if (!ended.isCancelled()) {
                System.err.println("LiveCharts: no more samples:");
                ended.cause().printStackTrace();
            }
        });
    }

    /** Sends the head of the answer, what there is, and from then on each new sample. Any thread may call it. */
    void addListener(Channel listener, HttpResponse head) {
        loop.execute(() -> {
            listener.write(head);
            listener.write(content(event("about", source.about())));
            for (ByteBuf sample : window) {
                listener.write(content(sample.duplicate()));
            }
            listener.flush();
            listeners.add(listener);
        });
    }

    /** Takes a sample, besides that of each second if it was started. Any thread may call it. */
    Future<?> takeNow() {
        return loop.submit(this::take);
    }

    private void take() {
        ByteBuf sample = event("sample", source.sample());
        window.add(sample);
        if (window.size() > WINDOW) {
            window.remove();
        }
        // Who does not read what was sent to it misses this one. Else it would be kept here until the memory is full.
        listeners.writeAndFlush(content(sample.duplicate()), Channel::isWritable);
    }

    private static DefaultHttpContent content(ByteBuf event) {
        return new DefaultHttpContent(event);
    }

    private static ByteBuf event(String name, String data) {
        return Unpooled.unreleasableBuffer(
                Unpooled.copiedBuffer("event: " + name + "\ndata: " + data + "\n\n", CharsetUtil.UTF_8));
    }
}
