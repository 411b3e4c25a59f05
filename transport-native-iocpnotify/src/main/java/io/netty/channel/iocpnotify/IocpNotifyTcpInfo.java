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
import io.netty.channel.iocpnotify.winsock.NativeSocket;
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

    private static final int SIO_TCP_INFO = 0xD8000027;
    private static final int SIZEOF_V0 = 88;
    private static final int SIZEOF_V1 = 136;

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
        bytes = ByteBuffer.allocate(SIZEOF_V1).order(ByteOrder.nativeOrder());
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
        byte[] in = ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(wanted).array();
        byte[] out = wanted == 0 ? new byte[SIZEOF_V0] : bytes.array();
        int result;
        synchronized (socket) {
            result = NativeSocket.ioctl(socket.openHandle(), SIO_TCP_INFO, in, out);
        }
        if (result >= 0 && wanted == 0) {
            System.arraycopy(out, 0, bytes.array(), 0, SIZEOF_V0);
        }
        return result;
    }

    // Each getter has the documented offset of its member in TCP_INFO_v1, whose beginning is TCP_INFO_v0.

    private int uint8(int offset) {
        return bytes.get(offset) & 0xff;
    }

    private long uint(int offset) {
        return bytes.getInt(offset) & 0xffffffffL;
    }

    /** {@return the version of the structure that was filled: 1, or 0 before Windows 10 1809 and Server 2019} */
    public int version() {
        return version;
    }

    /**
     * {@return the state of the connection, as a number of Winsock's {@code TCPSTATE}} 0 is closed, 1 listening, 2 SYN
     * sent, 3 SYN received and 4 established. 5 and 6 are FIN wait 1 and 2, 7 is close wait, 8 closing, 9 last ACK and
     * 10 time wait.
     */
    public int state() {
        return (int) uint(0);
    }

    /** {@return the present maximum segment size, in bytes} */
    public long mss() {
        return uint(4);
    }

    /** {@return how long the connection has existed, in milliseconds} */
    public long connectionTimeMs() {
        return bytes.getLong(8);
    }

    /** {@return whether TCP uses time stamps on this connection} */
    public boolean isTimestampsEnabled() {
        return uint8(16) != 0;
    }

    /** {@return the round trip time that TCP estimates now, in microseconds} */
    public long rttUs() {
        return uint(20);
    }

    /** {@return the shortest round trip time that TCP has measured, in microseconds} */
    public long minRttUs() {
        return uint(24);
    }

    /** {@return how many bytes were sent and are not acknowledged yet} */
    public long bytesInFlight() {
        return uint(28);
    }

    /** {@return the congestion window, in bytes} */
    public long cwnd() {
        return uint(32);
    }

    /** {@return the send window, which the peer has granted, in bytes} */
    public long sndWnd() {
        return uint(36);
    }

    /** {@return the receive window, which this side has granted to the peer, in bytes} */
    public long rcvWnd() {
        return uint(40);
    }

    /** {@return the size of the receive buffer, in bytes} It changes when Windows tunes the receive window. */
    public long rcvBuf() {
        return uint(44);
    }

    /** {@return how many bytes were sent so far} */
    public long bytesOut() {
        return bytes.getLong(48);
    }

    /** {@return how many bytes were received so far} */
    public long bytesIn() {
        return bytes.getLong(56);
    }

    /** {@return how many bytes came out of order} */
    public long bytesReordered() {
        return uint(64);
    }

    /** {@return how many bytes were sent again} */
    public long bytesRetrans() {
        return uint(68);
    }

    /** {@return how many times TCP has used its fast retransmit algorithm} */
    public long fastRetrans() {
        return uint(72);
    }

    /** {@return how many duplicate acknowledgments were received} */
    public long dupAcksIn() {
        return uint(76);
    }

    /** {@return how many times a series of retransmission time-outs has begun} */
    public long timeoutEpisodes() {
        return uint(80);
    }

    /** {@return how many times the SYN was sent again, at most 255} */
    public int synRetrans() {
        return uint8(84);
    }

    /** {@return how often the receiver has begun to limit sending by its window, or -1 if {@link #version()} is 0} */
    public long sndLimTransRwin() {
        return version == 0 ? -1 : uint(88);
    }

    /** {@return how long sending was limited by the receiver, in milliseconds, or -1 if {@link #version()} is 0} */
    public long sndLimTimeRwin() {
        return version == 0 ? -1 : uint(92);
    }

    /** {@return how many bytes were sent while the receiver limited sending, or -1 if {@link #version()} is 0} */
    public long sndLimBytesRwin() {
        return version == 0 ? -1 : bytes.getLong(96);
    }

    /** {@return how often the congestion window has begun to limit sending, or -1 if {@link #version()} is 0} */
    public long sndLimTransCwnd() {
        return version == 0 ? -1 : uint(104);
    }

    /**
     * {@return how long sending was limited by congestion, in milliseconds, or -1 if {@link #version()} is 0}
     * Retransmission time-outs count here.
     */
    public long sndLimTimeCwnd() {
        return version == 0 ? -1 : uint(108);
    }

    /** {@return how many bytes were sent while congestion limited sending, or -1 if {@link #version()} is 0} */
    public long sndLimBytesCwnd() {
        return version == 0 ? -1 : bytes.getLong(112);
    }

    /** {@return how often the sender has begun to limit sending by a lack of data, or -1 if {@link #version()} is 0} */
    public long sndLimTransSnd() {
        return version == 0 ? -1 : uint(120);
    }

    /** {@return how long sending was limited by the sender, in milliseconds, or -1 if {@link #version()} is 0} */
    public long sndLimTimeSnd() {
        return version == 0 ? -1 : uint(124);
    }

    /** {@return how many bytes were sent while the sender limited sending, or -1 if {@link #version()} is 0} */
    public long sndLimBytesSnd() {
        return version == 0 ? -1 : bytes.getLong(128);
    }
}
