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
package io.netty.channel.iocpnotify.group;

/**
 * Looks whether handlers hold up all carriers of a group, and starts a spare one then. In the thread of
 * {@link CarrierWatch}.
 */
final class SpareCarriers implements CarrierWatch.Look {

    private final CarrierPool pool;
    private final long afterNanos;
    private long last = -1;

    SpareCarriers(CarrierPool pool, long afterNanos) {
        this.pool = pool;
        this.afterNanos = afterNanos;
    }

    @Override
    public long periodNanos() {
        return afterNanos;
    }

    @Override
    public void look() {
        long runs = pool.runsIfAllAreBusy();
        if (runs != -1 && runs == last) {
            pool.startSpareCarrier();
            runs = -1;
        }
        last = runs;
    }
}
