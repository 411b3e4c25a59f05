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

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads of one kind that share the work, each with a thread of its own. The first has the thread that calls. A single
 * one is the usual case: one thread is enough for what a few processors serve. Used by one thread.
 */
public final class SharedLoad implements Closeable {

    private final Load first;
    private final List<LoadBeside> others = new ArrayList<>();

    /**
     * @param loads at least one; closed with this
     */
    public SharedLoad(List<Load> loads) {
        first = loads.get(0);
        for (Load load : loads.subList(1, loads.size())) {
            others.add(new LoadBeside(load));
        }
    }

    /** As {@link Load#open()}. */
    public void open() throws IOException {
        first.open();
        for (LoadBeside other : others) {
            other.open();
        }
    }

    /** As {@link Load#start()}. */
    public void start() throws IOException {
        first.start();
        for (LoadBeside other : others) {
            other.start();
        }
    }

    /** As {@link Load#beginWindow()}. */
    public void beginWindow() {
        first.beginWindow();
        others.forEach(LoadBeside::beginWindow);
    }

    /** As {@link Load#run}. */
    public void run(long nanos) throws IOException {
        for (LoadBeside other : others) {
            other.begin(nanos);
        }
        first.run(nanos);
        for (LoadBeside other : others) {
            other.await();
        }
    }

    /** As {@link Load#resume}. */
    public void resume(long nanos) throws IOException {
        for (LoadBeside other : others) {
            other.resume(nanos);
        }
        first.resume(nanos);
        for (LoadBeside other : others) {
            other.await();
        }
    }

    /** As {@link Load#settle()}; only a load of its own has a pace, so the others have nothing to settle. */
    public void settle() throws IOException {
        first.settle();
    }

    /** What the window measured of all. */
    public LoadResult result() {
        LoadResult result = first.result();
        for (LoadBeside other : others) {
            result = result.plus(other.result());
        }
        return result;
    }

    /** Closes all, whatever one of them throws. */
    @Override
    public void close() throws IOException {
        IOException failure = null;
        List<Closeable> all = new ArrayList<>(others);
        all.add(first);
        for (Closeable load : all) {
            try {
                load.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
