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
package io.netty.iocpnotify.reactor;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What the JVM prints meanwhile, which is where Spring Boot logs to. */
final class Output implements AutoCloseable {

    private final PrintStream before = System.out;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Output() {
        System.setOut(new PrintStream(bytes, true));
    }

    List<String> lines(String part) {
        return Arrays.stream(bytes.toString().split("\\R")).filter(line -> line.contains(part))
                .collect(Collectors.toList());
    }

    @Override
    public void close() {
        System.setOut(before);
        before.print(bytes);
    }
}
