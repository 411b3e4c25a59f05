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

import java.util.Map;

/**
 * What all threads do at a moment.
 */
final class ThreadDump {

    private ThreadDump() {
    }

    static String all() {
        StringBuilder dump = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
            if (!waitsForNothing(thread.getValue())) {
                append(dump, thread.getKey(), thread.getValue());
            }
        }
        return dump.toString();
    }

    /** The JVM's own threads. */
    private static boolean waitsForNothing(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().startsWith("io.netty.")) {
                return false;
            }
        }
        return true;
    }

    private static void append(StringBuilder dump, Thread thread, StackTraceElement[] stack) {
        dump.append('"').append(thread.getName()).append("\" ").append(thread.getState()).append('\n');
        for (StackTraceElement frame : stack) {
            dump.append("    at ").append(frame).append('\n');
        }
    }
}
