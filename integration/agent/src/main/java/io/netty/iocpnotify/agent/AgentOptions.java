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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the flag of the agent and its system properties ask for. A property has the name of its option after
 * {@value #PREFIX}, and goes before the flag. Read once, when the agent starts.
 */
final class AgentOptions {

    static final String PREFIX = "io.netty.iocpnotify.agent.";

    /** Whether the agent does nothing. */
    final boolean off;
    /** Whether the threads of a group share one completion port. */
    final boolean sharedLoops;
    /** Whether each decision is told, and not only the first of its kind. */
    final boolean log;
    final boolean jmx;
    /** After how many milliseconds a run of an event loop is told of; 0 for never. */
    final long slowMillis;
    /** The programs that keep NIO, by the beginnings of their class names. */
    final List<String> excluded;
    /** What was not understood, for one line. */
    final List<String> unknown;

    private AgentOptions(Parser parser) {
        off = parser.off;
        sharedLoops = parser.sharedLoops;
        log = parser.log;
        jmx = parser.jmx;
        slowMillis = parser.slowMillis;
        excluded = Collections.unmodifiableList(parser.excluded);
        unknown = Collections.unmodifiableList(parser.unknown);
    }

    /**
     * Reads the options.
     *
     * @param arguments what stands after the {@code =} of the flag, or {@code null}
     */
    static AgentOptions read(String arguments) {
        Parser parser = new Parser();
        if (arguments != null) {
            for (String argument : arguments.split(",")) {
                parser.argument(argument.trim());
            }
        }
        for (String name : Parser.NAMES) {
            String value = System.getProperty(PREFIX + name);
            if (value != null) {
                parser.option(name, value.trim());
            }
        }
        return new AgentOptions(parser);
    }

    private static final class Parser {

        static final String[] NAMES = { "off", "loops", "exclude", "log", "jmx", "slow" };

        private boolean off;
        private boolean sharedLoops;
        private boolean log;
        private boolean jmx = true;
        private long slowMillis;
        private final List<String> excluded = new ArrayList<String>();
        private final List<String> unknown = new ArrayList<String>();

        void argument(String argument) {
            if (argument.isEmpty()) {
                return;
            }
            int equals = argument.indexOf('=');
            if (equals < 0) {
                option(argument, "true");
            } else {
                option(argument.substring(0, equals), argument.substring(equals + 1));
            }
        }

        void option(String name, String value) {
            switch (name) {
                case "off":
                    off = isTrue(value);
                    break;
                case "log":
                    log = isTrue(value);
                    break;
                case "jmx":
                    jmx = isTrue(value);
                    break;
                case "loops":
                    sharedLoops = "shared".equals(value);
                    if (!sharedLoops && !"threads".equals(value)) {
                        unknown.add(name + '=' + value);
                    }
                    break;
                case "exclude":
                    // The comma is for the flag, where it begins the next option.
                    for (String prefix : value.split("[:;+,]")) {
                        if (!prefix.isEmpty()) {
                            excluded.add(prefix);
                        }
                    }
                    break;
                case "slow":
                    slow(value);
                    break;
                default:
                    unknown.add(name);
            }
        }

        private void slow(String value) {
            try {
                slowMillis = Math.max(0, Long.parseLong(value));
            } catch (NumberFormatException e) {
                unknown.add("slow=" + value);
            }
        }

        /** As {@code -Dname} alone means, too. */
        private static boolean isTrue(String value) {
            return value.isEmpty() || "true".equalsIgnoreCase(value);
        }
    }
}
