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
package com.example.programs;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;

import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** What each program needs: data to compare, and what it says in the end. */
final class Checked {

    private Checked() { }

    /** The same bytes for the same number; the next number has 500 more. */
    static byte[] bytes(int number) {
        return bytes(number, 1 + number * 500);
    }

    /** The same bytes for the same number. */
    static byte[] bytes(int number, int length) {
        byte[] bytes = new byte[length];
        new Random(number).nextBytes(bytes);
        return bytes;
    }

    static void same(byte[] expected, byte[] found, String what) {
        if (!Arrays.equals(expected, found)) {
            throw new IllegalStateException(what + " came back changed");
        }
    }

    static void same(Object expected, Object found, String what) {
        if (!expected.equals(found)) {
            throw new IllegalStateException(what + ": " + found + " in the place of " + expected);
        }
    }

    /** Tells what JMX does: what the transport has counted, if the agent is there. */
    static String transport() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("io.netty.iocpnotify:type=Transport");
        if (!server.isRegistered(name)) {
            return "no bean";
        }
        TabularData counts = (TabularData) server.getAttribute(name, "Counts");
        CompositeData row = counts.get(new Object[] { "packets" });
        return (row == null ? 0 : row.get("value")) + " packets, reasons for NIO " + Arrays.toString(
                (Object[]) server.getAttribute(name, "ReasonsForNio"));
    }

    /** Prints the line that the test waits for, and ends the JVM: some of these programs leave threads behind. */
    static void end(String what) throws Exception {
        System.out.println("checked: " + what + "; " + transport());
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
