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

import io.netty.channel.iocpnotify.WindowsReport.Answers;
import io.netty.iocpnotify.machine.Wine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The probe under Wine, against the answers that {@link WindowsReport} compares those of Windows with. Beside the tests
 * that look for races, because it waits for what arrives: there most is at rest.
 */
@Tag("long")
@Tag("one-provider")
@Tag("races")
class ProbeTest {

    @Test
    void wineAnswersAsItsFileSays() throws Exception {
        assumeTrue(Wine.IS_HERE, "what Windows answers is not known: the probe is to find out");
        String program = System.getProperty("iocpnotify.probe.exe", "");
        assumeTrue(new File(program).isFile(), () -> "the probe was not built: no file " + program);
        Process process = new ProcessBuilder(program, "afd").redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertEquals(0, process.waitFor(), output);
        Answers here = new Answers(Arrays.asList(output.split("\r?\n")));

        int release = release(here);
        List<List<String>> rows = here.differences(answersOfWine(release));
        Path written = Paths.get("target", "iocpnotify_probe_wine_" + release + ".txt");
        Files.write(written, here.lines());
        assertEquals(1, rows.size(), () -> "If this is meant, put the lines of " + written + " into " +
                String.format(WindowsReport.ANSWERS_OF_WINE, release) + ":\n" +
                rows.stream().map(row -> String.join(" | ", row)).collect(Collectors.joining("\n")));
    }

    private static int release(Answers answers) {
        Matcher matcher = Pattern.compile("Wine (\\d+)").matcher(answers.to("system"));
        assertTrue(matcher.find(), answers.to("system"));
        return Integer.parseInt(matcher.group(1));
    }

    /** A release that has no file of its own answers each question as one of those that have. */
    private static Map<String, Answers> answersOfWine(int release) throws Exception {
        Map<String, Answers> wine = new LinkedHashMap<>();
        boolean isKept = IntStream.of(WindowsReport.WINE).anyMatch(kept -> kept == release);
        for (int kept : WindowsReport.WINE) {
            if (kept == release || !isKept) {
                wine.put("Wine " + kept, WindowsReport.answersOfWine(Paths.get(".."), kept));
            }
        }
        return wine;
    }
}
