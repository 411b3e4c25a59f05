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

/**
 * What is wrong with a program's outcome on a lane.
 */
final class Finding {

    final Lane.Kind lane;
    final String text;
    /** Threads at the time, if the program was stuck. */
    final String threads;
    /** Whether it shows only now and then, and breaks no invariant: to be looked at, and no fault yet. */
    final boolean isRare;

    Finding(Lane.Kind lane, String text, String threads) {
        this(lane, text, threads, false);
    }

    private Finding(Lane.Kind lane, String text, String threads, boolean isRare) {
        this.lane = lane;
        this.text = text;
        this.threads = threads;
        this.isRare = isRare;
    }

    static Finding rare(Lane.Kind lane, String text) {
        return new Finding(lane, text, "", true);
    }

    /** The same for findings that only differ in numbers. */
    String signature() {
        return lane + " " + text.replaceAll("[0-9]+", "#").replaceAll("(#)(, #|:#|#)*", "#");
    }

    @Override
    public String toString() {
        return lane + ": " + text;
    }
}
