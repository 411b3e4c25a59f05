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
package io.netty.iocpnotify.bench;

/**
 * Who is measured.
 */
public enum Contender {
    NIO("nio", "NIO"),
    IOCPNOTIFY("iocpnotify", "iocpnotify"),
    IOCPHANDLER("iocphandler", "iocphandler"),
    /** The JDK's asynchronous channels, without Netty. */
    AIO("aio", "AIO"),
    /** The JDK's selectors, without Netty; measured if it is named. */
    SELECTOR("selector", "bare selector"),
    /** The JDK's blocking sockets, with a virtual thread for each; in a JVM of Java 21 or later. */
    LOOM("loom", "virtual threads"),
    /** A server in Go, if there was a Go tool chain when the benchmark was built. */
    GO("go", "Go"),
    /**
     * A server in C on the same provider, with the fewest calls that readiness takes. Only who spares some of them can
     * be faster.
     */
    FLOOR("floor", "C floor");

    private final String id;
    private final String label;

    Contender(String id, String label) {
        this.id = id;
        this.label = label;
    }

    /** The name on the command line and in the JSON. */
    public String id() {
        return id;
    }

    /** The name that readers see. */
    public String label() {
        return label;
    }

    /** Whether it is a transport of Netty's, and so has all services; the others have echo, and most have stream. */
    public boolean isTransport() {
        return this == NIO || this == IOCPNOTIFY || this == IOCPHANDLER;
    }
}
