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

/**
 * Natives for what TCP is told and asked by control codes with structures of their own. Results are {@code >= 0} or a
 * negative error code.
 */
final class NativeTcp {

    // Offsets of the members of TCP_INFO_v1, whose beginning is TCP_INFO_v0
    static native int state();
    static native int mss();
    static native int connectionTimeMs();
    static native int timestampsEnabled();
    static native int rttUs();
    static native int minRttUs();
    static native int bytesInFlight();
    static native int cwnd();
    static native int sndWnd();
    static native int rcvWnd();
    static native int rcvBuf();
    static native int bytesOut();
    static native int bytesIn();
    static native int bytesReordered();
    static native int bytesRetrans();
    static native int fastRetrans();
    static native int dupAcksIn();
    static native int timeoutEpisodes();
    static native int synRetrans();
    static native int sndLimTransRwin();
    static native int sndLimTimeRwin();
    static native int sndLimBytesRwin();
    static native int sndLimTransCwnd();
    static native int sndLimTimeCwnd();
    static native int sndLimBytesCwnd();
    static native int sndLimTransSnd();
    static native int sndLimTimeSnd();
    static native int sndLimBytesSnd();

    /** Size of TCP_INFO_v1, the largest that {@link #info} writes. */
    static native int sizeofInfo();

    /**
     * {@code SIO_TCP_INFO}.
     *
     * @param version 0 or 1
     * @param to at least {@link #sizeofInfo()} bytes, in the byte order of the machine
     * @return how many bytes the system wrote, or a negative error code
     */
    static native int info(long socket, int version, byte[] to);

    /** {@code SIO_KEEPALIVE_VALS}: switches keep-alive on and sets both times, each an unsigned 32 bit number. */
    static native int setKeepAliveTimes(long socket, long idleMillis, long intervalMillis);

    /**
     * {@code SIO_TCP_INITIAL_RTO}.
     *
     * @param rttMillis negative to leave it to the system
     * @param synRetransmissions negative to leave it to the system, 0 for none
     */
    static native int setInitialRto(long socket, int rttMillis, int synRetransmissions);

    /** {@code SIO_IDEAL_SEND_BACKLOG_QUERY}: bytes, or a negative error code. */
    static native long idealSendBacklog(long socket);

    private NativeTcp() { }
}
