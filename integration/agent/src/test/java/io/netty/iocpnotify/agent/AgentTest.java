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

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.util.Arrays;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The program {@code Service}, which names nothing but NIO, with each of the agent's options. */
class AgentTest {

    private static final String SERVICE = "com.example.service.Service";
    private static final String ON_TRANSPORT = "IocpNotifySocketChannel with IocpNotifyServerSocketChannel in ";
    private static final String ON_NIO = "NioSocketChannel with NioServerSocketChannel in ";
    private static final String LATER = "later: IocpNotifySocketChannel with IocpNotifyServerSocketChannel, accepted " +
            "IocpNotifySocketChannel\n";

    @Test
    void allKindsOfChannelsAreOfTheTransport() throws Exception {
        String output = ChildJvm.run("", SERVICE, "group", "factory", "later", "direct", "datagram",
                "bean");
        assertContains(output, "group: " + ON_TRANSPORT + "NioEventLoop, true\n");
        assertContains(output, LATER);
        assertContains(output, "factory: " + ON_TRANSPORT + "SingleThreadIoEventLoop\n");
        assertContains(output, "direct: IocpNotifySocketChannel, truefalse\n");
        assertContains(output, "datagram: packet of IocpNotifyDatagramChannel with IocpNotifyDatagramChannel\n");
        assertContains(output, "bean: 1 group, [{netty=4.2.");
        assertContains(output, ", packets true, then 0 groups, true\n");
        assertEquals(1, lines(output), output);
        assertContains(output, AgentLog.MARK + "Netty 4.2.");
        assertContains(output, "Unknown channel option", false);
    }

    @Tag("long")
    @Test
    void whatAFactoryHasChosenIsKept() throws Exception {
        String output = ChildJvm.run("", SERVICE, "family", "adopted");
        assertContains(output, "family: IocpNotifyDatagramChannel, Inet4Address\n");
        assertContains(output, "adopted: NioSocketChannel\n");
        assertContains(output, " gives it a socket that is in use: stays on NIO\n");
    }

    @Test
    void threadsShareOnePort() throws Exception {
        String output = ChildJvm.run("=loops=shared,slow=10000", SERVICE, "group", "factory", "later", "direct",
                "datagram", "bean");
        assertContains(output, "group: " + ON_TRANSPORT + "IocpNotifyEventLoop, true\n");
        assertContains(output, LATER);
        assertContains(output, "factory: " + ON_TRANSPORT + "IocpNotifyEventLoop\n");
        assertContains(output, "direct: IocpNotifySocketChannel, truefalse\n");
        assertContains(output, "datagram: packet of IocpNotifyDatagramChannel with IocpNotifyDatagramChannel\n");
        assertContains(output, "bean: 1 group, [{netty=4.2.");
        assertContains(output, ", packets true, then 0 groups, true\n");
        assertEquals(1, lines(output), output);
    }

    @Tag("long")
    @Test
    void offByTheFlag() throws Exception {
        String output = ChildJvm.run("=off", SERVICE, "group", "bean");
        assertContains(output, "group: " + ON_NIO);
        assertContains(output, "bean: no bean");
        assertEquals(0, lines(output), output);
    }

    @Tag("long")
    @Test
    void propertyGoesBeforeTheFlag() throws Exception {
        String output = ChildJvm.run("=loops=shared,log", "-Dio.netty.iocpnotify.agent.loops=threads",
                "-Dio.netty.iocpnotify.agent.jmx=false", SERVICE, "group", "bean");
        assertContains(output, "group: " + ON_TRANSPORT + "NioEventLoop, true\n");
        assertContains(output, "bean: no bean");
        assertContains(output, AgentLog.MARK + "installed, version ");
    }

    @Tag("long")
    @Test
    void excludedProgramStaysOnNio() throws Exception {
        String output = ChildJvm.run("=exclude=org.example:com.example.", SERVICE, "group", "direct");
        assertContains(output, "group: " + ON_NIO);
        assertContains(output, "direct: NioSocketChannel, truefalse\n");
        assertContains(output, AgentLog.MARK + "a group, because com.example.service.Service is excluded: " +
                "stays on NIO\n");
    }

    @Tag("long")
    @Test
    void withoutNativeTransportsTheProgramStaysOnNio() throws Exception {
        String output = ChildJvm.run("", "-Dio.netty.transport.noNative=true", SERVICE, "group", "factory", "direct");
        assertContains(output, "group: " + ON_NIO);
        assertContains(output, "factory: " + ON_NIO);
        assertContains(output, "direct: NioSocketChannel, truefalse\n");
        assertContains(output, AgentLog.MARK + "this Netty stays on NIO: native transports are switched off");
        assertEquals(1, lines(output), output);
    }

    @Tag("long")
    @Test
    void onAnotherSystemTheProgramStaysOnNio() throws Exception {
        String output = ChildJvm.run("", "-Dos.name=Linux", "some.prefix.io.netty.channel.nio.NioIoHandler");
        assertEquals("[iocpnotify] this is Linux, and the transport is for Windows: programs stay on NIO\nstarted\n",
                output);
    }

    @Tag("long")
    @Test
    void nettyInAnotherPackageIsNamed() throws Exception {
        String output = ChildJvm.run("", "some.prefix.io.netty.channel.nio.NioIoHandler");
        assertContains(output, AgentLog.MARK + "there is a Netty in the package some.prefix.io.netty, which is not ");
        assertContains(output, "started\n");
    }

    @Tag("long")
    @Test
    void attachedAgentServesGroupsThatAreMadeLater() throws Exception {
        String output = ChildJvm.run(null, "-Djdk.attach.allowAttachSelf=true", "com.example.service.Attached",
                ChildJvm.AGENT);
        int attached = output.indexOf(AgentLog.MARK);
        assertContains(output.substring(0, attached), "group: " + ON_NIO);
        assertContains(output.substring(attached), "group: " + ON_TRANSPORT + "NioEventLoop, true\n");
        assertContains(output.substring(attached), "factory: " + ON_TRANSPORT);
        assertContains(output.substring(attached), "direct: NioSocketChannel, ");
    }

    @Tag("long")
    @Test
    void twoFlagsAreOne() throws Exception {
        String output = ChildJvm.run("", "-javaagent:" + ChildJvm.AGENT, SERVICE, "group");
        assertContains(output, "group: " + ON_TRANSPORT);
        assertContains(output, AgentLog.MARK + "there already");
    }

    @Tag("long")
    @Test
    void olderNettyStaysOnNio() throws Exception {
        String output = ChildJvm.runWith(other("4.1.100.Final"), "", "com.example.service.OldService");
        assertContains(output, AgentLog.MARK + "there is a Netty that is older than 4.2.0: it stays on NIO\n");
        assertContains(output, "group: " + ON_NIO);
    }

    @Tag("long")
    @Test
    void lowestNettyHasTheTransport() throws Exception {
        String output = ChildJvm.runWith(other("4.2.0.Final"), "", SERVICE, "group", "factory", "direct", "datagram");
        assertContains(output, "group: " + ON_TRANSPORT + "NioEventLoop, true\n");
        assertContains(output, "factory: " + ON_TRANSPORT);
        assertContains(output, "direct: IocpNotifySocketChannel, truefalse\n");
        assertContains(output, "datagram: packet of IocpNotifyDatagramChannel with ");
        assertEquals(1, lines(output), output);
    }

    @Test
    void programNeedsNoMoreThanNettysTransport() throws Exception {
        String path = Arrays.stream(ChildJvm.classPath().split(File.pathSeparator))
                .filter(part -> !part.contains("unix-common")).collect(Collectors.joining(File.pathSeparator));
        String output = ChildJvm.runWith(path, "", SERVICE, "group", "datagram");
        assertContains(output, "group: " + ON_TRANSPORT);
        assertContains(output, "datagram: packet of IocpNotifyDatagramChannel with IocpNotifyDatagramChannel\n");
    }

    /** The class path of a program with another release of Netty. */
    private static String other(String release) {
        StringBuilder path = new StringBuilder();
        for (String name : new String[] { "common", "buffer", "resolver", "transport",
                "transport-native-unix-common" }) {
            File jar = new File(System.getProperty("iocpnotify.otherNetty"), "netty-" + name + '-' + release + ".jar");
            assertTrue(jar.isFile(), jar.toString());
            path.append(jar).append(File.pathSeparator);
        }
        for (String part : ChildJvm.classPath().split(File.pathSeparator)) {
            if (!new File(part).getName().startsWith("netty-")) {
                path.append(part).append(File.pathSeparator);
            }
        }
        return path.toString();
    }

    private static int lines(String output) {
        return count(output, AgentLog.MARK);
    }

    static int count(String output, String text) {
        int count = 0;
        for (int at = output.indexOf(text); at >= 0; at = output.indexOf(text, at + 1)) {
            count++;
        }
        return count;
    }

    static void assertContains(String output, String text) {
        assertContains(output, text, true);
    }

    private static void assertContains(String output, String text, boolean expected) {
        if (expected) {
            assertTrue(output.contains(text), text + " is not in " + output);
        } else {
            assertFalse(output.contains(text), output);
        }
    }
}
