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
package io.netty.iocpnotify.agent;

import java.io.PrintStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lines of the agent, on the error stream: a program need not have set up its log yet. A line that was said is not
 * said again. Any thread may call these methods.
 */
final class AgentLog {

    static final String MARK = "[iocpnotify] ";

    /** So many lines at most are remembered. More than that are of no use to anybody. */
    private static final int MOST_LINES = 200;

    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private final PrintStream out;
    private final boolean detailed;

    AgentLog(PrintStream out, boolean detailed) {
        this.out = out;
        this.detailed = detailed;
    }

    /** Says a line once. */
    void line(String line) {
        if (said.size() < MOST_LINES && said.add(line)) {
            out.println(MARK + line);
        }
    }

    /** Says a line if the option {@code log} is set. */
    void detail(String line) {
        if (detailed) {
            out.println(MARK + line);
        }
    }
}
