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
package io.netty.iocpnotify.machine;

import io.netty.util.internal.PlatformDependent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;

/**
 * The transport's native library, for those that load it by themselves, to put something between it and Winsock.
 */
public final class TransportLibrary {

    private static final String NAME =
            "netty_transport_native_iocpnotify_windows_" + PlatformDependent.normalizedArch() + ".dll";

    private TransportLibrary() { }

    /**
     * Copies the library from the class path.
     *
     * @return a new file, which is deleted when the JVM ends, if nothing has loaded it
     * @throws IOException it is not on the class path, or cannot be written
     */
    public static File extract() throws IOException {
        File file = new File(Files.createTempDirectory("iocpnotify").toFile(), NAME);
        try (InputStream in = TransportLibrary.class.getResourceAsStream("/META-INF/native/" + NAME)) {
            if (in == null) {
                throw new IOException(NAME + " is not on the class path");
            }
            Files.copy(in, file.toPath());
        }
        file.deleteOnExit();
        return file;
    }
}
