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

import io.netty.channel.iocpnotify.winsock.Availability;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.NativePort;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.lang.ref.WeakReference;
import java.nio.file.Files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class IocpNotifyTest {

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void availableOnWindows() {
        assertNull(IocpNotify.unavailabilityCause());
        assertTrue(IocpNotify.isAvailable());
        IocpNotify.ensureAvailability();
        assertTrue("system".equals(IocpNotify.provider()) || "afd".equals(IocpNotify.provider()));
    }

    @Test
    @Tag("other-platform")
    void elsewhereTheCauseSaysThatItNeedsWindows() {
        assertFalse(IocpNotify.isAvailable());
        assertNull(IocpNotify.provider());
        assertContains(IocpNotify.unavailabilityCause().getMessage(), "needs Windows", System.getProperty("os.name"));
        UnsatisfiedLinkError error = assertThrows(UnsatisfiedLinkError.class, () -> IocpNotify.ensureAvailability());
        assertSame(IocpNotify.unavailabilityCause(), error.getCause());
        assertContains(error.getMessage(), "needs Windows");
    }

    @Test
    void refusalsSayWhatIsWrongAndTheWayOut() {
        assertNull(Availability.refusal(false, true, "Windows 11", "x86_64", "auto"));
        assertNull(Availability.refusal(false, true, "Windows 11", "x86_64", "system"));
        assertNull(Availability.refusal(false, true, "Windows 11", "x86_64", "afd"));
        assertNull(Availability.refusal(false, true, "Windows 11", "aarch_64", "auto"));
        assertContains(Availability.refusal(true, true, "Windows 11", "x86_64", "auto").getMessage(),
                "-Dio.netty.transport.noNative=true");
        assertContains(Availability.refusal(false, false, "Linux", "x86_64", "auto").getMessage(),
                "needs Windows", "Linux", "NIO");
        assertContains(Availability.refusal(false, true, "Windows 10", "x86_32", "auto").getMessage(),
                "x86_32", "64-bit", "x86_64", "aarch_64");
        assertContains(Availability.refusal(false, true, "Windows 10", "arm_32", "auto").getMessage(),
                "arm_32", "64-bit", "x86_64", "aarch_64");
        Throwable wrongValue = Availability.refusal(false, true, "Windows 11", "x86_64", "psn");
        assertTrue(wrongValue instanceof IllegalArgumentException);
        assertContains(wrongValue.getMessage(), "-Dio.netty.iocpnotify.provider=psn", "auto", "system", "afd");
    }

    @Test
    void noNativeIsRespected() throws Exception {
        assertUnavailable(new IsolatedTransport(IsolatedTransport.testedLibrary()), "noNative",
                "io.netty.transport.noNative", "true");
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void wrongProviderNamesThePropertyAndTheLegalValues() throws Exception {
        assertUnavailable(new IsolatedTransport(IsolatedTransport.testedLibrary()),
                "-Dio.netty.iocpnotify.provider=epoll is not one of auto, system, afd",
                "io.netty.iocpnotify.provider", "epoll");
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void afdCanBeChosen() throws Exception {
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary())) {
            assertEquals("afd", transport.call("provider", "io.netty.iocpnotify.provider", "afd"));
            assertNull(transport.call("unavailabilityCause"));
        }
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void systemCanBeChosenOrTheCauseSaysWhatIsMissing() throws Exception {
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary())) {
            String provider = (String) transport.call("provider", "io.netty.iocpnotify.provider", "system");
            if (provider == null) {
                String message = ((Throwable) transport.call("unavailabilityCause")).getMessage();
                assertContains(message, "io.netty.iocpnotify.provider=system), missing is ProcessSocketNotifications",
                        "auto");
                assertEquals("afd", IocpNotify.provider(), "auto must have fallen back");
            } else {
                assertEquals("system", provider);
                assertEquals("system", IocpNotify.provider(), "auto must prefer it");
            }
        }
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void missingLibraryIsReportedWithTheWayOut() throws Exception {
        assertUnavailable(new IsolatedTransport(null), "is neither on the class path nor in a module: add the jar");
    }

    /** What the JVM says of its architecture decides which library is looked for. */
    @Test
    @EnabledOnOs(OS.WINDOWS)
    void libraryIsThatOfTheArchitecture() throws Exception {
        assertMissing("amd64", "x86_64");
        assertMissing("aarch64", "aarch_64");
        assertUnavailable(new IsolatedTransport(null), "no native library for a JVM of architecture x86_32",
                "os.arch", "x86");
    }

    private static void assertMissing(String osArch, String arch) throws Exception {
        for (String words : new String[] {
                "META-INF/native/netty_transport_native_iocpnotify_windows_" + arch + ".dll is neither",
                "classifier windows-" + arch + ". ",
                "--add-modules io.netty.transport.iocpnotify.windows." + arch }) {
            assertUnavailable(new IsolatedTransport(null), words, "os.arch", osArch);
        }
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void unloadableLibraryIsReported(@TempDir File folder) throws Exception {
        File library = new File(folder, Native.libraryName() + ".dll");
        Files.write(library.toPath(), new byte[] { 'M', 'Z', 0, 0 });
        assertUnavailable(new IsolatedTransport(library.toURI().toURL()), "cannot be loaded");
    }

    @Test
    @EnabledOnOs(OS.WINDOWS)
    void copyOfTheTransportThatIsUnloadedLeavesTheOthersAlone() throws Exception {
        IocpNotify.ensureAvailability();
        WeakReference<ClassLoader> copy = loadAndForgetCopy();
        for (int i = 0; i < 100 && copy.get() != null; i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertNull(copy.get(), "the copy is not collected");
        // Unloading the library follows in another thread.
        for (int i = 0; i < 20; i++) {
            assertEquals(0, NativePort.directAddress(null));
            Thread.sleep(10);
        }
        WinSocket.newStream(false).close();
    }

    private static WeakReference<ClassLoader> loadAndForgetCopy() throws Exception {
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary())) {
            assertEquals(true, transport.call("isAvailable"));
            return new WeakReference<ClassLoader>(transport);
        }
    }

    private static void assertUnavailable(IsolatedTransport transport, String words, String... properties)
            throws Exception {
        try {
            assertEquals(false, transport.call("isAvailable", properties));
            Throwable cause = (Throwable) transport.call("unavailabilityCause");
            assertNotNull(cause);
            assertContains(cause.getMessage(), words);
            assertNull(transport.call("provider"));
        } finally {
            transport.close();
        }
    }

    private static void assertContains(String text, String... words) {
        for (String word : words) {
            assertTrue(text.contains(word), text + " does not contain " + word);
        }
    }
}
