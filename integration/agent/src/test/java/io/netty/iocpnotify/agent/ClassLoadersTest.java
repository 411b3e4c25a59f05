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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

import static io.netty.iocpnotify.agent.AgentTest.assertContains;
import static io.netty.iocpnotify.agent.AgentTest.count;
import static org.junit.jupiter.api.Assertions.assertEquals;

/** The same programs, where Netty is in other class loaders than the application's. */
class ClassLoadersTest {

    private static final String SERVICE = "com.example.service.Service";
    private static final String NEEDS_NIO = "com.example.service.NeedsNio";

    static final String[] ALL = { SERVICE, "group", "factory", "direct", "datagram" };

    @TempDir
    File folder;

    @Test
    void bundles() throws Exception {
        assertOnTransport("", inBundles("", SERVICE, "group", "direct"));
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = { "none", "", "=loops=shared" })
    void allOfBundles(String options) throws Exception {
        assertAll(options, inBundles(options, ALL));
    }

    @Tag("long")
    @Test
    void bundleThatCastsLate() throws Exception {
        assertOnNio(inBundles("", NEEDS_NIO, "late"));
    }

    @Test
    void modules() throws Exception {
        assertOnTransport("", onModulePath("", SERVICE, "group", "direct"));
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = { "none", "", "=loops=shared" })
    void allOfModules(String options) throws Exception {
        assertAll(options, onModulePath(options, ALL));
    }

    @Tag("long")
    @Test
    void moduleThatCastsLate() throws Exception {
        assertOnNio(onModulePath("", NEEDS_NIO, "late"));
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({ "none, one", "'', one", "=loops=shared, one", "none, many", "'', many", "=loops=shared, many" })
    void layerOfModules(String options, String loaders) throws Exception {
        assertAll(options, inLayer(options, loaders, ALL));
    }

    @Tag("long")
    @Test
    void moduleOfLayerThatCastsLate() throws Exception {
        assertOnNio(inLayer("", "many", NEEDS_NIO, "late"));
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = { "none", "", "=loops=shared" })
    void applicationsOfAContainer(String options) throws Exception {
        String output = ChildJvm.run("none".equals(options) ? null : options, "com.example.service.Container",
                ChildJvm.classPath(), "group", "direct");
        assertOnTransport(options, output);
        assertEquals(3, count(output, "group: "), output);
        assertEquals("none".equals(options) ? 0 : 3, count(output, "group: IocpNotifySocketChannel with "), output);
        assertEquals("none".equals(options) ? 0 : 3, count(output, "direct: IocpNotifySocketChannel, true"), output);
    }

    /** As a run-time image that was linked for the program: without JMX and without the flight recorder. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = { "", "=loops=shared" })
    void fewModules(String options) throws Exception {
        String output = ChildJvm.run(options, "--limit-modules", "java.base,java.instrument,java.logging", SERVICE,
                "group", "direct");
        assertContains(output, AgentLog.MARK + "no bean in JMX: ");
        assertOnTransport(options, output.replaceFirst(".*no bean in JMX.*\n", ""));
    }

    private String inLayer(String options, String loaders, String... program) throws Exception {
        List<String> arguments = new ArrayList<>(Arrays.asList("com.example.service.InLayer", loaders,
                joined(ProgramJar.nettys(), ProgramJar.module(folder))));
        Collections.addAll(arguments, program);
        return ChildJvm.runWith(programs(), "none".equals(options) ? null : options, arguments.toArray(new String[0]));
    }

    private String inBundles(String options, String... program) throws Exception {
        List<String> arguments = new ArrayList<>(Arrays.asList("com.example.service.InBundles",
                new File(folder, "framework").getPath(),
                joined(ProgramJar.nettys(), ProgramJar.bundle(folder))));
        Collections.addAll(arguments, program);
        return ChildJvm.runWith(programs() + File.pathSeparator + joined(ProgramJar.jars(".*felix.*")),
                "none".equals(options) ? null : options, arguments.toArray(new String[0]));
    }

    private String onModulePath(String options, String... program) throws Exception {
        List<String> command = new ArrayList<>();
        if (!"none".equals(options)) {
            command.add("-javaagent:" + ChildJvm.AGENT + options);
        }
        Collections.addAll(command, "-p", joined(ProgramJar.nettys(), ProgramJar.module(folder)), "-m",
                "com.example.service/" + program[0]);
        command.addAll(Arrays.asList(program).subList(1, program.length));
        return ChildJvm.java(0, command.toArray(new String[0]));
    }

    /** The folder of the programs alone, without a Netty. */
    private static String programs() {
        return Arrays.stream(ChildJvm.classPath().split(File.pathSeparator)).filter(part -> !part.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String joined(List<File> files, File... more) {
        List<File> all = new ArrayList<>(files);
        Collections.addAll(all, more);
        return all.stream().map(File::getPath).collect(Collectors.joining(File.pathSeparator));
    }

    static void assertAll(String options, String output) {
        String prefix = "none".equals(options) ? "Nio" : "IocpNotify";
        assertContains(output, "factory: " + prefix + "SocketChannel with " + prefix + "ServerSocketChannel in ");
        assertContains(output, "datagram: packet of " + prefix + "DatagramChannel with " + prefix +
                "DatagramChannel\n");
        assertOnTransport(options, output);
    }

    static void assertOnTransport(String options, String output) {
        String prefix = "none".equals(options) ? "Nio" : "IocpNotify";
        assertContains(output, "group: " + prefix + "SocketChannel with " + prefix + "ServerSocketChannel in " +
                (options.contains("shared") ? "IocpNotifyEventLoop" : "NioEventLoop") + ", true\n");
        assertContains(output, "direct: " + prefix + "SocketChannel, truefalse\n");
        assertEquals("none".equals(options) ? 0 : 1, count(output, AgentLog.MARK), output);
    }

    static void assertOnNio(String output) {
        assertContains(output, "served: NioSocketChannel with NioServerSocketChannel\n");
        assertContains(output, "casts channels to NioSocketChannel: stays on NIO\n");
    }
}
