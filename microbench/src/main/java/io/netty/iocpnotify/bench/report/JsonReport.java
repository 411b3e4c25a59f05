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
package io.netty.iocpnotify.bench.report;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.iocpnotify.bench.Contender;
import io.netty.iocpnotify.bench.Metric;
import io.netty.iocpnotify.bench.Results;
import io.netty.iocpnotify.bench.Spread;
import io.netty.iocpnotify.bench.Workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Everything that was measured, each sample of it, for programs.
 */
public final class JsonReport {

    private final Results results;
    private final JsonGenerator json;

    private JsonReport(Results results, JsonGenerator json) {
        this.results = results;
        this.json = json;
    }

    public static void write(Results results, Environment environment, Path file) throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(file.toFile(), JsonEncoding.UTF8)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            environment.write(json);
            json.writeArrayFieldStart("workloads");
            for (Workload workload : results.workloads()) {
                new JsonReport(results, json).write(workload);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    private void write(Workload workload) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", workload.name());
        json.writeObjectFieldStart("parameters");
        for (Map.Entry<String, Integer> parameter : workload.parameters().entrySet()) {
            json.writeNumberField(parameter.getKey(), parameter.getValue());
        }
        json.writeEndObject();
        json.writeStringField("headline", workload.headline().label());
        json.writeArrayFieldStart("figures");
        for (Metric metric : results.metrics(workload)) {
            json.writeStartObject();
            json.writeStringField("figure", metric.label());
            json.writeStringField("unit", metric.unit());
            for (Contender contender : results.contenders()) {
                write(workload, contender, metric);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void write(Workload workload, Contender contender, Metric metric) throws IOException {
        List<Double> samples = results.samples(workload, contender, metric);
        if (samples.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart(contender.id());
        json.writeNumberField("median", Spread.of(samples).median());
        json.writeArrayFieldStart("samples");
        for (double sample : samples) {
            json.writeNumber(sample);
        }
        json.writeEndArray();
        writeRatio("ratioToNio", results.ratio(workload, contender, Contender.NIO, metric));
        writeRatio("ratioToFloor", results.ratio(workload, contender, Contender.FLOOR, metric));
        Map<String, Double> calls = results.calls(workload, contender, metric);
        if (metric == Metric.CALLS || metric == Metric.CALLS_SYSTEM) {
            json.writeObjectFieldStart("functions");
            for (Map.Entry<String, Double> call : calls.entrySet()) {
                json.writeNumberField(call.getKey(), call.getValue());
            }
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void writeRatio(String name, Spread ratio) throws IOException {
        if (ratio != null) {
            json.writeObjectFieldStart(name);
            json.writeNumberField("median", ratio.median());
            json.writeNumberField("min", ratio.min());
            json.writeNumberField("max", ratio.max());
            json.writeEndObject();
        }
    }
}
