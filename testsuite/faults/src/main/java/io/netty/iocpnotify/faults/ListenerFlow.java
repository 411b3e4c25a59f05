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
package io.netty.iocpnotify.faults;

import io.netty.channel.ChannelFuture;

import java.util.Random;

/** A connection to a listener of its own, which is bound before it and closed after it. Not started in a loop. */
final class ListenerFlow extends EchoFlow {

    private final int accepts;

    /** @param accepts how many connections the listener accepts beforehand */
    ListenerFlow(Traffic traffic, Random random, int accepts) {
        super(traffic, random);
        this.accepts = accepts;
    }

    @Override
    void start() {
        ChannelFuture bound = traffic.bindEcho(accepts);
        traffic.ledger().expect("close of a listener", bound.channel().closeFuture());
        if (!Services.isDone(bound)) {
            traffic.ledger().violation("not bound within a minute: " + bound);
            return;
        }
        if (!bound.isSuccess()) {
            follow(bound);
            return;
        }
        ChannelFuture connected = traffic.connect(this, bound.channel().localAddress());
        connected.channel().closeFuture().addListener(closed -> bound.channel().close());
        follow(connected);
    }
}
