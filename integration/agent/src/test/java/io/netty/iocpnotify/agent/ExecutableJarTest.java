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
import org.junit.jupiter.params.provider.ValueSource;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The same programs in one jar with all others in it, which a class loader of Spring Boot reads. */
class ExecutableJarTest {

    private static final String SERVICE = "com.example.service.Service";

    @TempDir
    File folder;

    @Test
    void executableJar() throws Exception {
        ClassLoadersTest.assertOnTransport("", run("", SERVICE, "group", "direct"));
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = { "none", "", "=loops=shared" })
    void allOfExecutableJar(String options) throws Exception {
        ClassLoadersTest.assertAll(options, run(options, ClassLoadersTest.ALL));
    }

    @Tag("long")
    @Test
    void executableJarThatCastsLate() throws Exception {
        ClassLoadersTest.assertOnNio(run("", "com.example.service.NeedsNio", "late"));
    }

    private String run(String options, String... program) throws Exception {
        List<String> command = new ArrayList<>();
        if (!"none".equals(options)) {
            command.add("-javaagent:" + ChildJvm.AGENT + options);
        }
        Collections.addAll(command, "-jar", ProgramJar.executable(folder, program[0]).getPath());
        command.addAll(Arrays.asList(program).subList(1, program.length));
        return ChildJvm.java(0, command.toArray(new String[0]));
    }
}
