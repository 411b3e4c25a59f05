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

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Compares pictures of {@code ARCHITECTURE.md} with what they show: the layers, and the states of a strand and of a
 * channel.
 */
@Tag("other-platform")
class ArchitecturePicturesTest {

    /** What the picture shows below the layers of Java. */
    private static final List<String> BELOW_JAVA = Arrays.asList("C", "provider");

    /** The line of an arrow begins with the name of a layer, and its target may have a text. */
    private static final Pattern LAYER_ARROW = Pattern.compile("(?m)^\\s*(\\w+)(?:\\[[^]]*])? --> (\\w+)");
    private static final Pattern LAYER_NAME = Pattern.compile("(\\w+)\\[\"<b>(\\w+)</b>");
    private static final Pattern STATE_ARROW = Pattern.compile("(?m)^\\s*(\\w+|\\[\\*]) --> (\\w+)");

    /** Returns the first picture after a text. */
    private static String pictureAfter(String text) throws Exception {
        String page = new String(Files.readAllBytes(Paths.get("..", "ARCHITECTURE.md")), StandardCharsets.UTF_8);
        String fence = "```mermaid";
        int from = page.indexOf(text);
        assertTrue(from >= 0, text);
        int begin = page.indexOf(fence, from) + fence.length();
        return page.substring(begin, page.indexOf("```", begin));
    }

    @Test
    void theLayersAreThoseOfTheList() throws Exception {
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

    private static List<String> layers() throws Exception {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                ArchitecturePicturesTest.class.getResourceAsStream("/layers.txt"), StandardCharsets.UTF_8))) {
            List<String> layers = lines.lines().filter(line -> line.startsWith("["))
                    .map(line -> line.substring(1, line.length() - 1)).collect(Collectors.toList());
            layers.addAll(BELOW_JAVA);
            return layers;
        }
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

    /** Tries each call in each state. */
    @Test
    void theStepsOfAStrandAreThoseOfItsState() throws Exception {
        Field current = StrandState.class.getDeclaredField("state");
        current.setAccessible(true);
        Map<Integer, String> names = new TreeMap<Integer, String>();
        for (Field field : StrandState.class.getDeclaredFields()) {
            if (field.getType() == int.class) {
                field.setAccessible(true);
                names.put(field.getInt(null), field.getName());
            }
        }
        List<Consumer<StrandState>> calls = Arrays.asList(StrandState::offer, StrandState::begin,
                state -> state.end(false), state -> state.end(true));
        Set<String> expected = new TreeSet<String>();
        expected.add("[*] to " + names.get(((AtomicInteger) current.get(new StrandState())).get()));
        for (int from : names.keySet()) {
            for (Consumer<StrandState> call : calls) {
                StrandState state = new StrandState();
                AtomicInteger value = (AtomicInteger) current.get(state);
                value.set(from);
                try {
                    call.accept(state);
                } catch (IllegalStateException refused) {
                    continue;
                }
                if (value.get() != from) {
                    expected.add(names.get(from) + " to " + names.get(value.get()));
                }
            }
        }
        assertEquals(expected, stateArrows("`StrandState` decides"));
    }
}
