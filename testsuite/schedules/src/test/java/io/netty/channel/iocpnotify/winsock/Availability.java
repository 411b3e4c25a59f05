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

import io.netty.channel.iocpnotify.World;

/**
 * Stands in for the transport's class of that name, which says that Linux has no completion ports. Here a
 * {@link PlainPort} is one.
 */
public final class Availability {

    static final String PROVIDER_PROPERTY = "io.netty.iocpnotify.provider";

    public static Throwable cause() {
        return null;
    }

    /** What the port under test is to be taken for: it decides whether arms are gathered. */
    public static String provider() {
        return World.current().provider();
    }

    public static String fallbackReason() {
        return null;
    }

    public static void ensure() { }

    private Availability() { }
}
