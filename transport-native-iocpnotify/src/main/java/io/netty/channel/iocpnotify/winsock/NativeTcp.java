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

/**
 * Natives for what TCP is told and asked by control codes with structures of their own. Results are {@code >= 0} or a
 * negative error code.
 */
public final class NativeTcp {

    // Offsets of the members of TCP_INFO_v1, whose beginning is TCP_INFO_v0
    public static native int state();
    public static native int mss();
    public static native int connectionTimeMs();
    public static native int timestampsEnabled();
    public static native int rttUs();
    public static native int minRttUs();
    public static native int bytesInFlight();
    public static native int cwnd();
    public static native int sndWnd();
    public static native int rcvWnd();
    public static native int rcvBuf();
    public static native int bytesOut();
    public static native int bytesIn();
    public static native int bytesReordered();
    public static native int bytesRetrans();
    public static native int fastRetrans();
    public static native int dupAcksIn();
    public static native int timeoutEpisodes();
    public static native int synRetrans();
    public static native int sndLimTransRwin();
    public static native int sndLimTimeRwin();
    public static native int sndLimBytesRwin();
    public static native int sndLimTransCwnd();
    public static native int sndLimTimeCwnd();
    public static native int sndLimBytesCwnd();
    public static native int sndLimTransSnd();
    public static native int sndLimTimeSnd();
    public static native int sndLimBytesSnd();

    /** Size of TCP_INFO_v1, the largest that {@link #info} writes. */
    public static native int sizeofInfo();

    /**
     * {@code SIO_TCP_INFO}.
     *
     * @param version 0 or 1
     * @param to at least {@link #sizeofInfo()} bytes, in the byte order of the machine
     * @return how many bytes the system wrote, or a negative error code
     */
    public static native int info(long socket, int version, byte[] to);

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
