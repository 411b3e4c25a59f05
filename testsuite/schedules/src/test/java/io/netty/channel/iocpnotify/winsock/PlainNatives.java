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

import io.netty.channel.iocpnotify.ExploredClasses;
import io.netty.channel.iocpnotify.World;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * What {@link ExploredClasses} has the transport call in the place of its natives. The constants of the port are those
 * of {@code SOCK_NOTIFY_REGISTRATION} and {@code OVERLAPPED_ENTRY} on a 64-bit Windows. All others only have to differ.
 */
public final class PlainNatives {

    private static final Map<String, Integer> CONSTANTS = new HashMap<String, Integer>();

    static {
        constant("sizeofRegistration", 24);
        constant("registrationSocketOffset", 0);
        constant("registrationKeyOffset", 8);
        constant("registrationFilterOffset", 16);
        constant("registrationOperationOffset", 18);
        constant("registrationTriggersOffset", 19);
        constant("registrationResultOffset", 20);
        constant("sizeofPacket", 32);
        constant("packetKeyOffset", 0);
        constant("packetOverlappedOffset", 8);
        constant("packetStatusOffset", 16);
        constant("packetBytesOffset", 24);
        constant("registerEventIn", 1);
        constant("registerEventHangup", 4);
        constant("eventRemove", 0x80);
        constant("opEnable", 1);
        constant("opEnableDirect", 0x81);
        constant("opRemove", 4);
        constant("triggerOneshot", 1);
        constant("triggerLevel", 4);
        // No constant, but what the provider says of itself.
        constant("check", 0);
    }

    private static void constant(String name, int value) {
        CONSTANTS.put(name, value);
    }

    static int constant(String name) {
        return CONSTANTS.computeIfAbsent(name, key -> 10000 + CONSTANTS.size());
    }

    static int choose(String name) {
        return 0;
    }

    static String name() {
        return Availability.provider();
    }

    static String missing() {
        return null;
    }

    static String systemMessage(int code) {
        return null;
    }

    static long createPort(int concurrency) {
        return World.current().newPort().handle();
    }

    static int closePort(long port) {
        return World.current().port(port).close();
    }

    static int process(long port, long registrations, int registrationCount, int timeoutMillis, long entries,
                       int entryCount) {
        return World.current().port(port).process(registrations, registrationCount, timeoutMillis, entries, entryCount);
    }

    static int post(long port, long completionKey, int bytes) {
        return World.current().port(port).post(completionKey, bytes);
    }

    static long directAddress(ByteBuffer buffer) {
        throw new UnsupportedOperationException();
    }

    static int tickNanos() {
        return 1_000_000;
    }

    private PlainNatives() { }
}
