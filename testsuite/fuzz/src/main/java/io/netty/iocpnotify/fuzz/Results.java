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
package io.netty.iocpnotify.fuzz;

import io.netty.util.concurrent.Future;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What became of each operation: its promise, or what the call threw or returned.
 */
final class Results {

    private final Map<String, Object> all = new LinkedHashMap<String, Object>();
    private final Bell bell;

    Results(Bell bell) {
        this.bell = bell;
    }

    void put(String operation, Object result) {
        synchronized (this) {
            all.put(operation, result);
        }
        // A promise that is complete rings at once.
        if (result instanceof Future) {
            ((Future<?>) result).addListener(f -> bell.ring());
        }
    }

    synchronized String of(String operation) {
        Object result = all.get(operation);
        if (!(result instanceof Future)) {
            return String.valueOf(result);
        }
        Future<?> future = (Future<?>) result;
        return !future.isDone() ? "pending" : future.isSuccess() ? "done" : FailureKind.of(future.cause());
    }

    /** The first operation whose promise is not complete; {@code null} if all are. */
    synchronized String pending() {
        for (Map.Entry<String, Object> entry : all.entrySet()) {
            if (entry.getValue() instanceof Future && !((Future<?>) entry.getValue()).isDone()) {
                return entry.getKey();
            }
        }
        return null;
    }
}
