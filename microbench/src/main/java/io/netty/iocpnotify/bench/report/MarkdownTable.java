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

import java.util.ArrayList;
import java.util.List;

/**
 * A table of Markdown whose columns are aligned in the source too.
 */
public final class MarkdownTable {

    private final List<List<String>> rows = new ArrayList<>();

    public MarkdownTable(List<String> header) {
        add(header);
    }

    /**
     * @param cells as many as the header has
     */
    public void add(List<String> cells) {
        rows.add(cells);
    }

    @Override
    public String toString() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            append(text, row, widths);
            if (row == rows.get(0)) {
                for (int width : widths) {
                    text.append("|-").append("-".repeat(width)).append('-');
                }
                text.append("|\n");
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, List<String> row, int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            text.append("| ").append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 1));
        }
        text.append("|\n");
    }
}
