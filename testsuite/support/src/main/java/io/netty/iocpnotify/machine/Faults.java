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

import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;

/**
 * Puts faults of the system between the transport's native library and Winsock. Each kind has a rate of its own; which
 * calls are hit follows from a seed and the number of the call.
 */
public final class Faults {

    private static final FaultKind[] KINDS = FaultKind.values();

    private static boolean installed;

    private Faults() { }

    /**
     * Loads the transport's library with the faults around it, all of them off: the one on the class path, or the file
     * that the system property {@code iocpnotify.faults.transport} names. To be called before any class of
     * the transport is used: the library looks up functions as soon as it is loaded. Later calls do nothing.
     *
     * @param library the file {@code iocpnotify_faults.dll}
     */
    public static synchronized void install(String library) throws IOException {
        if (installed) {
            return;
        }
        System.load(new File(library).getAbsolutePath());
        String[] names = names();
        for (int i = 0; i < Math.max(names.length, KINDS.length); i++) {
            if (i >= names.length || i >= KINDS.length || !names[i].equals(KINDS[i].name())) {
                throw new IOException("the kinds of faults in C are " + Arrays.toString(names));
            }
        }
        // By us and not by Netty's loader, which would give it a name that nobody knows.
        String chosen = System.getProperty("iocpnotify.faults.transport");
        String transport = chosen != null ? new File(chosen).getAbsolutePath() : TransportLibrary.extract().getPath();
        int error = attach(transport);
        if (error != 0) {
            throw new IOException("no faults can be put around " + transport + ": error " + error);
        }
        System.load(transport);
        installed = true;
    }

    /** As {@link #install(String)}, with the file that the system property {@code iocpnotify.faults.dll} names. */
    public static void install() throws IOException {
        install(System.getProperty("iocpnotify.faults.dll"));
    }

    /** Chooses which calls are hit from now on, and counts anew. */
    public static native void setSeed(long seed);

    /** The share of the calls of one kind that are hit, from 0 to 1. */
    public static void setRate(FaultKind kind, double rate) {
        setRate(kind.ordinal(), (int) Math.round(rate * 1000000));
    }

    /**
     * Has calls hit by these kinds, which must all be unnoticed ones, and by no other: as often as may be, but that
     * what is to end within 20 seconds comes to its end.
     *
     * @param rate 1 for that, less for fewer faults
     */
    public static void setUnnoticed(Set<FaultKind> kinds, double rate) {
        for (FaultKind kind : KINDS) {
            boolean on = kinds.contains(kind);
            if (on && kind.isVisible()) {
                throw new IllegalArgumentException(kind + " is noticed");
            }
            setRate(kind, on ? Math.min(1, unnoticedRate(kind) * rate) : 0);
        }
    }

    private static double unnoticedRate(FaultKind kind) {
        switch (kind) {
        case DEQUEUE_REFUSED:
        case CALL_REFUSED:
            return 0.005;
        case PACKET_LATE:
        case POST_REFUSED:
        case ARM_REFUSED:
        case POLL_REFUSED:
            return 0.02;
        case RECEIVE_ONE_BYTE:
        case SEND_SHORT:
            return 0.2;
        case RECEIVE_WOULD_BLOCK:
        case SEND_WOULD_BLOCK:
        case SEND_NO_BUFFERS:
        case DATAGRAM_WOULD_BLOCK:
        case ACCEPT_WOULD_BLOCK:
            return 0.1;
        default:
            return 0.5;
        }
    }

    /** Switches all faults on or off. */
    public static native void setEnabled(boolean enabled);

    /** How many faults of a kind were injected since the seed was set. */
    public static long injected(FaultKind kind) {
        return injected()[kind.ordinal()];
    }

    /** How many were injected since the seed was set. */
    public static long injectedTotal() {
        return Arrays.stream(injected()).sum();
    }

    /** How many were injected, by kind, since the seed was set. */
    public static String report() {
        long[] injected = injected();
        long[] calls = calls();
        StringBuilder report = new StringBuilder();
        for (FaultKind kind : KINDS) {
            if (injected[kind.ordinal()] != 0) {
                report.append(String.format("  %-22s %,14d of %,14d%n", kind, injected[kind.ordinal()],
                        calls[kind.ordinal()]));
            }
        }
        return report.toString();
    }

    private static native int attach(String library);

    private static native String[] names();

    private static native void setRate(int kind, int perMillion);

    private static native long[] calls();

    static native long[] injected();
}
