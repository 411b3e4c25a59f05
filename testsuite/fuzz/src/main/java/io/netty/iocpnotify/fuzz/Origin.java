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

import java.util.Locale;

/**
 * Where operations are called from.
 */
enum Origin {
    /** A thread that is no event loop. */
    OUT,
    /** A task of the channel's own loop. */
    LOOP,
    /** The loop of the peer. */
    PEER,
    /** {@code channelRead} of a few bytes that the peer sends for that. */
    READ,
    /** {@code channelReadComplete} after such bytes. */
    COMPLETE,
    /** The listener of a write of a few bytes. */
    LISTENER;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Origin of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    boolean needsPeersBytes() {
        return this == READ || this == COMPLETE;
    }

    /** Whether the operations run in the channel's own loop, so that none of them is late. */
    boolean inOwnLoop() {
        return this != OUT && this != PEER;
    }
}
