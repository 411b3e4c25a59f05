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

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Holds the layers of {@code layers.txt}. What classes use of each other is read from their class files, so constants
 * that the compiler copies do not count.
 */
@Tag("other-platform")
class LayersTest {

    private static final String PACKAGE = LayersTest.class.getPackage().getName();
    /** A knot is a set of classes that all use each other, directly or by way of others. */
    private static final int LARGEST_KNOT = 11;
    private static final int LONG_FILE = 450;
    /** Gives a program its group and its classes of channels. */
    private static final String KNOWS_ALL = "IocpNotifyTransport";

    /** The number of each class's layer, from the top. */
    private static final Map<String, Integer> LAYERS = new HashMap<String, Integer>();
    private static final List<String> NAMES = new ArrayList<String>();
    /** What each class uses, and where. */
    private static final Map<String, Map<String, String>> USES = new TreeMap<String, Map<String, String>>();

    @BeforeAll
    static void read() throws Exception {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                LayersTest.class.getResourceAsStream("/layers.txt"), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("[")) {
                    NAMES.add(line);
                } else if (!line.isEmpty() && !line.startsWith("#")) {
                    assertNull(LAYERS.put(line, NAMES.size() - 1), line + " is listed twice");
                }
            }
        }
        for (JavaClass type : classes()) {
            Map<String, String> uses = USES.computeIfAbsent(file(type), name -> new TreeMap<String, String>());
            for (Dependency use : type.getDirectDependenciesFromSelf()) {
                JavaClass target = use.getTargetClass().getBaseComponentType();
                if (target.getPackageName().equals(PACKAGE) && !file(target).equals(file(type))) {
                    uses.putIfAbsent(file(target), use.getDescription());
                }
            }
        }
    }

    /** Those of the transport. */
    static JavaClasses classes() {
        return new ClassFileImporter()
                .importUrl(IocpNotify.class.getProtectionDomain().getCodeSource().getLocation());
    }

    /** The class that has the file: nested ones belong to it. */
    static String file(JavaClass type) {
        String name = type.getName().substring(PACKAGE.length() + 1);
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    @Test
    void eachClassHasALayer() {
        Set<String> classes = new TreeSet<String>(USES.keySet());
        classes.remove("package-info");
        assertEquals(classes, new TreeSet<String>(LAYERS.keySet()));
    }

    @Test
    void nobodyUsesALayerAbove() {
        List<String> upwards = new ArrayList<String>();
        USES.forEach((user, uses) -> uses.forEach((used, where) -> {
            if (LAYERS.getOrDefault(used, 0) < LAYERS.getOrDefault(user, 0)) {
                upwards.add(NAMES.get(LAYERS.get(user)) + " uses " + NAMES.get(LAYERS.get(used)) + ": " + where);
            }
        }));
        assertEquals("", String.join("\n", upwards));
    }

    /** So channels and loops, neither of which leads to the other, do not know each other. */
    @Test
    void eachUseIsOnAWayOfThePicture() throws Exception {
        Map<String, Set<String>> arrows = ArchitecturePicturesTest.layerArrows();
        List<String> others = new ArrayList<String>();
        USES.forEach((user, uses) -> {
            String from = layerOf(user);
            Set<String> allowed = new TreeSet<String>();
            allowed.add(from);
            reach(layer -> arrows.getOrDefault(layer, new TreeSet<String>()), from, allowed);
            uses.forEach((used, where) -> {
                if (!allowed.contains(layerOf(used)) && !user.equals(KNOWS_ALL)) {
                    others.add(from + " uses " + layerOf(used) + ": " + where);
                }
            });
        });
        assertEquals("", String.join("\n", others));
    }

    private static String layerOf(String file) {
        String name = NAMES.get(LAYERS.getOrDefault(file, 0));
        return name.substring(1, name.length() - 1).toLowerCase();
    }

    /** Of all modules, in Java and in C. */
    @Test
    void noFileOfMainIsLong() throws Exception {
        List<String> tooLong = new ArrayList<String>();
        int files = 0;
        for (Path main : mainFolders()) {
            try (Stream<Path> all = Files.walk(main)) {
                for (Path file : all.filter(LayersTest::isCode).collect(Collectors.toList())) {
                    long lines;
                    try (Stream<String> text = Files.lines(file)) {
                        lines = text.count();
                    }
                    files++;
                    if (lines >= LONG_FILE) {
                        tooLong.add(file + ": " + lines + " lines");
                    }
                }
            }
        }
        assertTrue(files > LAYERS.size(), "only " + files + " files");
        assertEquals("", String.join("\n", tooLong));
    }

    private static boolean isCode(Path file) {
        return file.toString().matches(".*\\.(java|c|h)");
    }

    private static List<Path> mainFolders() throws Exception {
        List<Path> folders = new ArrayList<Path>();
        for (String parent : new String[] { "..", "../integration", "../testsuite" }) {
            try (DirectoryStream<Path> modules = Files.newDirectoryStream(Paths.get(parent), Files::isDirectory)) {
                for (Path module : modules) {
                    Path main = module.resolve("src").resolve("main");
                    if (Files.isDirectory(main)) {
                        folders.add(main);
                    }
                }
            }
        }
        return folders;
    }

    @Test
    void noKnotIsLarge() {
        Map<String, Set<String>> reached = new HashMap<String, Set<String>>();
        for (String name : USES.keySet()) {
            Set<String> seen = new TreeSet<String>();
            reach(user -> USES.getOrDefault(user, new TreeMap<String, String>()).keySet(), name, seen);
            reached.put(name, seen);
        }
        Set<String> largest = new TreeSet<String>();
        reached.forEach((name, others) -> {
            Set<String> knot = new TreeSet<String>(others);
            knot.removeIf(other -> !reached.get(other).contains(name));
            if (knot.size() > largest.size()) {
                largest.clear();
                largest.addAll(knot);
            }
        });
        assertTrue(largest.size() <= LARGEST_KNOT, () -> "a knot of " + largest.size() + ": " + largest);
    }

    private static void reach(Function<String, Set<String>> next, String from, Set<String> seen) {
        for (String to : next.apply(from)) {
            if (seen.add(to)) {
                reach(next, to, seen);
            }
        }
    }
}
