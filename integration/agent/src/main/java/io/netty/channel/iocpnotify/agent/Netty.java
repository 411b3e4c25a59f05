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
package io.netty.channel.iocpnotify.agent;

import io.netty.channel.iocpnotify.IocpNotify;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** The Netty that this class is beside. */
final class Netty {

    private static final String RELEASE = release();

    /** Returns why it cannot have the transport, or {@code null}. It is told to the bean of JMX, too. */
    static String refusal() {
        Throwable cause = IocpNotify.unavailabilityCause();
        String refusal = cause == null ? null : cause.getMessage() == null ? cause.toString() : cause.getMessage();
        Map<String, Object> facts = new LinkedHashMap<String, Object>();
        facts.put("netty", RELEASE);
        facts.put("classLoader", String.valueOf(Netty.class.getClassLoader()));
        if (refusal == null) {
            facts.put("provider", IocpNotify.provider());
        } else {
            facts.put("nio", refusal);
        }
        Exchange.agent.apply("transport", facts);
        return refusal;
    }

    /** As {@code Version.identify} finds it, which also reads dates: for these the JDK loads 120 classes. */
    private static String release() {
        Properties properties = new Properties();
        try {
            for (URL url : Collections.list(Netty.class.getClassLoader()
                    .getResources("META-INF/io.netty.versions.properties"))) {
                try (InputStream in = url.openStream()) {
                    properties.load(in);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            Exchange.detail("the release of Netty cannot be read: " + e);
        }
        return properties.getProperty("netty-transport.version", "unknown");
    }

    /** Says once that the transport is at work here. */
    static void tellOfUse() {
        Exchange.line("Netty " + RELEASE + " runs on the transport iocpnotify, provider " + IocpNotify.provider());
    }

    private Netty() { }
}
