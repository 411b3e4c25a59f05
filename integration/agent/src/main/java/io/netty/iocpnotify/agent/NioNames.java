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

import java.nio.charset.StandardCharsets;

/** Finds the names of channel classes of NIO in classes. Most have none: so this is all that is asked of them. */
final class NioNames {

    /** How the names of channels begin, and those of what they extend. */
    static final String CHANNELS = "io/netty/channel/socket/nio/Nio";
    static final String BASES = "io/netty/channel/nio/AbstractNio";
    private static final byte[] CHANNEL_BYTES = CHANNELS.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BASE_BYTES = BASES.getBytes(StandardCharsets.US_ASCII);

    private NioNames() { }

    /** Whether the constants of a class have one of these names. It reads the constants alone, and none in full. */
    static boolean areIn(byte[] bytes) {
        int count = u2(bytes, 8);
        int at = 10;
        for (int i = 1; i < count; i++) {
            switch (bytes[at]) {
                case 1:
                    int length = u2(bytes, at + 1);
                    if (begins(bytes, at + 3, length, CHANNEL_BYTES) || begins(bytes, at + 3, length, BASE_BYTES)) {
                        return true;
                    }
                    at += 3 + length;
                    break;
                case 5:
                case 6:
                    at += 9;
                    // These take two numbers.
                    i++;
                    break;
                case 7:
                case 8:
                case 16:
                case 19:
                case 20:
                    at += 3;
                    break;
                case 15:
                    at += 4;
                    break;
                default:
                    at += 5;
            }
        }
        return false;
    }

    private static int u2(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
    }

    private static boolean begins(byte[] bytes, int at, int length, byte[] prefix) {
        if (length < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (bytes[at + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
