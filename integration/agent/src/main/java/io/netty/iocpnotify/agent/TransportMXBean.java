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

import java.util.List;
import java.util.Map;

/**
 * What JMX shows of the agent, as {@value TransportMXBean#NAME}.
 */
public interface TransportMXBean {

    /** The name of the bean. */
    String NAME = "io.netty.iocpnotify:type=Transport";

    /**
     * Names the release of the agent and of the transport.
     *
     * @return the version
     */
    String getVersion();

    /**
     * Tells what each Netty runs on: the class loader that has it, and the provider, or why it stays on NIO.
     *
     * @return one line for each Netty that a program has used
     */
    List<String> getNetties();

    /**
     * Counts the groups of event loops that live and run on the transport.
     *
     * @return the number
     */
    int getGroups();

    /**
     * Tells what those keep NIO for that do not run on the transport.
     *
     * @return each reason once
     */
    List<String> getReasonsForNio();

    /**
     * Sums up what all groups have counted, and those that have ended. What is there at a time is of the living alone:
     * event loops, channels and tasks.
     *
     * @return the sums by their names, with a {@code call.} before the name of a function of Windows
     */
    Map<String, Long> getCounts();

    /**
     * Tells what each living group has counted.
     *
     * @return one map for each group, of text
     */
    List<Map<String, String>> getCountsOfGroups();
}
