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
package io.netty.iocpnotify.agent;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/** Packs the programs of these tests as programs are delivered: for a framework of bundles, as a module, in one jar. */
final class ProgramJar implements AutoCloseable {

    private static final String PACKAGE = "com/example/service/";

    private final JarOutputStream out;

    private ProgramJar(File file, String... manifest) throws IOException {
        Manifest attributes = new Manifest();
        attributes.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        for (int i = 0; i < manifest.length; i += 2) {
            attributes.getMainAttributes().putValue(manifest[i], manifest[i + 1]);
        }
        out = new JarOutputStream(Files.newOutputStream(file.toPath()), attributes);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** The jars of Netty on the class path of programs. */
    static List<File> nettys() {
        return jars("netty-.*");
    }

    static List<File> jars(String name) {
        return Arrays.stream(ChildJvm.classPath().split(File.pathSeparator)).map(File::new)
                .filter(file -> file.getName().matches(name + "\\.jar")).collect(Collectors.toList());
    }

    static File bundle(File folder) throws IOException {
        File file = new File(folder, "bundle.jar");
        try (ProgramJar jar = new ProgramJar(file, "Bundle-ManifestVersion", "2", "Bundle-SymbolicName",
                "com.example.service", "Import-Package", "io.netty.bootstrap,io.netty.buffer,io.netty.channel," +
                "io.netty.channel.nio,io.netty.channel.socket,io.netty.channel.socket.nio,io.netty.util," +
                "io.netty.util.concurrent,javax.management,javax.management.openmbean")) {
            jar.addProgram("");
        }
        return file;
    }

    static File module(File folder) throws IOException {
        File file = new File(folder, "module.jar");
        try (ProgramJar jar = new ProgramJar(file)) {
            jar.addProgram("");
            ClassWriter writer = new ClassWriter(0);
            writer.visit(Opcodes.V11, Opcodes.ACC_MODULE, "module-info", null, null, null);
            ModuleVisitor module = writer.visitModule("com.example.service", 0, null);
            module.visitRequire("java.base", Opcodes.ACC_MANDATED, null);
            for (String name : new String[] { "java.management", "io.netty.common", "io.netty.buffer",
                    "io.netty.transport" }) {
                module.visitRequire(name, 0, null);
            }
            module.visitExport("com/example/service", 0);
            module.visitEnd();
            writer.visitEnd();
            jar.add("module-info.class", writer.toByteArray());
        }
        return file;
    }

    /** As the plug-in of Spring Boot makes it: the jars are in the jar, and a class loader of Spring's reads them. */
    static File executable(File folder, String mainClass) throws IOException {
        File file = new File(folder, "executable.jar");
        try (ProgramJar jar = new ProgramJar(file, "Main-Class", "org.springframework.boot.loader.launch.JarLauncher",
                "Start-Class", mainClass, "Spring-Boot-Classes", "BOOT-INF/classes/", "Spring-Boot-Lib",
                "BOOT-INF/lib/")) {
            jar.add("BOOT-INF/classes/", new byte[0]);
            jar.add("BOOT-INF/lib/", new byte[0]);
            for (File loader : jars("spring-boot-loader-.*")) {
                jar.addAll(loader, "org/springframework/boot/loader/");
            }
            jar.addProgram("BOOT-INF/classes/");
            for (File netty : nettys()) {
                jar.addStored("BOOT-INF/lib/" + netty.getName(), Files.readAllBytes(netty.toPath()));
            }
        }
        return file;
    }

    private void addProgram(String prefix) throws IOException {
        for (String part : ChildJvm.classPath().split(File.pathSeparator)) {
            File[] classes = new File(part, PACKAGE).listFiles();
            for (File file : classes == null ? new File[0] : classes) {
                add(prefix + PACKAGE + file.getName(), Files.readAllBytes(file.toPath()));
            }
        }
    }

    private void addAll(File from, String prefix) throws IOException {
        try (JarFile jar = new JarFile(from)) {
            for (JarEntry entry : jar.stream().filter(entry -> entry.getName().startsWith(prefix))
                    .collect(Collectors.toList())) {
                try (InputStream in = jar.getInputStream(entry)) {
                    add(entry.getName(), Inside.readAll(in));
                }
            }
        }
    }

    private void add(String name, byte[] bytes) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(bytes);
    }

    private void addStored(String name, byte[] bytes) throws IOException {
        JarEntry entry = new JarEntry(name);
        CRC32 crc = new CRC32();
        crc.update(bytes);
        entry.setMethod(JarEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(crc.getValue());
        out.putNextEntry(entry);
        out.write(bytes);
    }
}
