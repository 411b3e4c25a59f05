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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The native library is loaded and unloaded by a program in C, which stands in for a Java virtual machine.
 */
@Tag("one-provider")
class JniHostTest {

    @Test
    void loadsAndUnloads() throws Exception {
        ContractSuite.runNeighbour("iocpnotify_jni_host.exe");
    }
}
