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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What came of a program on one lane.
 */
final class Outcome {

    /** What is compared, by name. */
    final Map<String, String> facts = new LinkedHashMap<String, String>();
    /** Invariants that were broken. */
    final List<String> complaints = new ArrayList<String>();
    /** What did not come to rest in time; {@code null} if all did. */
    String stuck;
    /** All threads at that time. */
    String threads = "";
}
