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
import io.netty.util.Version;

import java.util.LinkedHashMap;
import java.util.Map;

/** The Netty that this class is beside. */
final class Netty {

    /** Returns why it cannot have the transport, or {@code null}. It is told to the bean of JMX, too. */
    static String refusal() {
        Throwable cause = IocpNotify.unavailabilityCause();
        String refusal = cause == null ? null : cause.getMessage() == null ? cause.toString() : cause.getMessage();
        Map<String, Object> facts = new LinkedHashMap<String, Object>();
        facts.put("netty", release());
        facts.put("classLoader", String.valueOf(Netty.class.getClassLoader()));
        if (refusal == null) {
            facts.put("provider", IocpNotify.provider());
        } else {
            facts.put("nio", refusal);
        }
        Exchange.agent.apply("transport", facts);
        return refusal;
    }

    private static String release() {
        try {
            Version version = Version.identify(Netty.class.getClassLoader()).get("netty-transport");
            return version == null ? "unknown" : version.artifactVersion();
        } catch (RuntimeException e) {
            return "unknown";
        }
    }

    /** Says once that the transport is at work here. */
    static void tellOfUse() {
        Exchange.line("Netty " + release() + " runs on the transport iocpnotify, provider " + IocpNotify.provider());
    }

    private Netty() { }
}
