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

import io.netty.channel.iocpnotify.winsock.Availability;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NativeTcp;
import io.netty.channel.iocpnotify.winsock.WinSocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The statistics that TCP keeps for one connection: Winsock's {@code TCP_INFO_v1}, which {@code SIO_TCP_INFO} returns.
 * A system that does not have version 1 fills {@code TCP_INFO_v0}.
 * <p>
 * The numbers are those of the last call of {@link IocpNotifySocketChannel#tcpInfo(IocpNotifyTcpInfo)}. Before the
 * first call they are 0, or -1 if they need version 1. Only one thread at a time may use an object.
 */
public final class IocpNotifyTcpInfo {

    /** Layout of {@code TCP_INFO_v1}, in bytes. It is a class of its own because it needs the native library. */
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

    /** The version to ask for. It becomes 0 when the system does not know version 1. */
    private static volatile int highestVersion = 1;

    private final ByteBuffer bytes;
    private int version;

    /**
     * Makes an object that has no numbers of a connection yet.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     */
    public IocpNotifyTcpInfo() {
        Availability.ensure();
        bytes = ByteBuffer.allocate(Layout.SIZE).order(ByteOrder.nativeOrder());
    }

    void readFrom(WinSocket socket) throws IOException {
        int wanted = highestVersion;
        int result = ask(socket, wanted);
        if (result < 0 && wanted == 1 && ask(socket, 0) >= 0) {
            // It may have become connected just now: only a second refusal is about the version.
            result = ask(socket, wanted);
            if (result < 0) {
                result = ask(socket, 0);
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

    private int ask(WinSocket socket, int wanted) throws IOException {
        synchronized (socket) {
            return NativeTcp.info(socket.openHandle(), wanted, bytes.array());
        }
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

    /**
     * Returns the version of the structure that the system has filled.
     *
     * @return 1, or 0 before Windows 10 1809 and Server 2019
     */
    public int version() {
        return version;
    }

    /**
     * Returns the state of the connection, as a number of Winsock's {@code TCPSTATE}. 0 is closed, 1 listening, 2 SYN
     * sent, 3 SYN received and 4 established. 5 and 6 are FIN wait 1 and 2, 7 is close wait, 8 closing, 9 last ACK and
     * 10 time wait.
     *
     * @return the number of the state
     */
    public int state() {
        return (int) uint(Layout.STATE);
    }

    /**
     * Returns the present maximum segment size.
     *
     * @return the size in bytes
     */
    public long mss() {
        return uint(Layout.MSS);
    }

    /**
     * Returns how long the connection has existed.
     *
     * @return the time in milliseconds
     */
    public long connectionTimeMs() {
        return int64(Layout.CONNECTION_TIME_MS);
    }

    /**
     * Tells whether TCP uses time stamps on this connection.
     *
     * @return {@code true} if it does
     */
    public boolean isTimestampsEnabled() {
        return uint8(Layout.TIMESTAMPS_ENABLED) != 0;
    }

    /**
     * Returns the round trip time that TCP estimates now.
     *
     * @return the time in microseconds
     */
    public long rttUs() {
        return uint(Layout.RTT_US);
    }

    /**
     * Returns the shortest round trip time that TCP has measured.
     *
     * @return the time in microseconds
     */
    public long minRttUs() {
        return uint(Layout.MIN_RTT_US);
    }

    /**
     * Returns how many bytes were sent and are not acknowledged yet.
     *
     * @return the number of bytes
     */
    public long bytesInFlight() {
        return uint(Layout.BYTES_IN_FLIGHT);
    }

    /**
     * Returns the congestion window.
     *
     * @return the window in bytes
     */
    public long cwnd() {
        return uint(Layout.CWND);
    }

    /**
     * Returns the send window, which the peer has granted.
     *
     * @return the window in bytes
     */
    public long sndWnd() {
        return uint(Layout.SND_WND);
    }

    /**
     * Returns the receive window, which this side has granted to the peer.
     *
     * @return the window in bytes
     */
    public long rcvWnd() {
        return uint(Layout.RCV_WND);
    }

    /**
     * Returns the size of the receive buffer. It changes when Windows tunes the receive window.
     *
     * @return the size in bytes
     */
    public long rcvBuf() {
        return uint(Layout.RCV_BUF);
    }

    /**
     * Returns how many bytes were sent so far.
     *
     * @return the number of bytes
     */
    public long bytesOut() {
        return int64(Layout.BYTES_OUT);
    }

    /**
     * Returns how many bytes were received so far.
     *
     * @return the number of bytes
     */
    public long bytesIn() {
        return int64(Layout.BYTES_IN);
    }

    /**
     * Returns how many bytes came out of order.
     *
     * @return the number of bytes
     */
    public long bytesReordered() {
        return uint(Layout.BYTES_REORDERED);
    }

    /**
     * Returns how many bytes were sent again.
     *
     * @return the number of bytes
     */
    public long bytesRetrans() {
        return uint(Layout.BYTES_RETRANS);
    }

    /**
     * Returns how many times TCP has used its fast retransmit algorithm.
     *
     * @return the number of times
     */
    public long fastRetrans() {
        return uint(Layout.FAST_RETRANS);
    }

    /**
     * Returns how many duplicate acknowledgments were received.
     *
     * @return the number of acknowledgments
     */
    public long dupAcksIn() {
        return uint(Layout.DUP_ACKS_IN);
    }

    /**
     * Returns how many times a series of retransmission time-outs has begun.
     *
     * @return the number of times
     */
    public long timeoutEpisodes() {
        return uint(Layout.TIMEOUT_EPISODES);
    }

    /**
     * Returns how many times the SYN was sent again.
     *
     * @return the number of times, at most 255
     */
    public int synRetrans() {
        return uint8(Layout.SYN_RETRANS);
    }

    /**
     * Returns how many times sending has become limited by the receiver: the window that the peer has granted was full.
     *
     * @return the number of times, or -1 if {@link #version()} is 0
     */
    public long sndLimTransRwin() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TRANS_RWIN);
    }

    /**
     * Returns how long sending was limited by the receiver.
     *
     * @return the time in milliseconds, or -1 if {@link #version()} is 0
     */
    public long sndLimTimeRwin() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TIME_RWIN);
    }

    /**
     * Returns how many bytes were sent while the receiver limited sending.
     *
     * @return the number of bytes, or -1 if {@link #version()} is 0
     */
    public long sndLimBytesRwin() {
        return version == 0 ? -1 : int64(Layout.SND_LIM_BYTES_RWIN);
    }

    /**
     * Returns how many times sending has become limited by congestion: the congestion window was full.
     *
     * @return the number of times, or -1 if {@link #version()} is 0
     */
    public long sndLimTransCwnd() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TRANS_CWND);
    }

    /**
     * Returns how long sending was limited by congestion. Retransmission time-outs count here.
     *
     * @return the time in milliseconds, or -1 if {@link #version()} is 0
     */
    public long sndLimTimeCwnd() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TIME_CWND);
    }

    /**
     * Returns how many bytes were sent while congestion limited sending.
     *
     * @return the number of bytes, or -1 if {@link #version()} is 0
     */
    public long sndLimBytesCwnd() {
        return version == 0 ? -1 : int64(Layout.SND_LIM_BYTES_CWND);
    }

    /**
     * Returns how many times sending has become limited by the sender: there was nothing more to send.
     *
     * @return the number of times, or -1 if {@link #version()} is 0
     */
    public long sndLimTransSnd() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TRANS_SND);
    }

    /**
     * Returns how long sending was limited by the sender.
     *
     * @return the time in milliseconds, or -1 if {@link #version()} is 0
     */
    public long sndLimTimeSnd() {
        return version == 0 ? -1 : uint(Layout.SND_LIM_TIME_SND);
    }

    /**
     * Returns how many bytes were sent while the sender limited sending.
     *
     * @return the number of bytes, or -1 if {@link #version()} is 0
     */
    public long sndLimBytesSnd() {
        return version == 0 ? -1 : int64(Layout.SND_LIM_BYTES_SND);
    }
}
