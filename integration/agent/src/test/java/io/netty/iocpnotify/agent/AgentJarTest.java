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

import org.junit.jupiter.api.Test;

import java.io.File;
import java.util.jar.JarFile;

import static io.netty.iocpnotify.agent.AgentTest.assertContains;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

class AgentJarTest {

    @Test
    void hasAllThatIsNeededAndNothingOfOthers() throws Exception {
        assertTrue(new File(ChildJvm.AGENT).length() < 6 << 20);
        try (JarFile jar = new JarFile(ChildJvm.AGENT)) {
            assertNotNull(jar.getEntry("inside/META-INF/native/netty_transport_native_iocpnotify_windows_" +
                    Agent.nettyArch(System.getProperty("os.arch")) + ".dll"));
            assertNotNull(jar.getEntry("inside/io/netty/channel/iocpnotify/IocpNotify.class"));
            jar.stream().map(entry -> entry.getName()).filter(name -> name.endsWith(".class")).forEach(name ->
                    assertTrue(name.startsWith("io/netty/iocpnotify/agent/") ||
                            name.startsWith("inside/io/netty/channel/iocpnotify/"), name));
        }
    }

    @Test
    void tellsWhatThisMachineGets() throws Exception {
        String output = ChildJvm.java(0, "-jar", ChildJvm.AGENT);
        assertContains(output, "netty-transport-native-iocpnotify ");
        assertContains(output, "asm 9.");
        assertContains(output, "provider afd: self-test passed\n");
        assertContains(output, "programs get: the transport iocpnotify, provider ");
    }

    @Test
    void tellsWhyAnotherSystemGetsNio() throws Exception {
        assertContains(ChildJvm.java(1, "-Dos.name=Linux", "-jar", ChildJvm.AGENT),
                "programs get: NIO, because this is Linux, and the transport is for Windows\n");
    }
}
