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
package io.netty.iocpnotify.soak;

/**
 * When a run has done enough: both the time and the connections must be reached. If the connections are not there after
 * the longest time the machine is too slow for the goal, or the transport is.
 */
final class SoakGoal {

    private final double minutes;
    private final long connections;
    private final double mostMinutes;

    SoakGoal(double minutes, long connections, double mostMinutes) {
        this.minutes = minutes;
        this.connections = connections;
        this.mostMinutes = mostMinutes;
    }

    boolean isReached(Sample sample) {
        return sample.minutes() >= minutes && sample.get("connections") >= connections;
    }

    boolean isTooLate(Sample sample) {
        return sample.minutes() >= mostMinutes;
    }

    /** Until then things may grow: the JVM compiles, allocators fill. */
    double warmUpMinutes() {
        return minutes / 3;
    }

    @Override
    public String toString() {
        return connections + " connections and " + minutes + " minutes, within " + mostMinutes;
    }
}
