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
package io.netty.iocpnotify.bench.load;

import org.HdrHistogram.Histogram;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * A closed loop of requests and answers: who has its answer sends the next request. All of it happens in the thread
 * that calls; between two calls of {@link #run} nothing is sent or read.
 */
public abstract class Load implements Closeable {

    /** Longer than any answer takes, handlers that delay it included; an answer that takes longer is lost. */
    private static final long MAX_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long MAX_LATENCY_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long SELECT_MILLIS = 50;

    final InetSocketAddress server;
    final Selector selector = Selector.open();

    private final Peer[] peers;
    private final Histogram latencies = new Histogram(MAX_LATENCY_NANOS, 3);
    private final Histogram othersLatencies = new Histogram(MAX_LATENCY_NANOS, 3);
    /** The latency of what was sent before tells of a pause, not of the server. */
    private long runBegin;
    private long windowNanos;
    private long lastAnswer;
    private boolean anyAnswer;
    private boolean settling;
    private boolean isResuming;
    /** How many answers each loop is to get. */
    private long limit = Long.MAX_VALUE;

    /**
     * @param peers how many requests, or series of requests, are under way at a time
     */
    Load(InetSocketAddress server, int peers) throws IOException {
        this.server = server;
        this.peers = new Peer[peers];
    }

    /** Makes one of the loops, connected if it has a connection for good. */
    abstract Peer newPeer(int index) throws IOException;

    /**
     * Connects.
     *
     * @throws IOException if one connection fails
     */
    public final void open() throws IOException {
        for (int i = 0; i < peers.length; i++) {
            peers[i] = newPeer(i);
        }
    }

    /** Sends the first requests; must be called once, after {@link #open()}. */
    public final void start() throws IOException {
        lastAnswer = System.nanoTime();
        for (Peer peer : peers) {
            peer.start();
        }
    }

    /**
     * Forgets what was measured up to now: what comes next is the window.
     */
    public final void beginWindow() {
        latencies.reset();
        othersLatencies.reset();
        for (Peer peer : peers) {
            peer.answers = 0;
        }
        anyAnswer = false;
        windowNanos = 0;
    }

    /**
     * Keeps the loops going for that time, or until the first answer of the window to what was sent in this run if that
     * takes longer. A window may have several runs, with pauses in between that count for nothing.
     *
     * @throws IOException if a connection breaks, a wrong byte comes back, or nothing for a long time
     */
    public final void run(long nanos) throws IOException {
        long begin = System.nanoTime();
        long now = begin;
        runBegin = begin;
        settling = false;
        resumed(begin);
        while (now - begin < nanos || !anyAnswer || !mayPause()) {
            now = turn();
        }
        windowNanos += now - begin;
    }

    /**
     * Keeps the loops going without measuring: after a pause, in which the server has answered all that it had. To be
     * followed by {@link #run}.
     *
     * @throws IOException as {@link #run}
     */
    public final void resume(long nanos) throws IOException {
        isResuming = true;
        settling = false;
        long begin = System.nanoTime();
        resumed(begin);
        long now = begin;
        while (now - begin < nanos || !mayPause()) {
            now = turn();
        }
        isResuming = false;
    }

    /**
     * Waits for the answers that the last run lacks, where a load says what was to be sent when. They count as latency,
     * and not as answers.
     *
     * @throws IOException as {@link #run}
     */
    public final void settle() throws IOException {
        settling = true;
        while (!isSettled()) {
            turn();
        }
    }

    /**
     * Has so many requests of each loop answered, one loop after the other. Nothing is under way then, and nothing more
     * is sent. To be called instead of {@link #start}, for loops with one request under way.
     *
     * @throws IOException as {@link #run}
     */
    final void exchange(int times) throws IOException {
        limit = times;
        for (Peer peer : peers) {
            lastAnswer = System.nanoTime();
            peer.start();
            while (peer.goesOn()) {
                turn();
            }
        }
    }

    private long turn() throws IOException {
        await();
        long now = System.nanoTime();
        idle(now);
        if (now - lastAnswer > MAX_SILENCE_NANOS) {
            throw new IOException("no answer for " + TimeUnit.NANOSECONDS.toSeconds(MAX_SILENCE_NANOS) + " s");
        }
        return now;
    }

    /** Waits for channels, not for long, and handles those that are ready. */
    void await() throws IOException {
        selector.select(Load::ready, SELECT_MILLIS);
    }

    /** Called when the loops go on after a pause, and at first. */
    void resumed(long now) { }

    /** Called now and then, for what no channel tells of. */
    void idle(long now) throws IOException { }

    /** Whether a window may end now. */
    boolean mayPause() {
        return true;
    }

    /** Whether all that was to be sent in the last run has its answer; asked only by {@link #settle}. */
    boolean isSettled() {
        return true;
    }

    /** Something has come that is no whole answer yet. */
    final void heard(long now) {
        lastAnswer = now;
    }

    /** What the window measured. Anything lost is in there too, as what did not come. */
    public final LoadResult result() {
        long[] answers = new long[peers.length];
        for (int i = 0; i < peers.length; i++) {
            answers[i] = peers[i].answers;
        }
        return new LoadResult(windowNanos, answers, latencies.copy(), othersLatencies.copy());
    }

    @Override
    public final void close() throws IOException {
        for (Peer peer : peers) {
            if (peer != null) {
                peer.close();
            }
        }
        selector.close();
    }

    static void ready(SelectionKey key) {
        Peer peer = (Peer) key.attachment();
        try {
            peer.ready(key);
        } catch (IOException e) {
            throw new LoadException("connection " + peer.index + ": " + e, e);
        }
    }

    /** One of the loops. */
    abstract class Peer implements Closeable {
        final int index;
        private long answers;

        Peer(int index) {
            this.index = index;
        }

        abstract void start() throws IOException;

        abstract void ready(SelectionKey key) throws IOException;

        /** Whether the next request is to be sent. */
        final boolean goesOn() {
            return answers < limit;
        }

        /** An answer is complete. The first loop is the one that may be special, so it is left out of "the others". */
        final void answered(long sentNanos, long nowNanos) {
            heard(nowNanos);
            if (isResuming) {
                return;
            }
            if (!settling) {
                answers++;
            }
            if (sentNanos - runBegin >= 0) {
                anyAnswer = true;
                latencies.recordValue(nowNanos - sentNanos);
                if (index != 0) {
                    othersLatencies.recordValue(nowNanos - sentNanos);
                }
            }
        }
    }

    /** A loop that connects while the others go on, and perhaps again and again. */
    abstract class ConnectingPeer extends Peer {
        SocketChannel channel;

        ConnectingPeer(int index) {
            super(index);
        }

        /** Begins to connect. */
        final void connect() throws IOException {
            channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            if (channel.connect(server)) {
                connected();
            } else {
                channel.register(selector, SelectionKey.OP_CONNECT, this);
            }
        }

        /** The connection is there. */
        abstract void connected() throws IOException;

        /** There is something to read, or the end. */
        abstract void readable() throws IOException;

        @Override
        final void ready(SelectionKey key) throws IOException {
            if (key.isConnectable()) {
                channel.finishConnect();
                connected();
            } else {
                readable();
            }
        }
    }
}
