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
package io.netty.iocpnotify.example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.imageio.ImageIO;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A page in a headless Chromium, by the <a href="https://chromedevtools.github.io/devtools-protocol/">DevTools
 * protocol</a>. The protocol is JSON in a WebSocket, and the JDK has one. So it needs no driver that fits the release
 * of the browser.
 */
final class Chromium implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path log;
    private final Process process;
    private final WebSocket socket;
    private int lastCall;
    /** The test puts calls into it, the thread of the WebSocket completes them. */
    private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    /** Written by the thread of the WebSocket, read by the test. */
    private final List<String> problems = new CopyOnWriteArrayList<>();
    /** Written by the thread of the WebSocket, read by the test. */
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /**
     * @param folder an empty one, for what the browser keeps
     */
    Chromium(String program, Path folder) throws Exception {
        log = folder.resolve("chromium.log");
        Path profile = folder.resolve("profile");
        // Root can start it without the sandbox only, and it opens no other page than ours. In a container /dev/shm is
        // small. The rest keeps it from asking for things in the net.
        process = new ProcessBuilder(program, "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                "--hide-scrollbars", "--no-first-run", "--no-proxy-server", "--disable-background-networking",
                "--disable-component-update", "--disable-sync", "--user-data-dir=" + profile,
                "--remote-debugging-port=0", "about:blank")
                .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        boolean opened = false;
        try {
            HttpClient http = HttpClient.newHttpClient();
            URI list = URI.create("http://127.0.0.1:" + port(profile.resolve("DevToolsActivePort")) + "/json/list");
            JsonNode pages = JSON.readTree(
                    http.send(HttpRequest.newBuilder(list).build(), HttpResponse.BodyHandlers.ofString()).body());
            socket = http.newWebSocketBuilder().buildAsync(
                    URI.create(pages.get(0).get("webSocketDebuggerUrl").asText()), new Messages())
                    .get(30, TimeUnit.SECONDS);
            for (String domain : List.of("Page", "Runtime", "Log", "Network", "Accessibility")) {
                call(domain + ".enable", Map.of());
            }
            opened = true;
        } finally {
            if (!opened) {
                end();
            }
        }
    }

    /** The browser writes its port into a file as soon as it listens. */
    private String port(Path file) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(file) || Files.readAllLines(file).isEmpty()) {
            assertTrue(process.isAlive() && System.nanoTime() < deadline,
                    () -> "the browser did not start: " + text(log));
            Thread.sleep(50);
        }
        return Files.readAllLines(file).get(0);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    JsonNode call(String method, Map<String, ?> parameters) throws Exception {
        int id = ++lastCall;
        CompletableFuture<JsonNode> result = new CompletableFuture<>();
        calls.put(id, result);
        socket.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters)), true);
        return result.get(60, TimeUnit.SECONDS);
    }

    void open(String address) throws Exception {
        call("Page.navigate", Map.of("url", address));
    }

    /** The value of an expression of JavaScript in the page. */
    JsonNode evaluate(String expression) throws Exception {
        JsonNode result = call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
        assertTrue(result.path("exceptionDetails").isMissingNode(), () -> expression + ": " + result);
        return result.at("/result/value");
    }

    /** Evaluates again and again until it is true. */
    void await(String expression, long timeout, TimeUnit unit) throws Exception {
        long deadline = System.nanoTime() + unit.toNanos(timeout);
        while (!evaluate(expression).asBoolean()) {
            assertTrue(System.nanoTime() < deadline, () -> "never true: " + expression + "; problems: " + problems);
            Thread.sleep(200);
        }
    }

    void setWidth(int width) throws Exception {
        call("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", false));
    }

    /**
     * @param name {@code light} or {@code dark}
     */
    void setColorScheme(String name) throws Exception {
        call("Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
    }

    /** Writes a picture of the page from its top to the end of an element. */
    void picture(Path file, String lastElement) throws Exception {
        JsonNode size = evaluate("({width: innerWidth, height: Math.ceil(scrollY + 16 + document.querySelector('" +
                lastElement + "').getBoundingClientRect().bottom)})");
        JsonNode picture = call("Page.captureScreenshot", Map.of("captureBeyondViewport", true, "clip",
                Map.of("x", 0, "y", 0, "width", size.get("width"), "height", size.get("height"), "scale", 1)));
        BufferedImage image = ImageIO.read(
                new ByteArrayInputStream(Base64.getDecoder().decode(picture.get("data").asText())));
        ImageIO.write(withPalette(image), "png", file.toFile());
    }

    /**
     * A page has few colours. With a palette of 256 its picture takes a third of the space: those that are used most,
     * and those that are near to the others.
     */
    private static BufferedImage withPalette(BufferedImage image) {
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        int[] palette = IntStream.concat(byUse(IntStream.of(pixels)).limit(64),
                byUse(IntStream.of(pixels).map(color -> color & 0xfff0f0f0 | 0x080808)))
                .distinct().limit(256).toArray();
        BufferedImage result = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_BYTE_INDEXED,
                new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE));
        // The nearest colour of the palette, without a pattern of dots.
        result.setRGB(0, 0, image.getWidth(), image.getHeight(), pixels, 0, image.getWidth());
        return result;
    }

    private static IntStream byUse(IntStream colors) {
        return colors.boxed().collect(Collectors.groupingBy(color -> color, Collectors.counting())).entrySet().stream()
                .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed()).mapToInt(Map.Entry::getKey);
    }

    /** What the console of the browser shows as a warning or an error, and what could not be loaded. */
    List<String> problems() {
        return problems;
    }

    /** The addresses that the page has asked for. */
    List<String> requests() {
        return requests;
    }

    @Override
    public void close() throws Exception {
        socket.abort();
        end();
    }

    /** The program may be a script that waits for the browser, so what it has started is ended as well. */
    private void end() throws Exception {
        List<ProcessHandle> processes = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .collect(Collectors.toList());
        processes.forEach(ProcessHandle::destroy);
        for (ProcessHandle one : processes) {
            one.onExit().get(30, TimeUnit.SECONDS);
        }
    }

    private final class Messages implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                try {
                    received(JSON.readTree(message.toString()));
                } catch (IOException e) {
                    problems.add(e.toString());
                }
                message.setLength(0);
            }
            socket.request(1);
            return null;
        }

        private void received(JsonNode received) {
            JsonNode parameters = received.path("params");
            switch (received.path("method").asText()) {
                case "":
                    CompletableFuture<JsonNode> call = calls.remove(received.get("id").asInt());
                    if (received.has("error")) {
                        call.completeExceptionally(new IOException(received.get("error").toString()));
                    } else {
                        call.complete(received.get("result"));
                    }
                    break;
                case "Runtime.exceptionThrown":
                case "Network.loadingFailed":
                    problems.add(received.toString());
                    break;
                case "Runtime.consoleAPICalled":
                    if (List.of("error", "warning", "assert").contains(parameters.get("type").asText())) {
                        problems.add(received.toString());
                    }
                    break;
                case "Log.entryAdded":
                    if (List.of("error", "warning").contains(parameters.at("/entry/level").asText())) {
                        problems.add(received.toString());
                    }
                    break;
                case "Network.requestWillBeSent":
                    requests.add(parameters.at("/request/url").asText());
                    break;
                default:
                    break;
            }
        }
    }
}
