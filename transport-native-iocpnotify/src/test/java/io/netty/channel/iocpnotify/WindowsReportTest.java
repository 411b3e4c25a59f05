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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("one-provider")
class WindowsReportTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    /** Not a temporary one: under Wine a log may be open for a moment after its program has ended. */
    private final Path folder = Paths.get("target", "windows-report-test").toAbsolutePath();

    @Test
    void whatDiffersFromEachWineIsNamed() throws Exception {
        Map<String, Answers> wine = wine();
        List<String> changed = wine.get("Wine 10").lines();
        int fin = indexOf(changed, "C19 FIN with filter HANGUP: ");
        changed.set(fin, "C19 FIN with filter HANGUP: returned 0, registrationResult 0x00000000, packet key 7");
        changed.remove("both counts 0: returned 87");
        changed.add("a new question: an answer");
        // As under the other Wine.
        changed.set(indexOf(changed, "C29 port closed under a waiter: "), wine.get("Wine 8").lines().get(
                indexOf(wine.get("Wine 8").lines(), "C29 port closed under a waiter: ")));

        List<List<String>> rows = new Answers(changed).differences(wine);

        assertEquals(Arrays.asList(
                Arrays.asList("question", "here", "Wine 8", "Wine 10"),
                Arrays.asList("C19 FIN with filter HANGUP", "returned 0, registrationResult 0x00000000, packet key 7",
                        "returned 258, registrationResult 0x00000000, no packet",
                        "returned 258, registrationResult 0x00000000, no packet"),
                Arrays.asList("a new question", "an answer", "not asked", "not asked"),
                Arrays.asList("both counts 0", "not asked", "returned 87", "returned 87")), rows);
    }

    @Test
    void theSameQuestionMayBeAskedOften() {
        Map<String, Answers> others = Collections.singletonMap("other",
                new Answers(Arrays.asList("q: a: b", "q: c", "length: measured 1 ms")));
        assertEquals(1, new Answers(Arrays.asList("q: a: b", "q: c", "length: measured 2 ms")).differences(others)
                .size());
        assertEquals(Arrays.asList("q, 2", "d", "c"), new Answers(Arrays.asList("q: a: b", "q: d",
                "length: measured 2 ms")).differences(others).get(1));
    }

    @Test
    void bothWinesAreAskedTheSame() throws Exception {
        List<List<String>> questions = new ArrayList<>();
        for (Answers answers : wine().values()) {
            List<String> of = new ArrayList<>();
            answers.lines().forEach(line -> of.add(line.split(": ", 2)[0]));
            questions.add(of);
        }
        assertEquals(questions.get(0), questions.get(1));
    }

    @Test
    void thePartsAfterOneThatFailsAreRun() throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        WindowsReport report = new WindowsReport(folder.resolve("report"), new PrintStream(said, true));
        report.add("configure", LONG, "no-such-program");
        report.add("compile", LONG, program(0, 0, "a.c(3,5): warning C4459: hides", "a.c(3,5): warning C4459: hides",
                "b.c(7): warning C4100: x"));
        report.add("probe-afd", LONG, program(0, 0, "ticks: measured 15.625 ms", "both counts 0: returned 5"));
        List<String> contract = new ArrayList<>(Collections.nCopies(100, "PASS a"));
        contract.addAll(0, Arrays.asList("PASS first", "FAIL C01_x", "  at a.c:3: not so", "     C01_x ended with 1"));
        contract.add("101 passed, 0 skipped, 1 failed");
        report.add("contract-afd", LONG, program(3, 0, contract.toArray(new String[0])));
        report.add("bench", Duration.ofSeconds(2), program(0, 300, "round 1"));
        report.add("quick-tests", LONG, program(0, 0, "Tests run: 7"));
        report.run();
        Path zip = report.write(wine(), folder);

        try (ZipFile file = new ZipFile(zip.toFile())) {
            String page = new String(file.getInputStream(file.getEntry("report.md")).readAllBytes(),
                    StandardCharsets.UTF_8);
            for (String line : new String[] {
                    "\\| configure \\| did not start: .* \\| 0 \\|", "\\| compile \\| done \\| \\d+ \\|",
                    "\\| contract-afd \\| failed with 3 \\| \\d+ \\|", "\\| bench \\| ended after 2 s \\| \\d+ \\|",
                    "\\* C4100: 1", "\\* C4459: 1", "    \\* `a.c\\(3,5\\): warning C4459: hides`",
                    "\\| both counts 0 \\| returned 5 \\| returned 87 \\| returned 87 \\|",
                    "\\| ticks \\| 15.625 ms \\|",
                    "Not all was asked. The last line is:", "    FAIL C01_x\\R      at a.c:3: not so\\R    PASS a",
                    "    101 passed, 0 skipped, 1 failed", "    Tests run: 7"
            }) {
                assertTrue(Pattern.compile("^" + line + "\\R", Pattern.MULTILINE).matcher(page).find(),
                        line + " in\n" + page);
            }
            assertFalse(page.contains("not asked"), page);
            List<String> names = new ArrayList<>();
            file.stream().map(ZipEntry::getName).forEach(names::add);
            assertEquals(Arrays.asList("report.md", "configure.txt", "compile.txt", "probe-afd.txt", "contract-afd.txt",
                    "bench.txt", "quick-tests.txt"), names);
        }
        assertTrue(said.toString().contains("[6/6] quick-tests: done"), said.toString());
    }

    private static Map<String, Answers> wine() throws Exception {
        Map<String, Answers> wine = new LinkedHashMap<>();
        for (int release : WindowsReport.WINE) {
            wine.put("Wine " + release, WindowsReport.answersOfWine(Paths.get(".."), release));
        }
        return wine;
    }

    private static int indexOf(List<String> lines, String begin) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(begin)) {
                return i;
            }
        }
        throw new AssertionError("no line begins with " + begin);
    }

    /** Prints the lines, waits, and ends with that code. */
    private static String[] program(int exitCode, int seconds, String... lines) throws Exception {
        List<String> command = new ArrayList<>(Arrays.asList(
                Paths.get(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                Paths.get(WindowsReportTest.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                        .toString(),
                Program.class.getName(), Integer.toString(exitCode), Integer.toString(seconds)));
        command.addAll(Arrays.asList(lines));
        return command.toArray(new String[0]);
    }

    static final class Program {

        private Program() { }

        public static void main(String... args) throws InterruptedException {
            for (int i = 2; i < args.length; i++) {
                System.out.println(args[i]);
            }
            Thread.sleep(1000L * Integer.parseInt(args[1]));
            System.exit(Integer.parseInt(args[0]));
        }
    }
}
