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
 * A phase, and how the links are to be after it.
 */
final class PlannedPhase {

    final List<PlannedGroup> groups;
    /** For each link its client's and its server's rest; {@code null} when a race decides about that link. */
    final List<Rest[]> rests;

    PlannedPhase(List<PlannedGroup> groups, List<Rest[]> rests) {
        this.groups = groups;
        this.rests = rests;
    }
}
