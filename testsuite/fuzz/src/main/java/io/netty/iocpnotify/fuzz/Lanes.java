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

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * NIO's lane and those that are tried, all of which can be made anew.
 */
final class Lanes {

    /** Far more than it takes, for the same reason as in {@link Bell}. */
    private static final long BEATS_TO_END = 1500;

    private final List<Lane.Kind> tried;
    private final Function<Lane.Kind, Lane> newLane;
    private final boolean underFaults;
    private volatile Map<Lane.Kind, Lane> lanes;

    /**
     * @param newLane makes a lane of a kind: {@code Lane::new}, but for tests that plant faults
     */
    Lanes(List<Lane.Kind> tried, Function<Lane.Kind, Lane> newLane) {
        this(tried, newLane, false);
    }

    private Lanes(List<Lane.Kind> tried, Function<Lane.Kind, Lane> newLane, boolean underFaults) {
        this.underFaults = underFaults;
        this.tried = new ArrayList<Lane.Kind>(tried);
        this.newLane = newLane;
        lanes = open();
    }

    /** Those on which the system's calls fail now and then, in ways that must go unnoticed. NIO's is spared. */
    static Lanes underFaults(List<Lane.Kind> tried) {
        return new Lanes(tried, Lane::new, true);
    }

    boolean areUnderFaults() {
        return underFaults;
    }

    private Map<Lane.Kind, Lane> open() {
        Map<Lane.Kind, Lane> opened = new EnumMap<Lane.Kind, Lane>(Lane.Kind.class);
        opened.put(Lane.Kind.NIO, newLane.apply(Lane.Kind.NIO));
        for (Lane.Kind kind : tried) {
            opened.put(kind, newLane.apply(kind));
        }
        return opened;
    }

    List<Lane.Kind> tried() {
        return tried;
    }

    Lane of(Lane.Kind kind) {
        return lanes.get(kind);
    }

    /** Ends all loops while no program runs. Returns what did not end in time; {@code null} if all did. */
    String end() throws InterruptedException {
        StringBuilder alive = new StringBuilder();
        for (Lane lane : lanes.values()) {
            if (!lane.end(BEATS_TO_END)) {
                alive.append(' ').append(lane.kind);
            }
        }
        Confinement.forget();
        return alive.length() == 0 ? null : "a group does not end:" + alive;
    }

    void renew() {
        lanes = open();
    }
}
