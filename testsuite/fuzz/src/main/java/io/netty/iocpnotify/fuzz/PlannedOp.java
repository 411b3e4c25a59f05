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
 * An operation, and the place on the tape from which it writes.
 */
final class PlannedOp {

    final Op op;
    final int place;
    /** What its result is called in the outcome. */
    final String name;

    PlannedOp(Op op, int place, String name) {
        this.op = op;
        this.place = place;
        this.name = name;
    }
}
