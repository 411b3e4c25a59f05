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
package io.netty.channel.iocpnotify;

import org.pastalab.fray.instrumentation.base.JDKInstrumenterKt;
import org.pastalab.fray.runtime.Runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.stream.Stream;

/**
 * The program that makes what {@code --patch-module java.base} takes: the classes of this JVM's {@code java.base},
 * changed so that Fray decides which thread runs. Fray's own plug-in makes another JDK instead, for which it needs
 * {@code jlink}.
 */
public final class JavaBaseWithPoints {

    public static void main(String[] args) throws Exception {
        Path to = Paths.get(args[0]);
        Path made = to.resolve("made");
        String what = System.getProperty("java.vm.version") + ' ' + Runtime.class.getProtectionDomain().getCodeSource();
        if (Files.exists(made) && Files.readString(made).equals(what)) {
            return;
        }
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
        try (Stream<Path> classes = Files.walk(base)) {
            classes.filter(path -> path.toString().endsWith(".class") && !path.endsWith("module-info.class"))
                    .forEach(path -> {
                        try (InputStream in = Files.newInputStream(path)) {
                            write(to.resolve(base.relativize(path).toString()),
                                    JDKInstrumenterKt.instrumentClass('/' + base.getFileName().toString() + '/' +
                                            base.relativize(path), in));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
        // What the changed classes call.
        URI runtime = Runtime.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        Path jar = FileSystems.newFileSystem(Paths.get(runtime), (ClassLoader) null).getPath("/");
        try (Stream<Path> classes = Files.walk(jar)) {
            for (Path path : (Iterable<Path>) classes.filter(path -> path.toString().endsWith(".class") &&
                    !path.endsWith("module-info.class"))::iterator) {
                write(to.resolve(jar.relativize(path).toString()), Files.readAllBytes(path));
            }
        }
        Files.writeString(made, what);
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    private JavaBaseWithPoints() { }
}
