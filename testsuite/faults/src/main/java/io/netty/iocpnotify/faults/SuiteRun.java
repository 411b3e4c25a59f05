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
package io.netty.iocpnotify.faults;

import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.iocpnotify.machine.FaultKind;
import io.netty.iocpnotify.machine.Faults;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Netty's own shared suite while faults are injected that must go unnoticed: its tests know nothing of them, and must
 * pass as they are.
 */
public final class SuiteRun implements TestExecutionListener {

    /** Of the module testsuite, for both kinds of loop. The page on faults says which are missing, and why. */
    private static final List<String> CLASSES = Arrays.asList(
            "SocketEcho", "SocketFixedLengthEcho", "SocketStringEcho", "SocketObjectEcho", "SocketGatheringWrite",
            "CompositeBufferGatheringWrite", "SocketFileRegion", "SocketDataReadInitialState", "SocketConnect",
            "SocketMultipleConnect", "SocketCancelWrite", "SocketBufRelease", "SocketExceptionHandling",
            "SocketShutdownOutputByPeer", "SocketShutdownOutputBySelf", "SocketStartTls", "SocketSslGreeting",
            "SocketSslSessionReuse", "SocketSpdyEcho", "SocketCloseForcibly", "SocketAddresses",
            "SocketChannelNotYetConnected", "SocketConnectionAttempt", "WriteBeforeRegistered", "DatagramUnicastInet",
            "DatagramUnicastIPv6", "DatagramUnicastIPv6Mapped", "DatagramMulticast", "DatagramMulticastIPv6",
            "DatagramConnectNotExists", "DatagramConnectedWriteException", "EventLoop", "SocketSslEcho",
            "IoHandlerSocketSslEcho");

    /**
     * These run without the faults that make more reads of what is sent. The first two count the calls of
     * channelReadComplete(); as with NIO, a read that finds nothing ends in one as well. The third expects a reset,
     * which on Wine is a clean end for a read that no packet of the reset asks for.
     */
    private static final List<String> CLASSES_OF_READS =
            Arrays.asList("SocketAutoRead", "SocketReadPending", "SocketRst");
    private static final Set<FaultKind> MORE_READS = EnumSet.of(FaultKind.PACKET_DOUBLED,
            FaultKind.SPURIOUS_READINESS, FaultKind.RECEIVE_WOULD_BLOCK, FaultKind.SEND_SHORT);

    private static final LoopThreads LOOPS = new LoopThreads("testsuite-iocp");

    private final List<String> wrong = new ArrayList<String>();
    private int passed;
    private int skipped;
    private long startNanos;

    private static DiscoverySelector selector(String name) {
        return DiscoverySelectors.selectClass("io.netty.channel.iocpnotify.IocpNotify" + name + "Test");
    }

    /** The class of this transport and the method of Netty's. */
    private static String name(TestIdentifier test) {
        return test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast)
                .map(source -> source.getClassName().replaceAll(".*\\.", "") + '.' + source.getMethodName())
                .orElse(test.getUniqueId());
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        startNanos = System.nanoTime();
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped++;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        String name = name(test);
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            // At once: the run may be ended from outside before its end.
            result.getThrowable().ifPresent(cause -> cause.printStackTrace(System.out));
            System.out.println(LOOPS.stacks());
            wrong.add(name + " has failed, see above");
        } else if (test.isTest()) {
            if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
                skipped++;
            } else {
                passed++;
            }
        }
        if (test.isTest()) {
            System.out.printf("%s %s, %.1f s%n", result.getStatus(), name, (System.nanoTime() - startNanos) / 1e9);
        }
    }

    private void run(long seed, double rate, List<String> classes) throws Exception {
        TransportLog log = TransportLog.install();
        Faults.install();
        IocpNotify.ensureAvailability();
        Faults.setSeed(seed);
        long start = System.nanoTime();
        // Opens a connection of each kind, still without faults.
        try (LauncherSession session = LauncherFactory.openSession()) {
            run(session, rate, classes, true);
            run(session, rate, classes, false);
        }
        String unrest = LOOPS.awaitRest();
        if (unrest != null) {
            wrong.add(unrest);
        }
        wrong.addAll(log.faults());
        if (passed == 0) {
            wrong.add("no test has passed");
        }
        System.out.printf("%n%s%n%,d faults injected in %d s; %d tests passed, %d skipped, provider %s, seed %d%n",
                Faults.report(), Faults.injectedTotal(), TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start),
                passed, skipped, IocpNotify.provider(), seed);
        wrong.forEach(System.out::println);
    }

    /** Runs those of the classes that more reads disturb, or the others. */
    private void run(LauncherSession session, double rate, List<String> classes, boolean ofReads) {
        List<DiscoverySelector> selectors = new ArrayList<DiscoverySelector>();
        for (String name : classes) {
            if (CLASSES_OF_READS.contains(name) == ofReads) {
                selectors.add(selector(name));
            }
        }
        Set<FaultKind> kinds = FaultKind.unnoticed();
        if (ofReads) {
            kinds.removeAll(MORE_READS);
        }
        Faults.setUnnoticed(kinds, rate);
        Faults.setEnabled(true);
        try {
            session.getLauncher().execute(LauncherDiscoveryRequestBuilder.request().selectors(selectors).build(), this);
        } finally {
            Faults.setEnabled(false);
        }
    }

    private static List<String> allClasses() {
        List<String> all = new ArrayList<String>(CLASSES_OF_READS);
        all.addAll(CLASSES);
        return all;
    }

    /** {@code --seed s}, {@code --rate r}, and names such as {@code SocketEcho} of what to run instead of all. */
    public static void main(String[] args) throws Exception {
        long seed = System.nanoTime();
        double rate = 1;
        List<String> classes = new ArrayList<String>();
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--seed")) {
                seed = Long.parseLong(args[++i]);
            } else if (args[i].equals("--rate")) {
                rate = Double.parseDouble(args[++i]);
            } else {
                classes.add(args[i]);
            }
        }
        SuiteRun run = new SuiteRun();
        run.run(seed, rate, classes.isEmpty() ? allClasses() : classes);
        System.exit(run.wrong.isEmpty() ? 0 : 1);
    }
}
