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

import io.netty.channel.iocpnotify.ContractSuite;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

import java.util.stream.Stream;

/**
 * The {@link ContractSuite} against the provider {@code system}: over a DLL of ours, and over the system's own call.
 */
@Tag("one-provider")
class ContractSystemTest {

    @TestFactory
    Stream<DynamicContainer> contract() throws Exception {
        return Stream.of(
                ContractSuite.sequential("system, in a DLL of ours", ContractSuite.standIn()),
                ContractSuite.sequential("system", ContractSuite.SYSTEM));
    }

    @TestFactory
    @Tag("races")
    Stream<DynamicContainer> contractOnAllProcessors() throws Exception {
        return Stream.of(
                ContractSuite.races("system, in a DLL of ours", ContractSuite.standIn()),
                ContractSuite.races("system", ContractSuite.SYSTEM));
    }
}
