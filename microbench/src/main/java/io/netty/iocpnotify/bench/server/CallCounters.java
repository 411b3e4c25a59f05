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
package io.netty.iocpnotify.bench.server;

import io.netty.iocpnotify.machine.TransportLibrary;

import java.io.File;
import java.io.IOException;

/**
 * Counts the calls that a native library makes to the system's sockets and completion ports, whichever library: the
 * entries of its import table are exchanged for functions that count and go on to the real ones. So the JDK's calls and
 * the transport's are counted in the same way, and neither has anything in it for it.
 * <p>
 * Loaded only where calls are counted; what is measured for time runs without it.
 */
final class CallCounters {

    private static final String[] JDK_LIBRARIES = {"net.dll", "nio.dll"};

    private CallCounters() { }

    /**
     * Begins to count the calls of the transport and of the JDK.
     *
     * @param library the file with the natives of this class
     */
    static void install(String library) throws IOException {
        System.load(new File(library).getAbsolutePath());
        String jdk = System.getProperty("java.home") + File.separator + "bin" + File.separator;
        for (String name : JDK_LIBRARIES) {
            attachOrThrow(jdk + name);
        }
        // Before the JVM loads it, because it looks up functions as soon as it is initialised; and by us, because
        // Netty's loader would give it a name that nobody knows.
        String transport = TransportLibrary.extract().getPath();
        attachOrThrow(transport);
        System.load(transport);
    }

    private static void attachOrThrow(String library) throws IOException {
        int error = attach(library);
        if (error != 0) {
            throw new IOException("calls of " + library + " cannot be counted: error " + error);
        }
    }

    /**
     * Loads a library, if it is not yet, and counts its calls from now on.
     *
     * @return 0 or a Win32 error code
     */
    private static native int attach(String library);

    /** The names of the functions that are counted. */
    static native String[] names();

    /** How often each has been called, in the order of {@link #names()}; any thread. */
    static native long[] counts();

    /** How often a thread found nothing at a completion port, and slept until it was woken; any thread. */
    static native long sleeps();
}
