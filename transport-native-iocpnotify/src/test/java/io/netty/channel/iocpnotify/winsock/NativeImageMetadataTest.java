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
package io.netty.channel.iocpnotify.winsock;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.channel.Channel;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.iocpnotify.IocpNotifyDatagramChannel;
import io.netty.channel.iocpnotify.IocpNotifyDomainSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyServerDomainSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifyServerSocketChannel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What GraalVM's native-image is told. It ignores an entry for a class or a member that is not there, and an image then
 * misses it at run time. It takes a member only from the class that declares it, not from one that inherits it.
 */
@Tag("one-provider")
class NativeImageMetadataTest {

    private static final String FILE =
            "/META-INF/native-image/io.netty/netty-transport-native-iocpnotify/reachability-metadata.json";
    private static final Path C_SOURCES = Paths.get("src", "main", "c");

    /** How the C code looks a class up, or says which class its natives are of. */
    private static final Pattern CLASS = Pattern.compile(
            "(?:(\\w+) = \\(\\*env\\)->FindClass\\(env,|#define CLASSNAME)\\s*\"([\\w/$]+)\"");
    /** How it looks a member up: variable of the class, name, signature. */
    private static final Pattern MEMBER = Pattern.compile(
            "(?:Get(?:Static)?(?:Field|Method)ID|netty_iocpnotify_transmit_field)\\(env,\\s*(\\w+),\\s*" +
            "\"(\\w+)\",\\s*\"([^\"]+)\"\\)");
    private static final Pattern ANY_LOOKUP = Pattern.compile(
            "->(?:FindClass|GetObjectClass|GetSuperclass|Get(?:Static)?(?:Field|Method)ID)\\(");

    private static Map<String, Object> metadata;

    @BeforeAll
    static void parse() throws IOException {
        try (JsonParser parser = new JsonFactory().createParser(NativeImageMetadataTest.class.getResource(FILE))) {
            parser.nextToken();
            metadata = object(value(parser));
            assertEquals(null, parser.nextToken());
        }
    }

    /** GraalVM fails on a key that it does not know: schema 1.2.0 of its reachability metadata. */
    @Test
    void keysAreThoseOfTheSchema() {
        assertEquals(keys("comment", "reflection", "resources"), metadata.keySet());
        Set<String> known = keys("condition", "reason", "type", "methods", "fields", "jniAccessible");
        for (Map<String, Object> entry : entries("reflection")) {
            assertTrue(known.containsAll(entry.keySet()), entry.toString());
            assertTrue(entry.get("type") instanceof String, entry.toString());
            assertCondition(entry);
            for (Map<String, Object> method : objects(entry.get("methods"))) {
                assertEquals(keys("name", "parameterTypes"), method.keySet());
            }
            for (Map<String, Object> field : objects(entry.get("fields"))) {
                assertEquals(keys("name"), field.keySet());
            }
        }
        for (Map<String, Object> entry : entries("resources")) {
            assertEquals(keys("condition", "glob"), entry.keySet());
            assertCondition(entry);
        }
    }

    private static void assertCondition(Map<String, Object> entry) {
        Object condition = entry.get("condition");
        assertTrue(condition == null ||
                condition.equals(Collections.singletonMap("typeReached", Native.class.getName())), entry.toString());
    }

    /** The rule of GraalVM: getDeclaredConstructor, getDeclaredMethod, getDeclaredField of the class that is named. */
    @Test
    void namesDeclaredMembersOnly() throws Exception {
        Set<String> types = new HashSet<String>();
        for (Map<String, Object> entry : entries("reflection")) {
            assertTrue(types.add((String) entry.get("type")), entry + " is there twice");
            Class<?> type = load((String) entry.get("type"));
            for (Map<String, Object> method : objects(entry.get("methods"))) {
                List<?> names = (List<?>) method.get("parameterTypes");
                Class<?>[] parameters = new Class<?>[names.size()];
                for (int i = 0; i < parameters.length; i++) {
                    parameters[i] = "boolean".equals(names.get(i)) ? boolean.class : load((String) names.get(i));
                }
                if ("<init>".equals(method.get("name"))) {
                    type.getDeclaredConstructor(parameters);
                } else {
                    type.getDeclaredMethod((String) method.get("name"), parameters);
                }
            }
            for (Map<String, Object> field : objects(entry.get("fields"))) {
                type.getDeclaredField((String) field.get("name"));
            }
        }
    }

    /** A bootstrap asks a channel's class for its constructor before it, or anything else here, is initialised. */
    @Test
    void channelsCanBeMadeByABootstrap() {
        for (Class<? extends Channel> channel : Arrays.asList(IocpNotifyDatagramChannel.class,
                IocpNotifyDomainSocketChannel.class, IocpNotifyServerDomainSocketChannel.class,
                IocpNotifyServerSocketChannel.class, IocpNotifySocketChannel.class)) {
            Map<String, Object> entry = entry(channel);
            assertEquals(null, entry.get("condition"), channel.getName());
            Map<String, Object> constructor = new HashMap<String, Object>();
            constructor.put("name", "<init>");
            constructor.put("parameterTypes", Collections.emptyList());
            assertTrue(objects(entry.get("methods")).contains(constructor), entry.toString());
        }
    }

    @Test
    void hasAllThatTheLibraryLooksUp() throws Exception {
        Set<String> natives = new TreeSet<String>();
        int members = 0;
        try (DirectoryStream<Path> sources = Files.newDirectoryStream(C_SOURCES, "*.c")) {
            for (Path source : sources) {
                String text = new String(Files.readAllBytes(source), StandardCharsets.UTF_8);
                Map<String, Class<?>> variables = new HashMap<String, Class<?>>();
                // The parameter of NativeOverlapped.findFields.
                variables.put("regionClass", DefaultFileRegion.class);
                int lookups = 0;
                for (Matcher matcher = CLASS.matcher(text); matcher.find();) {
                    Class<?> type = load(matcher.group(2).replace('/', '.'));
                    assertAccessible(entry(type));
                    if (matcher.group(1) == null) {
                        natives.add(type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class");
                    } else {
                        variables.put(matcher.group(1), type);
                        lookups++;
                    }
                }
                for (Matcher matcher = MEMBER.matcher(text); matcher.find();) {
                    Class<?> type = variables.get(matcher.group(1));
                    assertNotNull(type, source + ": of which class is " + matcher.group() + '?');
                    assertMember(type, matcher.group(2), matcher.group(3).startsWith("("));
                    lookups += matcher.group().startsWith("Get") ? 1 : 0;
                    members++;
                }
                // The function that the fields are looked up with has the one call that names none.
                lookups += text.contains("static jfieldID netty_iocpnotify_transmit_field(") ? 1 : 0;
                assertEquals(count(ANY_LOOKUP, text), lookups, source + " looks up what this test does not see");
            }
        }
        assertTrue(members > 0);
        File classes = new File(Native.class.getResource("Native.class").toURI()).getParentFile();
        String[] withNatives = classes.list((folder, name) -> name.matches("Native.+\\.class"));
        assertEquals(new TreeSet<String>(Arrays.asList(withNatives)), natives);
    }

    private static int count(Pattern pattern, String text) {
        int count = 0;
        for (Matcher matcher = pattern.matcher(text); matcher.find();) {
            count++;
        }
        return count;
    }

    /** As GetFieldID and GetMethodID do in an image: the class, then the classes above it, as far as they are named. */
    private static void assertMember(Class<?> type, String name, boolean method) {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            boolean declares = method ?
                    Arrays.stream(declaring.getDeclaredMethods()).anyMatch(m -> m.getName().equals(name)) :
                    Arrays.stream(declaring.getDeclaredFields()).anyMatch(f -> f.getName().equals(name));
            if (declares) {
                Map<String, Object> entry = entry(declaring);
                assertAccessible(entry);
                assertTrue(objects(entry.get(method ? "methods" : "fields")).stream()
                        .anyMatch(member -> name.equals(member.get("name"))), name + " is missing in " + entry);
                return;
            }
        }
        throw new AssertionError(type + " has no " + name);
    }

    private static void assertAccessible(Map<String, Object> entry) {
        assertEquals(true, entry.get("jniAccessible"), entry.toString());
    }

    private static Map<String, Object> entry(Class<?> type) {
        for (Map<String, Object> entry : entries("reflection")) {
            if (type.getName().equals(entry.get("type"))) {
                return entry;
            }
        }
        throw new AssertionError("no entry for " + type.getName());
    }

    private static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, NativeImageMetadataTest.class.getClassLoader());
    }

    private static Set<String> keys(String... names) {
        return new HashSet<String>(Arrays.asList(names));
    }

    private static List<Map<String, Object>> entries(String section) {
        List<Map<String, Object>> entries = objects(metadata.get(section));
        assertTrue(!entries.isEmpty(), section);
        return entries;
    }

    private static List<Map<String, Object>> objects(Object list) {
        List<Map<String, Object>> objects = new ArrayList<Map<String, Object>>();
        for (Object element : list == null ? Collections.emptyList() : (List<?>) list) {
            objects.add(object(element));
        }
        return objects;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    /** The value whose first token the parser is at: a map, a list, a text or a boolean. */
    private static Object value(JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
        case START_OBJECT:
            Map<String, Object> object = new LinkedHashMap<String, Object>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.getText();
                parser.nextToken();
                assertEquals(null, object.put(name, value(parser)), name + " is there twice");
            }
            return object;
        case START_ARRAY:
            List<Object> list = new ArrayList<Object>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                list.add(value(parser));
            }
            return list;
        case VALUE_STRING:
            return parser.getText();
        default:
            return parser.getBooleanValue();
        }
    }
}
