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
package io.netty.iocpnotify.recipes;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

/**
 * The code of the pages in docs/recipes is the code that the tests run. A line {@code <!-- GrpcRecipe: server -->} of a
 * page names the class and the part of it that the block below shows. In the class, the part is between
 * {@code // recipe: server} and {@code // end}.
 */
class RecipePagesTest {

    private static final String BLOCK = "```java";
    private static final String BLOCK_END = "```";
    private static final String PART = "// recipe: ";
    private static final String PART_END = "// end";

    @Test
    void pagesShowTheCodeThatRuns() throws IOException {
        Map<String, String> run = parts();
        Map<String, String> shown = blocks();
        assertFalse(run.isEmpty(), "no recipe was found");
        for (Map.Entry<String, String> part : run.entrySet()) {
            assertEquals(part.getValue(), shown.get(part.getKey()), part.getKey());
        }
        assertEquals(run.keySet(), shown.keySet(), "what the pages show, and what the classes have");
    }

    private static Map<String, String> parts() throws IOException {
        Map<String, String> parts = new TreeMap<>();
        for (Path file : files("iocpnotify.recipes.sources", "*Recipe.java")) {
            String type = file.getFileName().toString().replace(".java", "");
            String name = null;
            List<String> code = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                String text = line.trim();
                if (text.startsWith(PART)) {
                    assertNull(name, file + ": " + name + " has no end");
                    name = type + ": " + text.substring(PART.length());
                    code.clear();
                } else if (text.equals(PART_END)) {
                    assertNotNull(name, file + ": an end without a beginning");
                    assertNull(parts.put(name, unindented(code)), file + ": two parts have the name " + name);
                    name = null;
                } else {
                    code.add(line);
                }
            }
            assertNull(name, file + ": " + name + " has no end");
        }
        return parts;
    }

    private static Map<String, String> blocks() throws IOException {
        Map<String, String> blocks = new TreeMap<>();
        for (Path page : files("iocpnotify.recipes.pages", "*.md")) {
            String before = "";
            String name = null;
            List<String> code = new ArrayList<>();
            for (String line : Files.readAllLines(page)) {
                if (name != null && line.equals(BLOCK_END)) {
                    assertNull(blocks.put(name, unindented(code)), page + ": " + name + " is shown twice");
                    name = null;
                } else if (name != null) {
                    code.add(line);
                } else if (line.equals(BLOCK)) {
                    String comment = before;
                    assertFalse(!comment.startsWith("<!-- ") || !comment.endsWith(" -->"),
                            () -> page + ": the line before a block names its code, not: " + comment);
                    name = comment.substring("<!-- ".length(), comment.length() - " -->".length());
                    code.clear();
                }
                before = line;
            }
            assertNull(name, page + ": " + name + " has no end");
        }
        return blocks;
    }

    private static List<Path> files(String property, String glob) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(Paths.get(System.getProperty(property)), glob)) {
            found.forEach(files::add);
        }
        return files;
    }

    private static String unindented(List<String> lines) {
        int indent = lines.stream().filter(line -> !line.isEmpty())
                .mapToInt(line -> line.length() - line.stripLeading().length()).min().orElse(0);
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            text.append(line.isEmpty() ? line : line.substring(indent)).append('\n');
        }
        return text.toString();
    }
}
