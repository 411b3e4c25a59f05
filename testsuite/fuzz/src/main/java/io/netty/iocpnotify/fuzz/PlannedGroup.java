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

import java.util.List;

/**
 * A group with what precedes it: bytes that bring about the callback that it is called from.
 */
final class PlannedGroup {

    /** How many bytes bring a callback about: so few that one read takes them all. */
    static final int TRIGGER = 8;

    final int link;
    final boolean client;
    final Origin origin;
    /** Where the bytes that precede it stand on the tape of who sends them; -1 for none. */
    final int triggerPlace;
    final String name;
    final List<PlannedOp> ops;

    PlannedGroup(Group group, Origin origin, int triggerPlace, String name, List<PlannedOp> ops) {
        link = group.link;
        client = group.client;
        this.origin = origin;
        this.triggerPlace = triggerPlace;
        this.name = name;
        this.ops = ops;
    }
}
