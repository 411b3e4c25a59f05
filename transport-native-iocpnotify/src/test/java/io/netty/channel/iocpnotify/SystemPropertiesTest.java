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

import io.netty.channel.iocpnotify.group.GroupSettings;
import io.netty.channel.iocpnotify.loop.FlightEvents;
import io.netty.channel.iocpnotify.winsock.Availability;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Reads the classes that are shipped for the system properties that they know. */
class SystemPropertiesTest {

    /** The names of events of the flight recorder go on with a capital. */
    private static final Pattern OURS = Pattern.compile("io\\.netty\\.iocpnotify\\.[a-z][A-Za-z.]*");

    @Test
    void noneButThoseThatAreDocumented() throws Exception {
        Path classes = Paths.get(IsolatedTransport.location(IocpNotify.class).toURI());
        Set<String> found = new TreeSet<String>();
        List<Path> files;
        try (Stream<Path> tree = Files.walk(classes)) {
            files = tree.filter(file -> file.toString().endsWith(".class")).collect(Collectors.toList());
        }
        assertTrue(files.stream().anyMatch(file -> file.endsWith(
                IocpNotify.class.getName().replace('.', File.separatorChar) + ".class")), classes.toString());
        for (Path file : files) {
            // The constants of a class are in a modified UTF-8, in which ASCII is ASCII.
            Matcher matcher = OURS.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            while (matcher.find()) {
                found.add(matcher.group());
            }
        }
        assertEquals(new TreeSet<String>(Arrays.asList(Availability.PROVIDER_PROPERTY,
                TransmitFileWriter.TRANSMIT_FILE_PROPERTY, OverlappedReads.OVERLAPPED_READS_PROPERTY,
                FlightEvents.THRESHOLD_PROPERTY, GroupSettings.SLOW_RUN_PROPERTY)), found);
    }
}
