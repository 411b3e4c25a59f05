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

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Runs on a Windows machine what tells most about it, and leaves one zip: a page that says what differs from Wine, and
 * all output. {@code run.cmd report} starts this file as it is, before anything is compiled. So it uses the JDK
 * alone. What fails does not keep the rest from running.
 */
final class WindowsReport {

    /** What Wine answers to the probe, a file for each release that the answers differ between. */
    static final String ANSWERS_OF_WINE = "transport-native-iocpnotify/src/test/c/iocpnotify_probe_wine_%d.txt";
    static final int[] WINE = { 8, 10 };

    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final String DONE = "done";
    private static final int LAST_LINES = 30;
    private static final Pattern FAILED = Pattern.compile("^FAIL |\\[ERROR]|Tests run:.*(FAILURE|ERROR)");
    private static final Pattern WARNING = Pattern.compile("\\bwarning ([A-Z]+\\d+)\\b");
    private static final Pattern FAILED_CLASS = Pattern.compile("<<< (FAILURE|ERROR)!");

    private final Path folder;
    private final PrintStream out;
    private final List<Part> parts = new ArrayList<>();

    WindowsReport(Path folder, PrintStream out) {
        this.folder = folder;
        this.out = out;
    }

    public static void main(String... args) throws IOException {
        Path folder = Paths.get("target", "windows-report").toAbsolutePath();
        WindowsReport report = new WindowsReport(folder, System.out);
        String build = folder.resolve("build").toString().replace('\\', '/');
        String platform = System.getProperty("os.arch").equals("aarch64") ? "ARM64" : "x64";
        report.add("configure", minutes(10), "cmake", "-S", "transport-native-iocpnotify", "-B", build, "-A", platform,
                "-DIOCPNOTIFY_JNI=OFF", "-DCMAKE_RUNTIME_OUTPUT_DIRECTORY_RELEASE:PATH=" + build + "/bin");
        report.add("compile", minutes(20), "cmake", "--build", build, "--config", "Release");
        for (String provider : new String[] { "system", "afd" }) {
            report.add("probe-" + provider, minutes(20), build + "/bin/iocpnotify_probe.exe", provider);
            report.add("contract-" + provider, minutes(60), build + "/bin/iocpnotify_contract.exe",
                    "--provider", provider);
        }
        report.add("quick-tests", minutes(60), "cmd", "/c", "run.cmd", "tests", "--quick");
        report.add("bench", minutes(30), "cmd", "/c", "run.cmd", "bench",
                "echo-1", "echo-64", "churn", "uneven-sleep", "http",
                "--transports", "nio,iocpnotify,iocphandler", "--rounds", "3");
        Map<String, Answers> wine = new LinkedHashMap<>();
        for (int release : WINE) {
            wine.put("Wine " + release, answersOfWine(Paths.get(""), release));
        }
        report.run();
        report.write(wine, Paths.get("").toAbsolutePath());
    }

    static Answers answersOfWine(Path checkout, int release) throws IOException {
        return new Answers(read(checkout.resolve(String.format(ANSWERS_OF_WINE, release))));
    }

    private static Duration minutes(long minutes) {
        return Duration.ofMinutes(minutes);
    }

    /** A part that is ended, with what it has started, if it takes longer than that. */
    void add(String name, Duration limit, String... command) {
        parts.add(new Part(name, limit, Arrays.asList(command)));
    }

    void run() throws IOException {
        delete(folder);
        Files.createDirectories(folder);
        for (Part part : parts) {
            String place = "[" + (parts.indexOf(part) + 1) + '/' + parts.size() + "] " + part.name;
            out.println(place + ": " + String.join(" ", part.command));
            long begin = System.nanoTime();
            part.result = run(part, place, begin);
            part.seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            out.println(place + ": " + part.result + ", " + part.seconds + " s");
        }
    }

    private String run(Part part, String place, long begin) {
        try {
            Process process = new ProcessBuilder(part.command).redirectErrorStream(true)
                    .redirectOutput(part.log().toFile()).start();
            process.getOutputStream().close();
            long end = begin + part.limit.toNanos();
            while (!process.waitFor(Math.min(PROGRESS_NANOS, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                if (System.nanoTime() >= end) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly().waitFor();
                    return "ended after " + part.limit.getSeconds() + " s";
                }
                List<String> lines = part.lines();
                out.println(place + ": " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin) + " s, " +
                        (lines.isEmpty() ? "" : lines.get(lines.size() - 1)));
            }
            return process.exitValue() == 0 ? DONE : "failed with " + process.exitValue();
        } catch (IOException e) {
            return "did not start: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /**
     * Writes the page and the zip.
     *
     * @param wine the answers of each Wine, by its name
     * @param checkout where the reports of tests and benchmarks are
     * @return the zip
     */
    Path write(Map<String, Answers> wine, Path checkout) throws IOException {
        List<String> page = page(wine);
        Files.write(folder.resolve("report.md"), page);
        Path zip = folder.resolveSibling(folder.getFileName() + ".zip");
        try (OutputStream file = Files.newOutputStream(zip); ZipOutputStream zipped = new ZipOutputStream(file)) {
            put(zipped, "report.md", folder.resolve("report.md"));
            for (Part part : parts) {
                if (Files.exists(part.log())) {
                    put(zipped, part.name + ".txt", part.log());
                }
            }
            for (Path report : reports(checkout)) {
                put(zipped, checkout.relativize(report).toString().replace('\\', '/'), report);
            }
        }
        out.println("The report is " + zip);
        return zip;
    }

    private static void put(ZipOutputStream zip, String name, Path file) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(file, zip);
        zip.closeEntry();
    }

    /** The reports of test classes that failed, with what they printed, and the figures of the benchmark. */
    private static List<Path> reports(Path checkout) throws IOException {
        List<Path> reports = new ArrayList<>();
        for (String module : new String[] {
                "transport-native-iocpnotify", "testsuite/other-provider", "testsuite/netty" }) {
            for (Path report : files(checkout.resolve(module).resolve("target/surefire-reports"))) {
                String name = report.getFileName().toString();
                if (name.endsWith(".txt") && !name.endsWith("-output.txt") &&
                        read(report).stream().anyMatch(line -> FAILED_CLASS.matcher(line).find())) {
                    reports.add(report);
                    Path output = report.resolveSibling(name.replace(".txt", "-output.txt"));
                    if (Files.exists(output)) {
                        reports.add(output);
                    }
                }
            }
        }
        reports.addAll(files(checkout.resolve("microbench/target/results")));
        return reports;
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return new ArrayList<>();
        }
        try (Stream<Path> found = Files.list(folder)) {
            return found.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> found = Files.walk(folder)) {
                for (Path path : found.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
                    Files.delete(path);
                }
            }
        }
    }

    /** Programs print in the code page of the system; what is not ASCII may be shown wrong, and stops nothing. */
    private static List<String> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new ArrayList<>();
        }
        return Arrays.asList(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).split("\r?\n"));
    }

    // ---- the page ----

    private List<String> page(Map<String, Answers> wine) throws IOException {
        List<String> page = new ArrayList<>();
        page.add("# What this Windows does");
        page.add("");
        for (String property : new String[] { "os.name", "os.version", "os.arch", "java.vendor", "java.version" }) {
            page.add("* " + property + ": " + System.getProperty(property));
        }
        page.add("* processors: " + Runtime.getRuntime().availableProcessors());
        page.add("");
        page.add("| part | result | seconds |");
        page.add("|---|---|---|");
        for (Part part : parts) {
            page.add("| " + part.name + " | " + part.result + " | " + part.seconds + " |");
        }
        for (Part part : parts) {
            if (part.name.startsWith("probe-")) {
                page.addAll(answers(part, wine));
                continue;
            }
            if (part.name.equals("compile")) {
                page.addAll(warnings(part.lines()));
            }
            if (!part.isBuild() || !part.result.equals(DONE)) {
                page.addAll(Arrays.asList("", "## " + part.name + ": what failed, and the last lines", ""));
                List<String> lines = part.lines();
                int last = Math.max(0, lines.size() - LAST_LINES);
                for (int i = 0; i < lines.size(); i++) {
                    // The line after a failure says where.
                    if (i >= last || FAILED.matcher(lines.get(i)).find() ||
                            i > 0 && FAILED.matcher(lines.get(i - 1)).find()) {
                        page.add("    " + lines.get(i));
                    }
                }
            }
        }
        return page;
    }

    private static List<String> answers(Part part, Map<String, Answers> wine) throws IOException {
        List<String> page = new ArrayList<>(Arrays.asList("", "## " + part.name + ": what differs from Wine", ""));
        List<String> lines = part.lines();
        Answers answers = new Answers(lines);
        List<List<String>> rows = answers.differences(wine);
        if (answers.to("all asked").equals(Answers.NOT_ASKED)) {
            page.addAll(Arrays.asList("Not all was asked. The last line is:", "",
                    "    " + (lines.isEmpty() ? "" : lines.get(lines.size() - 1)), ""));
            rows.removeIf(row -> row.get(1).equals(Answers.NOT_ASKED));
        }
        page.addAll(table(rows));
        page.add("");
        page.addAll(table(answers.measured()));
        return page;
    }

    private static List<String> warnings(Collection<String> lines) {
        Map<String, Set<String>> byCode = new TreeMap<>();
        for (String line : lines) {
            Matcher matcher = WARNING.matcher(line);
            if (matcher.find()) {
                byCode.computeIfAbsent(matcher.group(1), code -> new LinkedHashSet<>()).add(line.trim());
            }
        }
        List<String> page = new ArrayList<>(Arrays.asList("", "## compile: warnings", ""));
        byCode.forEach((code, found) -> {
            page.add("* " + code + ": " + found.size());
            found.forEach(line -> page.add("    * `" + line + '`'));
        });
        if (byCode.isEmpty()) {
            page.add("None.");
        }
        return page;
    }

    private static List<String> table(List<List<String>> rows) {
        List<String> table = new ArrayList<>();
        for (List<String> row : rows) {
            table.add("| " + row.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ")) +
                    " |");
            if (table.size() == 1) {
                table.add(row.stream().map(cell -> "---").collect(Collectors.joining("|", "|", "|")));
            }
        }
        return table;
    }

    private final class Part {

        private final String name;
        private final Duration limit;
        private final List<String> command;
        private String result;
        private long seconds;

        Part(String name, Duration limit, List<String> command) {
            this.name = name;
            this.limit = limit;
            this.command = command;
        }

        boolean isBuild() {
            return name.equals("configure") || name.equals("compile");
        }

        Path log() {
            return folder.resolve(name + ".txt");
        }

        List<String> lines() throws IOException {
            return read(log());
        }
    }

    /** What the probe printed. */
    static final class Answers {

        private static final String MEASURED = "measured ";
        private static final String NOT_ASKED = "not asked";

        /** In the order of the questions. One that was asked n times has n keys. */
        private final Map<String, String> byQuestion = new LinkedHashMap<>();

        Answers(Collection<String> lines) {
            for (String line : lines) {
                if (line.isEmpty() || line.startsWith("#")) {
                    continue;
                }
                int end = line.indexOf(": ");
                String question = end < 0 ? line : line.substring(0, end);
                String key = question;
                for (int i = 2; byQuestion.containsKey(key); i++) {
                    key = question + ", " + i;
                }
                byQuestion.put(key, end < 0 ? "" : line.substring(end + 2));
            }
        }

        String to(String question) {
            return byQuestion.getOrDefault(question, NOT_ASKED);
        }

        /**
         * A heading, and a row for each answer that is none of the others'. Not of what depends on the machine.
         *
         * @param others by their names
         */
        List<List<String>> differences(Map<String, Answers> others) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(row("question", "here", others.keySet()));
            Set<String> questions = new LinkedHashSet<>(byQuestion.keySet());
            others.values().forEach(other -> questions.addAll(other.byQuestion.keySet()));
            for (String question : questions) {
                String here = to(question);
                List<String> theirs = others.values().stream().map(other -> other.to(question))
                        .collect(Collectors.toList());
                if (!here.startsWith(MEASURED) && !theirs.contains(here)) {
                    rows.add(row(question, here, theirs));
                }
            }
            return rows;
        }

        /** As they are kept: what depends on the machine or on time is left out. */
        List<String> lines() {
            List<String> lines = new ArrayList<>();
            byQuestion.forEach((question, answer) -> lines.add(answer.isEmpty() ? question :
                    question + ": " + (answer.startsWith(MEASURED) ? MEASURED + "each time" : answer)));
            return lines;
        }

        /** A heading, and a row for each answer that depends on the machine or on time. */
        List<List<String>> measured() {
            List<List<String>> rows = new ArrayList<>();
            rows.add(Arrays.asList("measured", "here"));
            byQuestion.forEach((question, answer) -> {
                if (answer.startsWith(MEASURED)) {
                    rows.add(Arrays.asList(question, answer.substring(MEASURED.length())));
                }
            });
            return rows;
        }

        private static List<String> row(String first, String second, Collection<String> others) {
            List<String> row = new ArrayList<>(Arrays.asList(first, second));
            row.addAll(others);
            return row;
        }
    }
}
