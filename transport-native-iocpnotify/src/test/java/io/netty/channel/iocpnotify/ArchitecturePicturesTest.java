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

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import io.netty.channel.iocpnotify.group.StrandSteps;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Compares pictures of {@code ARCHITECTURE.md} with what they show: the layers, the states of a strand and of a
 * channel, and who calls whom.
 */
@Tag("other-platform")
class ArchitecturePicturesTest {

    /** What the picture shows below the layers of Java. */
    private static final List<String> BELOW_JAVA = Arrays.asList("C", "provider");

    /** The line of an arrow begins with the name of a layer, and its target may have a text. */
    private static final Pattern LAYER_ARROW = Pattern.compile("(?m)^\\s*(\\w+)(?:\\[[^]]*])? --> (\\w+)");
    private static final Pattern LAYER_NAME = Pattern.compile("(\\w+)\\[\"<b>(\\w+)</b>");
    private static final Pattern STATE_ARROW = Pattern.compile("(?m)^\\s*(\\w+|\\[\\*]) --> (\\w+)");

    private static final Pattern PARTICIPANT = Pattern.compile("(?m)^\\s*participant (\\w+) as (\\w+)$");
    /** A solid arrow, who makes the call, to whom, and what follows. */
    private static final Pattern CALL_ARROW = Pattern.compile("(?m)^\\s*(\\w+)->>(\\w+): (.*)$");
    private static final Pattern CALLED = Pattern.compile("(\\w+)\\(\\)");
    private static final String FENCE = "```mermaid";

    private static String page() throws Exception {
        return new String(Files.readAllBytes(Paths.get("..", "ARCHITECTURE.md")), StandardCharsets.UTF_8);
    }

    /** Returns the first picture after a text. */
    private static String pictureAfter(String text) throws Exception {
        String page = page();
        int from = page.indexOf(text);
        assertTrue(from >= 0, text);
        return pictureFrom(page, page.indexOf(FENCE, from));
    }

    private static String pictureFrom(String page, int fence) {
        int begin = fence + FENCE.length();
        return page.substring(begin, page.indexOf("```", begin));
    }

    @Test
    void theLayersAreThePackages() throws Exception {
        List<String> expected = layers();
        List<String> shown = new ArrayList<String>();
        Matcher names = LAYER_NAME.matcher(pictureAfter("## Layers"));
        while (names.find()) {
            // An arrow knows a layer by the first of the two.
            assertEquals(names.group(2).toLowerCase(), names.group(1));
            shown.add(names.group(2));
        }
        assertEquals(new TreeSet<String>(expected), new TreeSet<String>(shown));
        assertEquals(expected.size(), shown.size(), "a layer is shown twice");
    }

    @Test
    void noArrowOfTheLayersPointsUp() throws Exception {
        List<String> order = layers().stream().map(String::toLowerCase).collect(Collectors.toList());
        Set<String> drawn = new TreeSet<String>();
        layerArrows().forEach((from, targets) -> {
            drawn.add(from);
            for (String to : targets) {
                assertTrue(order.contains(from) && order.indexOf(to) > order.indexOf(from),
                        "not down: " + from + " --> " + to);
                drawn.add(to);
            }
        });
        assertEquals(new TreeSet<String>(order), drawn, "a layer has no arrow");
    }

    /** To which layers the arrows of the picture lead from each layer that has any. */
    static Map<String, Set<String>> layerArrows() throws Exception {
        Map<String, Set<String>> arrows = new TreeMap<String, Set<String>>();
        Matcher matcher = LAYER_ARROW.matcher(pictureAfter("## Layers"));
        while (matcher.find()) {
            arrows.computeIfAbsent(matcher.group(1), from -> new TreeSet<String>()).add(matcher.group(2));
        }
        return arrows;
    }

    private static List<String> layers() {
        List<String> layers = new ArrayList<String>(LayersTest.PACKAGES);
        layers.addAll(BELOW_JAVA);
        return layers;
    }

    /** The steps from state to state in the first picture after a text. */
    private static Set<String> stateArrows(String text) throws Exception {
        Set<String> arrows = new TreeSet<String>();
        Matcher matcher = STATE_ARROW.matcher(pictureAfter(text));
        while (matcher.find()) {
            arrows.add(matcher.group(1) + " to " + matcher.group(2));
        }
        return arrows;
    }

    @Test
    void theStepsOfAChannelAreThoseOfItsPlace() throws Exception {
        // Private, because nobody else may make a step.
        Class<?> type = Class.forName(ChannelPlace.class.getName() + "$State");
        Method isNextOf = type.getDeclaredMethod("isNextOf", type);
        isNextOf.setAccessible(true);
        Set<String> expected = new TreeSet<String>();
        expected.add("[*] to " + type.getEnumConstants()[0]);
        for (Object state : type.getEnumConstants()) {
            for (Object next : type.getEnumConstants()) {
                if ((Boolean) isNextOf.invoke(next, state)) {
                    expected.add(state + " to " + next);
                }
            }
        }
        Set<String> shown = stateArrows("`ChannelPlace` decides");
        assertEquals(expected, shown);
        // Each state is in a step: so the steps name them all.
        for (Object state : type.getEnumConstants()) {
            assertTrue(shown.toString().contains(" to " + state), state.toString());
        }
    }

    @Test
    void theCallsOfTheSequencesAreMade() throws Exception {
        JavaClasses classes = LayersTest.classes();
        String page = page();
        int sequences = 0;
        for (int at = page.indexOf(FENCE); at >= 0; at = page.indexOf(FENCE, at + 1)) {
            String picture = pictureFrom(page, at);
            if (picture.trim().startsWith("sequenceDiagram")) {
                sequences++;
                assertCallsAreMade(classes, picture);
            }
        }
        assertTrue(sequences > 0);
    }

    private static void assertCallsAreMade(JavaClasses classes, String picture) {
        Map<String, String> participants = new TreeMap<String, String>();
        Matcher declared = PARTICIPANT.matcher(picture);
        while (declared.find()) {
            participants.put(declared.group(1), declared.group(2));
        }
        Matcher arrows = CALL_ARROW.matcher(picture);
        int calls = 0;
        while (arrows.find()) {
            String from = participants.get(arrows.group(1));
            String to = participants.get(arrows.group(2));
            Matcher called = CALLED.matcher(arrows.group(3));
            assertTrue(called.find(), "names no call: " + arrows.group());
            do {
                String name = called.group(1);
                assertTrue(calls(classes, from, to, name), from + " does not call " + to + '.' + name + "()");
                calls++;
            } while (called.find());
        }
        assertTrue(calls > 0, picture);
    }

    /** Whether a class calls another one, by itself or by way of one that it uses. */
    private static boolean calls(JavaClasses classes, String from, String to, String name) {
        Set<JavaClass> callers = new HashSet<JavaClass>();
        for (JavaClass caller : withWhatTheyInherit(ofFile(classes, from))) {
            callers.add(caller);
            caller.getDirectDependenciesFromSelf().forEach(use -> callers.add(use.getTargetClass()));
        }
        Set<JavaClass> called = withWhatTheyInherit(ofFile(classes, to));
        return callers.stream().flatMap(caller -> caller.getMethodCallsFromSelf().stream())
                .filter(call -> call.getName().equals(name)).map(JavaMethodCall::getTargetOwner)
                .anyMatch(owner -> called.contains(owner) || owner.getSimpleName().equals(to));
    }

    /** The class of that name and the ones in it; none if it is not of the transport. */
    private static Set<JavaClass> ofFile(JavaClasses classes, String name) {
        return classes.stream().filter(type -> LayersTest.file(type).equals(name)).collect(Collectors.toSet());
    }

    private static Set<JavaClass> withWhatTheyInherit(Set<JavaClass> types) {
        Set<JavaClass> all = new HashSet<JavaClass>(types);
        for (JavaClass type : types) {
            all.addAll(type.getAllRawSuperclasses());
            all.addAll(type.getAllRawInterfaces());
        }
        return all;
    }

    @Test
    void theStepsOfAStrandAreThoseOfItsState() throws Exception {
        assertEquals(StrandSteps.all(), stateArrows("`StrandState` decides"));
    }
}
