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
package io.netty.channel.iocpnotify;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.testsuite.transport.TestsuitePermutation;
import io.netty.testsuite.transport.socket.TrafficShapingHandlerTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/**
 * Both kinds of event loops in one class: the base keeps an executor in a static field and ends it after the class, so
 * it can be used once in a process.
 * <p>
 * The base measures the time between two messages. If other tests hold up the first, the next one comes too soon after
 * it ("The interval of time is incorrect: 87 not> 100"). So this class is in a JVM that goes before all others.
 */
@Tag("long")
@Tag("measures-time")
class IocpNotifyTrafficShapingHandlerTest extends TrafficShapingHandlerTest {

    @Override
    protected List<TestsuitePermutation.BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
        List<TestsuitePermutation.BootstrapComboFactory<ServerBootstrap, Bootstrap>> factories =
                new ArrayList<TestsuitePermutation.BootstrapComboFactory<ServerBootstrap, Bootstrap>>();
        factories.addAll(IocpNotifySocketTestPermutation.EVENT_LOOP_GROUP.socket());
        factories.addAll(IocpNotifySocketTestPermutation.IO_HANDLER.socket());
        return factories;
    }

    // These two send for a second with each of six combinations and two allocators: the base's 10 seconds are for one
    // combination.

    @Override
    @Test
    @Timeout(120)
    public void testAutoReadTrafficShapping(TestInfo testInfo) throws Throwable {
        super.testAutoReadTrafficShapping(testInfo);
    }

    @Override
    @Test
    @Timeout(120)
    public void testAutoReadGlobalTrafficShapping(TestInfo testInfo) throws Throwable {
        super.testAutoReadGlobalTrafficShapping(testInfo);
    }
}
