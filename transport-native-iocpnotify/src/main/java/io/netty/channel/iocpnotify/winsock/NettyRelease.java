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
package io.netty.channel.iocpnotify.winsock;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.unix.SegmentedDatagramPacket;
import io.netty.util.LeakPresenceDetector;
import io.netty.util.Version;
import io.netty.util.concurrent.ThreadAwareExecutor;

import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What the release of Netty has that this runs with. It may be another one than this was compiled with, so a class or
 * method that {@link #LOWEST} lacks must not be reached before it was asked for here. Each question is asked once, by
 * using what it is about: that needs no reflection, which native images would have to be told of.
 */
public final class NettyRelease {

    /** The lowest release that this transport works with. */
    public static final String LOWEST = "4.2.0.Final";

    private static final String[] ARTIFACTS = {
            "netty-common", "netty-buffer", "netty-resolver", "netty-transport", "netty-transport-native-unix-common"
    };

    /** Whether a handler can tell its loop for how long it was active; from 4.2.5 on. */
    public static final boolean HAS_ACTIVE_IO_TIME = isThere(() -> {
        // There is a reference only to a method that is there.
        Predicate<IoHandlerContext> use = IoHandlerContext::shouldReportActiveIoTime;
    });

    /** Whether there is netty-transport-native-unix-common. A program with the agent may lack it. */
    public static final boolean HAS_SEGMENTED_PACKETS = isThere(() -> SegmentedDatagramPacket.class.getName());

    /** Whether tests can prohibit allocations; from 4.2.8 on. */
    private static final boolean HAS_PROHIBITED_ALLOCATIONS =
            isThere(() -> LeakPresenceDetector.AllocationProhibitedException.class.getName());

    public static boolean isAllocationProhibited(Throwable cause) {
        return HAS_PROHIBITED_ALLOCATIONS && cause instanceof LeakPresenceDetector.AllocationProhibitedException;
    }

    /** Why this transport cannot work with the Netty that is there; {@code null} if it can. */
    static Throwable refusal() {
        try {
            // The first is of netty-common and the others of netty-transport; Netty 4.1 has none of them.
            ThreadAwareExecutor.class.getName();
            IoHandle.class.getName();
            IoHandlerContext.class.getName();
            return null;
        } catch (LinkageError e) {
            return new UnsupportedOperationException("this transport needs Netty " + LOWEST + " or later, this is " +
                    found() + "; take all of Netty's jars from one later release, as its netty-bom names them", e);
        }
    }

    /** The releases of the parts that this transport uses, as far as their jars tell. */
    private static String found() {
        Map<String, Version> versions = Version.identify(NettyRelease.class.getClassLoader());
        StringBuilder found = new StringBuilder();
        TreeSet<String> releases = new TreeSet<String>();
        for (String artifact : ARTIFACTS) {
            Version version = versions.get(artifact);
            if (version != null) {
                releases.add(version.artifactVersion());
                found.append(found.length() == 0 ? "" : ", ").append(artifact).append(' ')
                        .append(version.artifactVersion());
            }
        }
        if (releases.isEmpty()) {
            return "one that does not tell its release";
        }
        return releases.size() == 1 ? releases.first() : found.toString();
    }

    private static boolean isThere(Runnable use) {
        try {
            use.run();
            return true;
        } catch (LinkageError e) {
            return false;
        }
    }

    private NettyRelease() { }
}
