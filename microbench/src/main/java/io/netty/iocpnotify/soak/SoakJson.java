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
package io.netty.iocpnotify.soak;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.iocpnotify.bench.report.Environment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A run for programs: where it was, each sample, what the rule says, and what failed.
 */
final class SoakJson {

    private SoakJson() { }

    static void write(Environment environment, List<Sample> samples, GrowthReport report, Failures failures, Path file)
            throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(file.toFile(), JsonEncoding.UTF8)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            environment.write(json);
            json.writeObjectFieldStart("growth");
            for (Map.Entry<Quantity, Growth> growth : report.growths().entrySet()) {
                write(json, growth.getKey(), growth.getValue());
            }
            json.writeEndObject();
            json.writeArrayFieldStart("failures");
            if (!failures.isEmpty()) {
                for (String failure : failures.text().split("\n")) {
                    json.writeString(failure);
                }
            }
            json.writeEndArray();
            json.writeArrayFieldStart("samples");
            for (Sample sample : samples) {
                json.writeStartObject();
                for (Map.Entry<String, Long> number : sample.numbers().entrySet()) {
                    json.writeNumberField(number.getKey(), number.getValue());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private static void write(JsonGenerator json, Quantity quantity, Growth growth) throws IOException {
        json.writeObjectFieldStart(quantity.name().toLowerCase(Locale.ROOT));
        json.writeNumberField("first", growth.first);
        json.writeNumberField("last", growth.last);
        json.writeNumberField("bound", growth.bound);
        json.writeBooleanField("beyondBound", growth.beyondBound);
        json.writeBooleanField("steady", growth.steady);
        json.writeEndObject();
    }
}
