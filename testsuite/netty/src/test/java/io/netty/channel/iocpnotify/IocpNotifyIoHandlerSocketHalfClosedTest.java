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
import io.netty.buffer.ByteBufAllocator;
import io.netty.testsuite.transport.TestsuitePermutation;
import io.netty.testsuite.transport.socket.SocketHalfClosedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

import java.util.List;

/**
 * On event loops of Netty's with an {@link IocpNotifyIoHandler}.
 * It takes minutes, so each kind of loop has a class of its own, and the two run side by side.
 * Two of the tests read 16 KiB in single bytes, eight times over for each combination. Where a call costs 100 µs
 * instead of 1 the base's 20 seconds, which are for all combinations of a test together, are not enough.
 */
@Tag("long")
@Timeout(600)
class IocpNotifyIoHandlerSocketHalfClosedTest extends SocketHalfClosedTest {
    @Override
    protected List<TestsuitePermutation.BootstrapComboFactory<ServerBootstrap, Bootstrap>> newFactories() {
        return IocpNotifySocketTestPermutation.IO_HANDLER.socket();
    }

    @Override
    protected List<ByteBufAllocator> newAllocators() {
        return IocpNotifySocketTestPermutation.IO_HANDLER.oneAllocator();
    }
}
