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

import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Whoever chooses a transport at run time names the public classes of all: they must load, and initialise, on every
 * platform and without the native library.
 */
class LoadClassTest {

    @Test
    void publicClassesNeedNoNativeLibrary() throws Exception {
        try (IsolatedTransport transport = new IsolatedTransport(null)) {
            List<String> publicClasses = new ArrayList<String>();
            for (String name : classNames()) {
                Class<?> type = Class.forName(name, false, transport);
                assertEquals(transport, type.getClassLoader());
                // What is public in the packages below is not for users.
                if (Modifier.isPublic(type.getModifiers()) && isOfUsers(name)) {
                    Class.forName(name, true, transport);
                    publicClasses.add(name);
                }
            }
            assertTrue(publicClasses.contains(IocpNotify.class.getName()), publicClasses.toString());
            assertEquals(false, transport.call("isAvailable"));
        }
    }

    /** The message is that of the switch, so nothing was loaded before it was asked for. */
    @Test
    void noChannelLoadsTheLibraryIfItIsSwitchedOff() throws Exception {
        for (Class<?> channel : new Class<?>[] { IocpNotifySocketChannel.class, IocpNotifyServerSocketChannel.class,
                IocpNotifyDatagramChannel.class, IocpNotifyDomainSocketChannel.class,
                IocpNotifyServerDomainSocketChannel.class }) {
            try (IsolatedTransport transport = new IsolatedTransport(null)) {
                InvocationTargetException thrown = assertThrows(InvocationTargetException.class,
                        () -> IsolatedTransport.with(() -> transport.loadClass(channel.getName()).getConstructor()
                                .newInstance(), "io.netty.transport.noNative", "true"));
                assertTrue(thrown.getCause().getMessage().contains("noNative"), () -> channel + ": " +
                        thrown.getCause());
            }
        }
    }

    private static boolean isOfUsers(String name) {
        return name.substring(0, name.lastIndexOf('.')).equals(IocpNotify.class.getPackage().getName());
    }

    private static List<String> classNames() throws Exception {
        String folder = IocpNotify.class.getPackage().getName().replace('.', '/') + '/';
        List<String> names = new ArrayList<String>();
        File location = new File(IsolatedTransport.location(IocpNotify.class).toURI());
        for (String file : location.isDirectory() ? filesOf(new File(location, folder)) : entriesOf(location, folder)) {
            if (file.endsWith(".class") && !file.endsWith("package-info.class")) {
                names.add((folder + file.substring(0, file.length() - ".class".length())).replace('/', '.'));
            }
        }
        Collections.sort(names);
        return names;
    }

    private static List<String> filesOf(File folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder.toPath())) {
            return all.map(file -> folder.toPath().relativize(file).toString().replace('\\', '/'))
                    .collect(Collectors.toList());
        }
    }

    private static List<String> entriesOf(File jar, String folder) throws IOException {
        List<String> names = new ArrayList<String>();
        try (JarFile file = new JarFile(jar)) {
            for (JarEntry entry : Collections.list(file.entries())) {
                if (entry.getName().startsWith(folder)) {
                    names.add(entry.getName().substring(folder.length()));
                }
            }
        }
        return names;
    }
}
