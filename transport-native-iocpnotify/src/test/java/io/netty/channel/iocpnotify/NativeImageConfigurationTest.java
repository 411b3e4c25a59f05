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

import io.netty.channel.Channel;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What GraalVM's native-image is told: that classes and members are there which an image would miss at run time only.
 */
class NativeImageConfigurationTest {

    private static final String FOLDER =
            "/META-INF/native-image/io.netty/netty-transport-native-iocpnotify/";
    private static final Pattern NAME = Pattern.compile("\"name\": \"([^\"]+)\"");

    private static List<String> names(String file) throws IOException {
        URL url = NativeImageConfigurationTest.class.getResource(FOLDER + file);
        List<String> names = new ArrayList<String>();
        try (InputStream in = url.openStream();
             Scanner scanner = new Scanner(in, StandardCharsets.UTF_8.name()).useDelimiter("\\A")) {
            Matcher matcher = NAME.matcher(scanner.next());
            while (matcher.find()) {
                names.add(matcher.group(1));
            }
        }
        assertFalse(names.isEmpty());
        return names;
    }

    /** Bootstraps make channels by the constructor of a class; Netty's loader defines one in other class loaders. */
    @Test
    void whatIsLookedUpByName() throws Exception {
        List<String> expected = new ArrayList<String>();
        for (Class<? extends Channel> channel : Arrays.asList(IocpNotifyDatagramChannel.class,
                IocpNotifyDomainSocketChannel.class, IocpNotifyServerDomainSocketChannel.class,
                IocpNotifyServerSocketChannel.class, IocpNotifySocketChannel.class)) {
            expected.add(channel.getConstructor().getName());
        }
        expected.add("io.netty.util.internal.NativeLibraryUtil");
        assertEquals(expected, names("reflect-config.json"));
    }

    /** The members are in the order of the file: each belongs to the class before it. */
    @Test
    void whatTheLibraryLooksUp() throws Exception {
        Class<?> last = null;
        Set<String> natives = new TreeSet<String>();
        for (String name : names("jni-config.json")) {
            if (name.indexOf('.') < 0) {
                assertTrue(hasMember(last, name), last + " has no " + name);
                continue;
            }
            last = Class.forName(name, false, getClass().getClassLoader());
            if (last.getSimpleName().startsWith("Native")) {
                natives.add(last.getSimpleName() + ".class");
            }
        }
        File classes = new File(Native.class.getResource("Native.class").toURI()).getParentFile();
        assertEquals(new TreeSet<String>(Arrays.asList(classes.list((folder, name) -> name.startsWith("Native")))),
                natives);
    }

    private static boolean hasMember(Class<?> owner, String name) {
        return Arrays.stream(owner.getDeclaredFields()).anyMatch(f -> f.getName().equals(name)) ||
                Arrays.stream(owner.getMethods()).anyMatch(m -> m.getName().equals(name));
    }
}
