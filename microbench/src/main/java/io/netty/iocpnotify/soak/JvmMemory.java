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

import javax.management.JMException;
import javax.management.ObjectName;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the JVM has from the system, by its own account: for what purpose, how many bytes. It keeps one with
 * {@code -XX:NativeMemoryTracking=summary} only.
 */
final class JvmMemory {

    private static final Pattern LINE =
            Pattern.compile("(Total:|-\\s+[A-Za-z ]+?) \\(?reserved=\\d+KB, committed=(\\d+)KB");
    private static final int KIB = 1024;

    private JvmMemory() { }

    /** Empty if there is no account. */
    static Map<String, Long> committed() {
        Map<String, Long> committed = new LinkedHashMap<>();
        try {
            String text = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"), "vmNativeMemory",
                    new Object[] {new String[] {"summary"}}, new String[] {String[].class.getName()});
            Matcher line = LINE.matcher(text);
            while (line.find()) {
                committed.put(line.group(1).replaceAll("[^A-Za-z]", ""), Long.parseLong(line.group(2)) * KIB);
            }
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
        return committed;
    }
}
