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
        CONSTANTS.put("sizeof(SOCK_NOTIFY_REGISTRATION)", 24);
        CONSTANTS.put("SOCK_NOTIFY_REGISTRATION.socket", 0);
        CONSTANTS.put("SOCK_NOTIFY_REGISTRATION.completionKey", 8);
        CONSTANTS.put("SOCK_NOTIFY_REGISTRATION.eventFilter", 16);
        CONSTANTS.put("SOCK_NOTIFY_REGISTRATION.operation", 18);
        CONSTANTS.put("SOCK_NOTIFY_REGISTRATION.triggerFlags", 19);
        CONSTANTS.put("SOCK_NOTIFY_REGISTRATION.registrationResult", 20);
        CONSTANTS.put("sizeof(OVERLAPPED_ENTRY)", 32);
        CONSTANTS.put("OVERLAPPED_ENTRY.lpCompletionKey", 0);
        CONSTANTS.put("OVERLAPPED_ENTRY.lpOverlapped", 8);
        CONSTANTS.put("OVERLAPPED_ENTRY.Internal", 16);
        CONSTANTS.put("OVERLAPPED_ENTRY.dwNumberOfBytesTransferred", 24);
        CONSTANTS.put("SOCK_NOTIFY_REGISTER_EVENT_IN", 1);
        CONSTANTS.put("SOCK_NOTIFY_REGISTER_EVENT_HANGUP", 4);
        CONSTANTS.put("SOCK_NOTIFY_EVENT_REMOVE", 0x80);
        CONSTANTS.put("SOCK_NOTIFY_OP_ENABLE", 1);
        CONSTANTS.put("SOCK_NOTIFY_OP_ENABLE_DIRECT", 0x81);
        CONSTANTS.put("SOCK_NOTIFY_OP_REMOVE", 4);
        CONSTANTS.put("SOCK_NOTIFY_TRIGGER_ONESHOT", 1);
        CONSTANTS.put("SOCK_NOTIFY_TRIGGER_LEVEL", 4);
    }

    static int find(String name) {
        return CONSTANTS.computeIfAbsent(name, key -> 10000 + CONSTANTS.size());
    }

    static int choose(String name) {
        return 0;
    }

    static int check() {
        return 0;
    }

    static String provider() {
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

    static int post(long port, long completionKey, int bytes, long overlapped) {
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
