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
package io.netty.iocpnotify.soak;

/**
 * What becomes of a connection. The client announces it, so that both sides know.
 */
enum Kind {
    /** A message, its echo, and the client closes. */
    CHURN(32, 0, 64, 2048),
    /** The same, and the server closes. */
    CHURN_SERVER_CLOSES(8, 0, 64, 2048),
    /** Some bytes, then nothing for minutes, then some more. */
    IDLE(200, 1000, 1024, 16384),
    /** Echo over TLS. */
    TLS(2, 200, 1024, 65536),
    /** The server sends a file, with {@code TransmitFile} where that is in use. */
    FILE(1, 2000, 3 * 65537, Pattern.LONGEST),
    /** Part of the file is sent so, then the channel moves to another group, where the rest has to be copied. */
    FILE_AFTER_MOVE(1, 2000, 3 * 65537, Pattern.LONGEST),
    /** The file was locked once, and is copied therefore. */
    FILE_COPIED(1, 500, 4096, Pattern.LONGEST / 2),
    /** The client ends the connection by a reset in the middle of the echo. */
    RESET_BY_CLIENT(1, 50, 16384, 131072),
    /** The server does. */
    RESET_BY_SERVER(1, 50, 16384, 131072),
    /** Both sides turn auto-read off and on, so that both have to wait to write. */
    SLOW(2, 500, 131072, 524288),
    /** The server's channel changes its event loop and its group while the echo goes on. */
    MOVING(2, 200, 65536, 262144),
    /** The server connects to itself, and passes on what comes in either direction. */
    RELAY(2, 50, 1024, 16384),
    /** Datagrams and their echo, on one socket after the other. */
    DATAGRAMS(2, 200, 0, 1400),
    /** Groups of event loops in the server that begin, serve themselves, and end. No lane of the client. */
    GROUPS(0, 0, 1, 65536),
    /** Echo until the group of both sides ends: a part of {@link #GROUPS}. */
    CUT_OFF(0, 0, Pattern.PERIOD, Pattern.PERIOD);

    private final int lanes;
    private final int pauseMillis;
    private final int shortest;
    private final int longest;

    /**
     * @param lanes how many such connections there are at a time
     * @param pauseMillis for how long a lane waits before its next connection
     */
    Kind(int lanes, int pauseMillis, int shortest, int longest) {
        this.lanes = lanes;
        this.pauseMillis = pauseMillis;
        this.shortest = shortest;
        this.longest = longest;
    }

    int lanes() {
        return lanes;
    }

    int pauseMillis() {
        return pauseMillis;
    }

    int shortest() {
        return shortest;
    }

    int longest() {
        return longest;
    }

    /** Whether it may end before all has arrived, and by an exception. */
    boolean isCutShort() {
        return this == RESET_BY_CLIENT || this == RESET_BY_SERVER || this == CUT_OFF;
    }

    /** Whether the client waits for the end that the server makes when all is sent. */
    boolean isClosedByServer() {
        return this == CHURN_SERVER_CLOSES || isDownload();
    }

    /** Whether the client sends nothing but the announcement. */
    boolean isDownload() {
        return this == FILE || this == FILE_AFTER_MOVE || this == FILE_COPIED;
    }
}
