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

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;

import java.net.SocketAddress;

/**
 * One side of a link while a program runs.
 */
final class Endpoint {

    final int link;
    final boolean isClient;
    final LinkSpec spec;
    /** Whether the program moves it to another loop. */
    final boolean moves;
    final Probe probe;
    final Incoming incoming;
    /** Written by the thread that makes the channel, before anybody else sees this. */
    volatile Channel channel;
    Endpoint peer;
    /** What it is bound to, also when it is closed. */
    SocketAddress address;

    Endpoint(int link, boolean isClient, LinkSpec spec, boolean moves, Complaints complaints, Bell bell) {
        this.link = link;
        this.isClient = isClient;
        this.spec = spec;
        this.moves = moves;
        incoming = spec.kind.isStream() ? new IncomingStream(Tape.start(link, !isClient)) : new IncomingDatagrams();
        probe = new Probe(name(), complaints, bell, incoming);
    }

    String name() {
        return link + (isClient ? "c" : "s");
    }

    SideSpec side() {
        return spec.side(isClient);
    }

    /** Closed, and the pipeline has heard of it. */
    boolean isOver() {
        return !channel.isOpen() && !channel.isRegistered() &&
                probe.log.count("registered") == probe.log.count("unregistered");
    }

    /** What a user can ask a channel for. */
    String state(boolean tellsWritability) {
        StringBuilder state = new StringBuilder();
        state.append(channel.isOpen() ? "open" : "closed").append(channel.isActive() ? " active" : "")
                .append(channel.isRegistered() ? " registered" : "");
        if (channel.isActive() && channel instanceof DuplexChannel) {
            state.append(((DuplexChannel) channel).isInputShutdown() ? " input-shut" : "")
                    .append(((DuplexChannel) channel).isOutputShutdown() ? " output-shut" : "");
        }
        if (channel.isOpen()) {
            state.append(channel.config().isAutoRead() ? " auto-read" : "");
            state.append(channel.remoteAddress() == null ? " no-peer" : "");
            state.append(channel.localAddress() == null ? " no-address" : "");
            if (tellsWritability) {
                state.append(channel.isWritable() ? " writable" : "");
            }
        }
        return state.toString();
    }
}
