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
package io.netty.channel.iocpnotify.winsock;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IsolatedTransport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.io.File;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * With other releases of Netty than the one that this was compiled with: their own jars, which the build puts into the
 * directory of the system property {@code iocpnotify.otherNetty}.
 */
@Tag("one-provider")
class NettyReleaseTest {

    private static final File OTHERS = new File(System.getProperty("iocpnotify.otherNetty", "target/other-netty"));
    private static final String TOO_OLD = "4.1.100.Final";

    /** What is used of later releases: only behind a question to {@link NettyRelease}. */
    private static final List<String> ASKED_FOR = Arrays.asList(
            "io.netty.channel.IoHandlerContext.reportActiveIoTime",
            "io.netty.channel.IoHandlerContext.shouldReportActiveIoTime");

    @Test
    @Tag("other-platform")
    void allThatIsUsedOfNettyIsInTheLowestRelease() throws Exception {
        List<URL> all = new ArrayList<URL>();
        for (URL jar : jars(NettyRelease.LOWEST)) {
            all.add(new URL("jar:" + jar + "!/"));
        }
        all.add(IsolatedTransport.location(IocpNotify.class));
        TreeSet<String> later = new TreeSet<String>();
        int seen = 0;
        for (JavaClass type : new ClassFileImporter().importUrls(all)) {
            if (!isOfThis(type)) {
                continue;
            }
            for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                AccessTarget target = access.getTarget();
                JavaClass owner = target.getOwner();
                // What the compiler keeps captured variables in is not imported.
                if (owner.getName().startsWith("io.netty.") && !target.getName().startsWith("val$")) {
                    seen++;
                    boolean isThere = target.resolveMember().isPresent() || isOfObject(target);
                    if (!isOfThisOrTheLowest(owner) || !isThere) {
                        later.add(owner.getName() + '.' + target.getName());
                    }
                }
            }
        }
        assertTrue(seen > 1000, "only " + seen + " uses are seen");
        assertEquals(String.join("\n", ASKED_FOR), String.join("\n", later));
    }

    /** From Java 18 on the compiler names the interface, and not Object, where such a method is called on one. */
    private static boolean isOfObject(AccessTarget target) {
        return target.getOwner().isInterface() && Arrays.stream(Object.class.getMethods())
                .anyMatch(method -> method.getName().equals(target.getName()));
    }

    private static boolean isOfThis(JavaClass type) {
        return type.getPackageName().startsWith(IocpNotify.class.getPackage().getName());
    }

    /** And may be used: what its release kept to its own package is as if it were not there. */
    private static boolean isOfThisOrTheLowest(JavaClass type) {
        if (isOfThis(type)) {
            return true;
        }
        boolean isOpen = type.getModifiers().contains(JavaModifier.PUBLIC) ||
                type.getModifiers().contains(JavaModifier.PROTECTED);
        return isOpen && type.getSource().isPresent() &&
                type.getSource().get().getUri().toString().contains(NettyRelease.LOWEST);
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void lowestReleaseIsEnough() throws Exception {
        try (IsolatedTransport transport =
                     new IsolatedTransport(IsolatedTransport.testedLibrary(), jars(NettyRelease.LOWEST))) {
            assertNull(transport.call("unavailabilityCause"));
            assertEquals(true, transport.call("isAvailable"));
        }
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void tooOldNettyIsNamedWithTheOneThatIsNeeded() throws Exception {
        assertRefused("this is " + TOO_OLD + ';', jars(TOO_OLD));
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void partsOfDifferentReleasesAreNamed() throws Exception {
        URL[] mixed = jars(NettyRelease.LOWEST);
        replace(mixed, "netty-common-");
        assertRefused("this is netty-common " + TOO_OLD + ", netty-buffer " + NettyRelease.LOWEST, mixed);
        mixed = jars(NettyRelease.LOWEST);
        replace(mixed, "netty-transport-4");
        assertRefused("netty-transport " + TOO_OLD + ", netty-transport-native-unix-common " + NettyRelease.LOWEST,
                mixed);
    }

    private static void assertRefused(String found, URL... netty) throws Exception {
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary(), netty)) {
            assertEquals(false, transport.call("isAvailable"));
            assertNull(transport.call("provider"));
            assertEquals(false, transport.call("isDomainSocketAvailable"));
            String message = ((Throwable) transport.call("unavailabilityCause")).getMessage();
            assertTrue(message.contains(found), message);
            assertTrue(message.contains("needs Netty " + NettyRelease.LOWEST), message);
            assertTrue(message.contains("netty-bom"), message);
        }
    }

    private static URL[] jars(String release) throws Exception {
        File[] files = OTHERS.listFiles((directory, name) -> name.endsWith('-' + release + ".jar"));
        assertNotNull(files, OTHERS + " is not there");
        assertEquals(5, files.length, "common, buffer, resolver, transport, unix-common in " + OTHERS);
        URL[] urls = new URL[files.length];
        for (int i = 0; i < files.length; i++) {
            urls[i] = files[i].toURI().toURL();
        }
        return urls;
    }

    private static void replace(URL[] jars, String part) throws Exception {
        boolean replaced = false;
        for (int i = 0; i < jars.length; i++) {
            String name = new File(jars[i].toURI()).getName();
            if (name.startsWith(part)) {
                assertFalse(replaced, part);
                jars[i] = new File(OTHERS, name.replace(NettyRelease.LOWEST, TOO_OLD)).toURI().toURL();
                replaced = true;
            }
        }
        assertTrue(replaced, part);
    }
}
