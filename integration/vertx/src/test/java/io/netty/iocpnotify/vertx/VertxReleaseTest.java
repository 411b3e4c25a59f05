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
package io.netty.iocpnotify.vertx;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Where the transport can't be used, and with other releases of Vert.x: in a class loader that has all classes anew.
 * The build puts the other releases into the directory of the system property {@code iocpnotify.otherVertx}.
 */
@Tag("long")
@Timeout(120)
class VertxReleaseTest {

    private static final String NO_NATIVE = "io.netty.transport.noNative";
    private static final File OTHERS = new File(System.getProperty("iocpnotify.otherVertx"));

    @Test
    void thisReleaseRunsOnTheTransport() throws Exception {
        assertEquals("IocpNotifyVertxTransport, no cause: echoed", service(null));
    }

    @Test
    void lowestReleaseRunsOnTheTransport() throws Exception {
        assertEquals("IocpNotifyVertxTransport, no cause: echoed",
                service(System.getProperty("iocpnotify.lowestVertx")));
    }

    @Test
    void olderReleaseRunsOnNioAndIsNamed() throws Exception {
        String old = System.getProperty("iocpnotify.tooOldVertx");
        String seen = service(old);
        assertTrue(seen.startsWith("NioTransport, "), seen);
        assertTrue(seen.contains("needs Vert.x 5.1.0 "), seen);
        assertTrue(seen.contains("this is " + old), seen);
        assertTrue(seen.endsWith(": echoed"), seen);
    }

    @Test
    void withoutTheTransportVertxRunsOnNioAndTellsWhy() throws Exception {
        String seen;
        System.setProperty(NO_NATIVE, "true");
        try {
            seen = service(null);
        } finally {
            System.clearProperty(NO_NATIVE);
        }
        assertTrue(seen.startsWith("NioTransport, "), seen);
        assertTrue(seen.contains(NO_NATIVE), seen);
        assertTrue(seen.endsWith(": echoed"), seen);
    }

    /** What {@link EchoOnce} saw with that Vert.x; {@code null} for the one of this build. */
    private static String service(String release) throws Exception {
        List<URL> classPath = new ArrayList<>();
        String own = new File(Vertx.class.getProtectionDomain().getCodeSource().getLocation().toURI()).getName();
        boolean replaced = false;
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            File file = new File(path);
            if (release != null && file.getName().equals(own)) {
                file = new File(OTHERS, "vertx-core-" + release + ".jar");
                assertTrue(file.isFile(), file + " is not there");
                replaced = true;
            }
            classPath.add(file.toURI().toURL());
        }
        assertEquals(release != null, replaced);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classPath.toArray(new URL[0]),
                ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            return (String) ((Callable<?>) loader.loadClass(EchoOnce.class.getName()).getDeclaredConstructor()
                    .newInstance()).call();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
