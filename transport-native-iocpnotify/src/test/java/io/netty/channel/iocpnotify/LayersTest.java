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
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
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
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Holds the layers, which are the packages. What classes use of each other is read from their class files, so constants
 * that the compiler copies do not count.
 */
@Tag("other-platform")
class LayersTest {

    /** The packages from the top to the bottom, by the last part of their names. Users see the first one. */
    static final List<String> PACKAGES = Arrays.asList("iocpnotify", "group", "loop", "winsock");

    private static final String TOP = LayersTest.class.getPackage().getName();
    private static final String GROUP = "group";
    /** What users see of a group. Nothing but these classes goes if the package of the group is taken away. */
    private static final Set<String> OF_THE_GROUP = new TreeSet<String>(Arrays.asList("IocpNotifyEventLoop",
            "IocpNotifyEventLoopGroup", "IocpNotifyMetrics"));
    /** Gives a program its group and its classes of channels. */
    private static final String KNOWS_ALL = "IocpNotifyTransport";

    /** A knot is a set of classes that all use each other, directly or by way of others. */
    private static final int LARGEST_KNOT = 6;
    private static final int LONG_FILE = 450;

    /** The package of each class. */
    private static final Map<String, String> PACKAGE_OF = new TreeMap<String, String>();
    /** What each class uses, and where. */
    private static final Map<String, Map<String, String>> USES = new TreeMap<String, Map<String, String>>();

    @BeforeAll
    static void read() {
        for (JavaClass type : classes()) {
            PACKAGE_OF.put(file(type), packageOf(type));
            Map<String, String> uses = USES.computeIfAbsent(file(type), name -> new TreeMap<String, String>());
            for (Dependency use : type.getDirectDependenciesFromSelf()) {
                JavaClass target = use.getTargetClass().getBaseComponentType();
                if (isOfTransport(target) && !file(target).equals(file(type))) {
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

    private static boolean isOfTransport(JavaClass type) {
        return type.getPackageName().equals(TOP) || type.getPackageName().startsWith(TOP + '.');
    }

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The class that has the file: nested ones belong to it. */
    static String file(JavaClass type) {
        String name = type.getName().substring(type.getPackageName().length() + 1);
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    @Test
    void eachPackageIsALayer() {
        assertEquals(new TreeSet<String>(PACKAGES), new TreeSet<String>(PACKAGE_OF.values()));
    }

    /** A picture without an arrow that points up has no way back: see {@link ArchitecturePicturesTest}. */
    @Test
    void eachUseIsOnAWayOfThePicture() throws Exception {
        Map<String, Set<String>> arrows = ArchitecturePicturesTest.layerArrows();
        List<String> others = new ArrayList<String>();
        USES.forEach((user, uses) -> {
            String from = PACKAGE_OF.get(user);
            Set<String> allowed = new TreeSet<String>();
            allowed.add(from);
            reach(layer -> arrows.getOrDefault(layer, new TreeSet<String>()), from, allowed);
            uses.forEach((used, where) -> {
                if (!allowed.contains(PACKAGE_OF.get(used))) {
                    others.add(from + " uses " + PACKAGE_OF.get(used) + ": " + where);
                }
            });
        });
        assertEquals("", String.join("\n", others));
    }

    /** So channels and the handler name no strand and no carrier, and can be had without them. */
    @Test
    void onlyWhatUsersSeeOfAGroupNeedsIt() {
        List<String> others = new ArrayList<String>();
        Set<String> users = new TreeSet<String>();
        USES.forEach((user, uses) -> uses.forEach((used, where) -> {
            if (PACKAGE_OF.get(user).equals(GROUP) || !isOfAGroup(used)) {
                return;
            }
            users.add(user);
            if (!OF_THE_GROUP.contains(user) && !user.equals(KNOWS_ALL)) {
                others.add(where);
            }
        }));
        assertEquals("", String.join("\n", others));
        users.remove(KNOWS_ALL);
        assertEquals(OF_THE_GROUP, users, "does not need it");
    }

    private static boolean isOfAGroup(String name) {
        return PACKAGE_OF.get(name).equals(GROUP) || OF_THE_GROUP.contains(name);
    }

    /** The types of the packages below are not exported: a program could not name them. */
    @Test
    void usersMeetNoTypeThatTheyCannotName() {
        Set<String> met = new TreeSet<String>();
        int seen = 0;
        for (JavaClass type : classes()) {
            if (!packageOf(type).equals(PACKAGES.get(0)) || !isOpen(type)) {
                continue;
            }
            for (JavaClass inherited : type.getRawInterfaces()) {
                if (isOfTransport(inherited) && !inherited.getPackageName().equals(TOP)) {
                    met.add(type.getName() + " is a " + inherited.getName());
                }
            }
            for (JavaMember member : type.getMembers()) {
                if (!member.getModifiers().contains(JavaModifier.PUBLIC) &&
                        !member.getModifiers().contains(JavaModifier.PROTECTED)) {
                    continue;
                }
                seen++;
                Set<JavaClass> types = member instanceof JavaField ?
                        ((JavaField) member).getType().getAllInvolvedRawTypes() : typesOf((JavaCodeUnit) member);
                for (JavaClass named : types) {
                    if (isOfTransport(named) && !named.getPackageName().equals(TOP)) {
                        met.add(member.getFullName() + " has " + named.getName());
                    }
                }
            }
        }
        assertTrue(seen > 300, "only " + seen + " members");
        assertEquals("", String.join("\n", met));
    }

    private static Set<JavaClass> typesOf(JavaCodeUnit unit) {
        Set<JavaClass> types = new TreeSet<JavaClass>((one, other) -> one.getName().compareTo(other.getName()));
        types.addAll(unit.getReturnType().getAllInvolvedRawTypes());
        unit.getParameterTypes().forEach(type -> types.addAll(type.getAllInvolvedRawTypes()));
        types.addAll(unit.getExceptionTypes());
        return types;
    }

    private static boolean isOpen(JavaClass type) {
        return type.getPackageName().equals(TOP) && type.getModifiers().contains(JavaModifier.PUBLIC) &&
                type.getEnclosingClass().map(LayersTest::isOpen).orElse(true);
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
        assertTrue(files > USES.size(), "only " + files + " files");
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
