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

import io.netty.channel.iocpnotify.ChannelFixture;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyMetrics;
import io.netty.channel.iocpnotify.IsolatedTransport;
import io.netty.channel.iocpnotify.LoopKind;
import io.netty.iocpnotify.machine.ProcessHandles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A provider is tried before it is trusted. The C tests {@code check_…} have it fail in all ways; here are the choice
 * that follows, and what is told of it. A copy of the transport makes the choice, in a class loader of its own.
 */
@Timeout(120)
@EnabledOnOs(OS.WINDOWS)
class ProviderCheckTest {

    private static final String PROPERTY = "io.netty.iocpnotify.provider";
    /** The entries that the test hands over, in order, by the words for their steps. */
    private static final String[] STEPS = {
            "IN of a listener", "OUT of a connect", "IN when a byte came", "REMOVE", "REMOVE",
            "HANGUP when the peer ended"
    };
    private static final int MANY = 1000000;
    private static final int EVENT_IN = Native.REGISTER_EVENT_IN;
    private static final int EVENT_HANGUP = Native.REGISTER_EVENT_HANGUP;

    /** What copies of the transport log: they find no other logging than that of the JDK. */
    private final List<String> warnings = new ArrayList<String>();
    private final Logger logger = Logger.getLogger(Native.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            if (record.getLevel().intValue() >= java.util.logging.Level.WARNING.intValue()) {
                warnings.add(record.getMessage());
            }
        }

        @Override
        public void flush() { }

        @Override
        public void close() { }
    };

    @BeforeEach
    void begin() {
        IocpNotify.ensureAvailability();
        OverlappedCalls.load();
        logger.addHandler(handler);
    }

    @AfterEach
    void end() {
        logger.removeHandler(handler);
        OverlappedCalls.failArms(0);
        OverlappedCalls.hideEvents(0, 0);
        OverlappedCalls.hideBaseHandles(false);
    }

    private static void assumeStandIn() {
        assumeTrue(OverlappedCalls.failArms(0) >= 0, "the system's function cannot be made to fail");
    }

    /** Each arm, as that of a socket of a layered provider. */
    private static void refuseArms() {
        OverlappedCalls.fail(OverlappedCalls.ENTRIES, 0, MANY, Errors.WSAEOPNOTSUPP);
    }

    private static <T> T ofCopy(Callable<T> asked, String provider) throws Exception {
        return IsolatedTransport.with(asked, PROPERTY, provider);
    }

    private static void assertStartsWith(String expected, String text) {
        assertTrue(text != null && text.startsWith(expected), () -> text + " does not start with " + expected);
    }

    @Test
    void theChosenProviderPasses() {
        assertEquals(0, NativePort.check(), NativePort::missing);
        assertEquals(IocpNotify.provider(), NativePort.provider());
    }

    @Test
    void theStepThatFailsIsNamed() {
        assumeStandIn();
        for (int i = 0; i < STEPS.length; i++) {
            OverlappedCalls.fail(OverlappedCalls.ENTRIES, i, 1, Errors.WSAEINVAL);
            assertFailed(-Errors.WSAEINVAL, STEPS[i]);
            OverlappedCalls.fail(OverlappedCalls.CALLS, i, 1, Errors.WSAEINVAL);
            assertFailed(-Errors.WSAEINVAL, STEPS[i]);
            // The status of the same error.
            OverlappedCalls.fail(OverlappedCalls.ENTRIES, i, 1, 0xC000000D);
            assertFailed(-87, STEPS[i]);
        }
        OverlappedCalls.fail(OverlappedCalls.WAITS, 0, MANY, Errors.WSAENOTSOCK);
        assertFailed(-Errors.WSAENOTSOCK, "");
        OverlappedCalls.failArms(0);
        int timeout = 258;
        assertMissing(0, EVENT_IN, timeout, STEPS[0]);
        assertMissing(0, OverlappedCalls.registerEventOut(), timeout, STEPS[1]);
        assertMissing(1, EVENT_IN, timeout, STEPS[2]);
        assertMissing(0, Native.EVENT_REMOVE, timeout, STEPS[3]);
        assertMissing(1, EVENT_IN | EVENT_HANGUP, timeout, STEPS[2]);
        assertMissing(2, EVENT_IN | EVENT_HANGUP, timeout, STEPS[5]);
        assertEquals(0, NativePort.check(), NativePort::missing);
    }

    private static void assertMissing(int skip, int events, int error, String step) {
        OverlappedCalls.hideEvents(skip, events);
        long start = System.nanoTime();
        assertFailed(-error, step + ": no packet");
        // A second, and what this machine makes of it.
        assertTrue(System.nanoTime() - start < 5000000000L);
        OverlappedCalls.hideEvents(0, 0);
    }

    private static void assertFailed(int result, String words) {
        assertEquals(result, NativePort.check(), NativePort::missing);
        assertStartsWith(words, NativePort.missing());
    }

    @Test
    void afdIsTakenIfSystemFails() throws Exception {
        assumeStandIn();
        refuseArms();
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary())) {
            assertEquals("afd", ofCopy(() -> transport.call("provider"), "auto"));
            assertNull(transport.call("unavailabilityCause"));
            String reason = "the self-test failed at IN of a listener: the arm (error 10045 (WSAEOPNOTSUPP): " +
                    "Operation not supported)";
            assertEquals(reason, transport.call("fallbackReason"));
            assertEquals(1, warnings.size(), warnings::toString);
            assertEquals("Provider system is not used: " + reason, warnings.get(0));
            OverlappedCalls.failArms(0);
            // What serves that copy now.
            Class<?> provider = transport.loadClass(NativePort.class.getName());
            java.lang.reflect.Method check = provider.getDeclaredMethod("check");
            check.setAccessible(true);
            assertEquals(0, check.invoke(null));
        }
    }

    @Test
    void theCauseNamesBothThatFail() throws Exception {
        assumeStandIn();
        refuseArms();
        OverlappedCalls.hideBaseHandles(true);
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary())) {
            assertEquals(false, ofCopy(() -> transport.call("isAvailable"), "auto"));
            String failure = "the self-test failed at IN of a listener: the arm (error 10045 (WSAEOPNOTSUPP): " +
                    "Operation not supported)";
            assertEquals("no provider of socket notifications (-Dio.netty.iocpnotify.provider=auto), system: " +
                    failure + "; afd: " + failure + "; use NIO here",
                    ((Throwable) transport.call("unavailabilityCause")).getMessage());
            assertNull(transport.call("provider"));
            assertNull(transport.call("fallbackReason"));
            assertEquals(2, warnings.size(), warnings::toString);
        }
    }

    /** Who names a provider wants that one: another is not taken, and one that fails is not trusted. */
    @Test
    void aNamedProviderThatFailsIsTheCause() throws Exception {
        assumeStandIn();
        refuseArms();
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary())) {
            assertEquals(false, ofCopy(() -> transport.call("isAvailable"), "system"));
            assertStartsWith("no provider of socket notifications (-Dio.netty.iocpnotify.provider=system), " +
                    "the self-test failed at IN of a listener: the arm (error 10045 (WSAEOPNOTSUPP)",
                    ((Throwable) transport.call("unavailabilityCause")).getMessage());
        }
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary())) {
            assertEquals("afd", ofCopy(() -> transport.call("provider"), "afd"));
            assertNull(transport.call("fallbackReason"));
        }
    }

    /** A machine that has no memory this moment has not answered. */
    @Test
    void wantOfMemoryIsNoAnswer() throws Exception {
        assumeStandIn();
        OverlappedCalls.fail(OverlappedCalls.ENTRIES, 0, 1, 0xC000009A);
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary())) {
            assertEquals("system", ofCopy(() -> transport.call("provider"), "auto"));
            assertNull(transport.call("fallbackReason"));
            assertEquals(1, warnings.size(), warnings::toString);
            assertStartsWith("Provider system could not be tried, and is used. Missing was IN of a listener: the arm " +
                    "(error 1450", warnings.get(0));
        }
    }

    @Test
    void whereSystemIsMissingThatIsTheReason() throws Exception {
        assumeTrue(OverlappedCalls.failArms(0) < 0, "the test DLL stands in for the system");
        try (IsolatedTransport transport = new IsolatedTransport(IsolatedTransport.testedLibrary())) {
            boolean afd = "afd".equals(ofCopy(() -> transport.call("provider"), "auto"));
            String reason = (String) transport.call("fallbackReason");
            if (afd) {
                assertStartsWith("missing is ProcessSocketNotifications in ws2_32.dll: it came with Windows 11 and " +
                        "Windows Server 2022 (error 127: ", reason);
            } else {
                assertNull(reason);
            }
            assertEquals(0, warnings.size(), warnings::toString);
        }
    }

    /** Whatever step it ends at. The handles are those of sockets, of ports, and of the socket driver. */
    @Test
    void nothingIsLeftOpen() {
        NativePort.check();
        Set<Long> sockets = SocketHandles.ofThisProcess();
        long handles = ProcessHandles.count();
        boolean fails = OverlappedCalls.failArms(0) >= 0;
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < STEPS.length; i++) {
                OverlappedCalls.fail(OverlappedCalls.ENTRIES, i, 1, Errors.WSAEINVAL);
                assertEquals(fails ? -Errors.WSAEINVAL : 0, NativePort.check());
            }
        }
        OverlappedCalls.failArms(0);
        assertEquals(sockets, SocketHandles.ofThisProcess());
        // The JVM opens and closes some by the way.
        assertTrue(ProcessHandles.count() - handles < 20, () -> handles + " before, " + ProcessHandles.count());
    }

    @Test
    void metricsTell() throws Exception {
        try (ChannelFixture fixture = new ChannelFixture(LoopKind.STRANDS)) {
            IocpNotifyMetrics metrics = ((IocpNotifyEventLoopGroup) fixture.group()).metrics();
            assertNotNull(metrics.provider());
            assertEquals(IocpNotify.provider(), metrics.provider());
            assertEquals(IocpNotify.fallbackReason(), metrics.fallbackReason());
            String reason = metrics.fallbackReason();
            assertTrue(metrics.toString().contains("provider: " + metrics.provider() +
                    (reason == null ? ";" : ", because " + reason)), metrics::toString);
        }
    }
}
