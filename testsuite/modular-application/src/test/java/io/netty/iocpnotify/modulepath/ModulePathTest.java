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
package io.netty.iocpnotify.modulepath;

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Starts the application of this module with the jars on the module path, as they are delivered, and links it.
 */
@Timeout(180)
class ModulePathTest {

    private static final String APPLICATION = "io.netty.iocpnotify.modulepath";
    private static final String TRANSPORT = "io.netty.transport.iocpnotify";
    private static final String LIBRARY = TRANSPORT + ".windows." + System.getProperty("iocpnotify.arch");
    private static final Pattern JARS = Pattern.compile("netty-.*\\.jar");
    private static final String ECHOED = ": a line for the way there and back";

    /** The jars of Netty and the transport on the class path, and the application. */
    private static List<Path> modulePath() throws Exception {
        List<Path> path = new ArrayList<Path>();
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (JARS.matcher(new File(element).getName()).matches()) {
                path.add(Paths.get(element));
            }
        }
        path.add(Paths.get(Echo.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
        return path;
    }

    private static String joined(List<Path> path) {
        StringBuilder joined = new StringBuilder();
        for (Path element : path) {
            joined.append(joined.length() == 0 ? "" : File.pathSeparator).append(element);
        }
        return joined.toString();
    }

    /** Runs {@code java} of a runtime, and returns what it printed. It must end with 0. */
    private static String java(Path home, String... arguments) throws Exception {
        List<String> command = new ArrayList<String>();
        command.add(home.resolve("bin").resolve("java").toString());
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[4096];
        for (int n; (n = process.getInputStream().read(buffer)) != -1;) {
            bytes.write(buffer, 0, n);
        }
        String output = new String(bytes.toByteArray(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), command + "\n" + output);
        return output.trim();
    }

    private static Path thisRuntime() {
        return Paths.get(System.getProperty("java.home"));
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void runsOnTheTransport() throws Exception {
        assertTrue(IocpNotify.isAvailable());
        assertEquals(IocpNotifyTransport.preferred() + ECHOED, java(thisRuntime(), "-p", joined(modulePath()),
                "--add-modules", LIBRARY, "-m", APPLICATION + '/' + Echo.class.getName()));
    }

    /** An image has no flight recorder unless somebody asks for it. */
    @Test
    @EnabledOnOs(OS.WINDOWS)
    void runsWithTheModulesThatAreRequiredAlone() throws Exception {
        assertEquals(IocpNotifyTransport.preferred() + ECHOED, java(thisRuntime(), "-p", joined(modulePath()),
                "--limit-modules", APPLICATION + ',' + LIBRARY, "--add-modules", LIBRARY, "-m",
                APPLICATION + '/' + Echo.class.getName()));
    }

    /** Nobody requires the module of the library, so its jar is there and yet not found: the cause says what to do. */
    @Test
    @EnabledOnOs(OS.WINDOWS)
    void withoutTheModuleOfTheLibraryTheCauseNamesIt() throws Exception {
        String cause = java(thisRuntime(), "-p", joined(modulePath()), "-m",
                APPLICATION + '/' + Echo.class.getName(), "cause");
        assertTrue(cause.contains("--add-modules " + LIBRARY), cause);
    }

    @Test
    void exportsThePublicPackageAlone() throws Exception {
        ModuleDescriptor transport = descriptor(TRANSPORT);
        assertFalse(transport.isAutomatic());
        assertEquals(1, transport.exports().size(), transport::toString);
        ModuleDescriptor.Exports exported = transport.exports().iterator().next();
        assertEquals("io.netty.channel.iocpnotify", exported.source());
        assertFalse(exported.isQualified());
        assertTrue(transport.opens().isEmpty());
        assertTrue(transport.version().isPresent());
        Set<String> transitive = new TreeSet<String>();
        for (Requires requires : transport.requires()) {
            if (requires.modifiers().contains(Requires.Modifier.TRANSITIVE)) {
                transitive.add(requires.name());
            }
        }
        assertEquals(new TreeSet<String>(Arrays.asList("io.netty.buffer", "io.netty.common", "io.netty.transport",
                "io.netty.transport.unix.common")), transitive);
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void theModuleOfTheLibraryHasNoPackages() throws Exception {
        ModuleDescriptor library = descriptor(LIBRARY);
        assertFalse(library.isAutomatic());
        assertTrue(library.packages().isEmpty());
        assertTrue(library.exports().isEmpty());
    }

    private static ModuleDescriptor descriptor(String name) throws Exception {
        ModuleReference reference = ModuleFinder.of(modulePath().toArray(new Path[0])).find(name)
                .orElseThrow(() -> new AssertionError("no module " + name));
        return reference.descriptor();
    }

    /**
     * jlink takes no automatic module: all that the transport requires must have a descriptor. The library is linked
     * too where it was built, and used where this is Windows.
     */
    @Test
    @Tag("build-jvm")
    void links(@TempDir Path folder) throws Exception {
        Path image = folder.resolve("image");
        boolean library = ModuleFinder.of(modulePath().toArray(new Path[0])).find(LIBRARY).isPresent();
        PrintWriter out = new PrintWriter(System.out, true);
        assertEquals(0, ToolProvider.findFirst("jlink").get().run(out, out, "--module-path",
                joined(modulePath()), "--add-modules", APPLICATION + (library ? ',' + LIBRARY : ""),
                "--output", image.toString()));
        assertEquals(IocpNotifyTransport.preferred() + ECHOED,
                java(image, "-m", APPLICATION + '/' + Echo.class.getName()));
    }
}
