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

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What TCP knows of a connection: Winsock's {@code TCP_INFO_v1}, or {@code TCP_INFO_v0} on systems that know no more,
 * got with {@code SIO_TCP_INFO}. All numbers are as they were when
 * {@link IocpNotifySocketChannel#tcpInfo(IocpNotifyTcpInfo)} was called last, and 0 before. An instance is for one
 * thread at a time.
 */
public final class IocpNotifyTcpInfo {

    /** Layout of {@code TCP_INFO_v1}, in bytes. A class of its own, because it needs the native library. */
    private static final class Layout {
        static final int SIZE = NativeTcp.sizeofInfo();
        static final int STATE = NativeTcp.state();
        static final int MSS = NativeTcp.mss();
        static final int CONNECTION_TIME_MS = NativeTcp.connectionTimeMs();
        static final int TIMESTAMPS_ENABLED = NativeTcp.timestampsEnabled();
        static final int RTT_US = NativeTcp.rttUs();
        static final int MIN_RTT_US = NativeTcp.minRttUs();
        static final int BYTES_IN_FLIGHT = NativeTcp.bytesInFlight();
        static final int CWND = NativeTcp.cwnd();
        static final int SND_WND = NativeTcp.sndWnd();
        static final int RCV_WND = NativeTcp.rcvWnd();
        static final int RCV_BUF = NativeTcp.rcvBuf();
        static final int BYTES_OUT = NativeTcp.bytesOut();
        static final int BYTES_IN = NativeTcp.bytesIn();
        static final int BYTES_REORDERED = NativeTcp.bytesReordered();
        static final int BYTES_RETRANS = NativeTcp.bytesRetrans();
        static final int FAST_RETRANS = NativeTcp.fastRetrans();
        static final int DUP_ACKS_IN = NativeTcp.dupAcksIn();
        static final int TIMEOUT_EPISODES = NativeTcp.timeoutEpisodes();
        static final int SYN_RETRANS = NativeTcp.synRetrans();
        static final int SND_LIM_TRANS_RWIN = NativeTcp.sndLimTransRwin();
        static final int SND_LIM_TIME_RWIN = NativeTcp.sndLimTimeRwin();
        static final int SND_LIM_BYTES_RWIN = NativeTcp.sndLimBytesRwin();
        static final int SND_LIM_TRANS_CWND = NativeTcp.sndLimTransCwnd();
        static final int SND_LIM_TIME_CWND = NativeTcp.sndLimTimeCwnd();
        static final int SND_LIM_BYTES_CWND = NativeTcp.sndLimBytesCwnd();
        static final int SND_LIM_TRANS_SND = NativeTcp.sndLimTransSnd();
        static final int SND_LIM_TIME_SND = NativeTcp.sndLimTimeSnd();
        static final int SND_LIM_BYTES_SND = NativeTcp.sndLimBytesSnd();

        private Layout() { }
    }

    /** The version to ask for; lowered once a system has turned out to know version 0 only. */
    private static volatile int highestVersion = 1;

    private final ByteBuffer bytes;
    private int version;

    /**
     * Makes one in which all numbers are 0.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     */
    public IocpNotifyTcpInfo() {
        Availability.ensure();
        bytes = ByteBuffer.allocate(Layout.SIZE).order(ByteOrder.nativeOrder());
    }

    void readFrom(WinSocket socket) throws IOException {
        int wanted = highestVersion;
        int result = NativeTcp.info(socket.openHandle(), wanted, bytes.array());
        if (result < 0 && wanted == 1 && NativeTcp.info(socket.openHandle(), 0, bytes.array()) >= 0) {
            // It may have become connected just now: only a second refusal is about the version.
            result = NativeTcp.info(socket.openHandle(), wanted, bytes.array());
            if (result < 0) {
                result = NativeTcp.info(socket.openHandle(), 0, bytes.array());
                wanted = 0;
                if (result >= 0) {
                    highestVersion = 0;
                }
            }
        }
        if (result < 0) {
            throw Errors.newIOException("WSAIoctl", result);
        }
        version = wanted;
    }

    private int uint8(int offset) {
        return bytes.get(offset) & 0xff;
    }

    private long uint(int offset) {
        return bytes.getInt(offset) & 0xffffffffL;
    }

    private long int64(int offset) {
        return bytes.getLong(offset);
    }

    /** Returns which version of the structure the system has filled: 1, or 0 before Windows 10 1809 (Server 2019). */
    public int version() {
        return version;
    }

    /**
     * Returns the state of the connection, a number of Winsock's {@code TCPSTATE}: 0 closed, 1 listening, 2 SYN sent, 3
     * SYN received, 4 established, 5 and 6 FIN wait 1 and 2, 7 close wait, 8 closing, 9 last ACK, 10 time wait.
     */
    public int state() {
        return (int) uint(Layout.STATE);
    }

    /** Returns the maximum segment size now, in bytes. */
    public long mss() {
        return uint(Layout.MSS);
    }

    /** Returns how long the connection has existed, in milliseconds. */
    public long connectionTimeMs() {
        return int64(Layout.CONNECTION_TIME_MS);
    }

    /** Returns whether TCP time stamps are on. */
    public boolean isTimestampsEnabled() {
        return uint8(Layout.TIMESTAMPS_ENABLED) != 0;
    }

    /** Returns the estimated round trip time, in microseconds. */
    public long rttUs() {
        return uint(Layout.RTT_US);
    }

    /** Returns the shortest round trip time that was measured, in microseconds. */
    public long minRttUs() {
        return uint(Layout.MIN_RTT_US);
    }

    /** Returns the bytes that were sent and not acknowledged yet. */
    public long bytesInFlight() {
        return uint(Layout.BYTES_IN_FLIGHT);
    }

    /** Returns the congestion window, in bytes. */
    public long cwnd() {
        return uint(Layout.CWND);
    }

    /** Returns the send window, which the peer has granted, in bytes. */
    public long sndWnd() {
        return uint(Layout.SND_WND);
    }

    /** Returns the receive window, which the peer was granted, in bytes. */
    public long rcvWnd() {
        return uint(Layout.RCV_WND);
    }

    /** Returns the size of the receive buffer, in bytes; it changes with the tuning of the receive window. */
    public long rcvBuf() {
        return uint(Layout.RCV_BUF);
    }

    /** Returns the bytes sent so far. */
    public long bytesOut() {
        return int64(Layout.BYTES_OUT);
    }

    /** Returns the bytes received so far. */
    public long bytesIn() {
        return int64(Layout.BYTES_IN);
    }

    /** Returns the bytes that came out of order. */
    public long bytesReordered() {
        return uint(Layout.BYTES_REORDERED);
    }

    /** Returns the bytes sent again. */
    public long bytesRetrans() {
        return uint(Layout.BYTES_RETRANS);
    }

    /** Returns how often the fast retransmit algorithm was used. */
    public long fastRetrans() {
        return uint(Layout.FAST_RETRANS);
    }

    /** Returns the duplicate acknowledgments received. */
    public long dupAcksIn() {
        return uint(Layout.DUP_ACKS_IN);
    }

    /** Returns how often a series of retransmission time-outs has begun. */
    public long timeoutEpisodes() {
        return uint(Layout.TIMEOUT_EPISODES);
    }

    /** Returns how often the SYN was sent again, 255 at the most. */
    public int synRetrans() {
        return uint8(Layout.SYN_RETRANS);
    }

    /**
     * Returns how often sending came to be limited by the receiver: the window that the peer has granted is full. -1
     * where {@link #version()} is 0.
     */
    public long sndLimTransRwin() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TRANS_RWIN);
    }

    /** Returns how long sending was limited by the receiver, in milliseconds. -1 where {@link #version()} is 0. */
    public long sndLimTimeRwin() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TIME_RWIN);
    }

    /** Returns the bytes sent while limited by the receiver. -1 where {@link #version()} is 0. */
    public long sndLimBytesRwin() {
        return version == 0 ? -1 : int64(Layout.SND_LIM_BYTES_RWIN);
    }

    /**
     * Returns how often sending came to be limited by congestion: the congestion window is full. -1 where
     * {@link #version()} is 0.
     */
    public long sndLimTransCwnd() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TRANS_CWND);
    }

    /**
     * Returns how long sending was limited by congestion, in milliseconds; retransmission time-outs count here. -1
     * where {@link #version()} is 0.
     */
    public long sndLimTimeCwnd() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TIME_CWND);
    }

    /** Returns the bytes sent while limited by congestion. -1 where {@link #version()} is 0. */
    public long sndLimBytesCwnd() {
        return version == 0 ? -1 : int64(Layout.SND_LIM_BYTES_CWND);
    }

    /**
     * Returns how often sending came to be limited by the sender: there was nothing more to send. -1 where
     * {@link #version()} is 0.
     */
    public long sndLimTransSnd() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TRANS_SND);
    }

    /** Returns how long sending was limited by the sender, in milliseconds. -1 where {@link #version()} is 0. */
    public long sndLimTimeSnd() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TIME_SND);
    }

    /** Returns the bytes sent while limited by the sender. -1 where {@link #version()} is 0. */
    public long sndLimBytesSnd() {
        return version == 0 ? -1 : int64(Layout.SND_LIM_BYTES_SND);
    }
}
