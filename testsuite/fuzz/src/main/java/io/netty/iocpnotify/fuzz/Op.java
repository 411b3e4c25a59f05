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

/**
 * One operation with its arguments, {@code w.heap.500} for instance.
 */
final class Op {

    final OpKind kind;
    /** Empty if the operation has no variants. */
    final String variant;
    final int first;
    final int second;

    Op(OpKind kind, String variant, int first, int second) {
        if (kind.variants().isEmpty() ? !variant.isEmpty() : !kind.variants().contains(variant)) {
            throw new IllegalArgumentException(kind.text() + " has no variant '" + variant + "'");
        }
        this.kind = kind;
        this.variant = variant;
        this.first = first;
        this.second = second;
    }

    boolean is(OpKind kind, String variant) {
        return this.kind == kind && this.variant.equals(variant);
    }

    Op with(int number) {
        return new Op(kind, variant, number, second);
    }

    Op with(String otherVariant) {
        return new Op(kind, otherVariant, first, second);
    }

    static Op parse(String text) {
        String[] parts = text.split("\\.");
        OpKind kind = OpKind.of(parts[0]);
        int next = 1;
        String variant = kind.variants().isEmpty() ? "" : parts[next++];
        if (parts.length != next + kind.numbers()) {
            throw new IllegalArgumentException(text + ": " + kind.numbers() + " numbers are expected");
        }
        int first = kind.numbers() > 0 ? Integer.parseInt(parts[next]) : 0;
        int second = kind.numbers() > 1 ? Integer.parseInt(parts[next + 1]) : 0;
        return new Op(kind, variant, first, second);
    }

    @Override
    public String toString() {
        return kind.text() + (variant.isEmpty() ? "" : "." + variant) + (kind.numbers() > 0 ? "." + first : "") +
                (kind.numbers() > 1 ? "." + second : "");
    }
}
