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

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Reads server-sent events whose data is JSON in one line. */
final class EventStream implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final BufferedReader lines;

    EventStream(InputStream in) {
        lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** Waits for the next event, which must have this name, and returns its data. */
    JsonNode next(String name) throws IOException {
        assertEquals("event: " + name, line());
        String data = line();
        assertTrue(data.startsWith("data: "), data);
        assertEquals("", line());
        return JSON.readTree(data.substring("data: ".length()));
    }

    private String line() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new EOFException("the stream of events ended");
        }
        return line;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
