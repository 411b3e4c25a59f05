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

import io.netty.util.IllegalReferenceCountException;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Invariants that were broken while a program ran.
 */
final class Complaints {

    private final Set<String> all = new LinkedHashSet<String>();

    synchronized void add(String complaint) {
        all.add(complaint);
    }

    /** Failures that no program can bring about, whatever it does. */
    void addIfFault(String where, Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Error || cause instanceof NullPointerException ||
                    cause instanceof ClassCastException || cause instanceof IndexOutOfBoundsException ||
                    cause instanceof IllegalReferenceCountException) {
                StackTraceElement[] stack = cause.getStackTrace();
                add(where + ": " + cause + (stack.length == 0 ? "" : " at " + stack[0]));
                return;
            }
        }
    }

    synchronized List<String> all() {
        return new ArrayList<String>(all);
    }
}
