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

import java.io.IOException;
import java.net.InetAddress;

/**
 * The options of a connection that are about TCP. As with {@link WinSocketOptions} every getter and setter may be
 * called by any thread.
 */
public abstract class TcpSocketOptions {

    /** The value of an option of {@code SIO_TCP_INITIAL_RTO} that is left to the system. */
    public static final int SYSTEM_DEFAULT = -1;
    public static final int MAX_INITIAL_RTT = 0xfffe;
    public static final int MAX_SYN_RETRANSMISSIONS = 0xfd;

    /** What one of the two times can be in {@code SIO_KEEPALIVE_VALS}, which counts milliseconds in 32 bits. */
    public static final int MAX_KEEP_ALIVE_SECONDS = (int) (0xffffffffL / 1000);

    /** The defaults of Windows: two hours, one second. */
    private static final int DEFAULT_KEEP_IDLE = 7200;
    private static final int DEFAULT_KEEP_INTERVAL = 1;

    public final WinSocket socket;

    // What systems without TCP_KEEPIDLE and TCP_KEEPINTVL cannot be asked for. Guarded by this.
    private int keepIdle = DEFAULT_KEEP_IDLE;
    private int keepInterval = DEFAULT_KEEP_INTERVAL;
    private boolean keepTimesChanged;

    // What the system cannot be asked for. Written under the lock of this, read by any thread.
    private volatile int initialRtt = SYSTEM_DEFAULT;
    private volatile int maxSynRetransmissions = SYSTEM_DEFAULT;

    public TcpSocketOptions(WinSocket socket) {
        this.socket = socket;
    }

    public static boolean isNoDelay(WinSocket socket) throws IOException {
        return socket.intOption(Native.IPPROTO_TCP, Native.TCP_NODELAY) != 0;
    }

    public static void setNoDelay(WinSocket socket, boolean noDelay) throws IOException {
        socket.setIntOption(Native.IPPROTO_TCP, Native.TCP_NODELAY, noDelay ? 1 : 0);
    }

    public final boolean isKeepAlive() throws IOException {
        return socket.intOption(Native.SOL_SOCKET, Native.SO_KEEPALIVE) != 0;
    }

    public final synchronized void setKeepAlive(boolean keepAlive) throws IOException {
        socket.setIntOption(Native.SOL_SOCKET, Native.SO_KEEPALIVE, keepAlive ? 1 : 0);
        if (keepAlive && keepTimesChanged) {
            applyKeepTimes(keepIdle, keepInterval);
        }
    }

    /** TCP_KEEPIDLE in seconds, or what was set last where the system has no such option. */
    public final synchronized int getKeepIdle() throws IOException {
        if (hasKeepTimes()) {
            return socket.intOption(Native.IPPROTO_TCP, Native.TCP_KEEPIDLE);
        }
        socket.openHandle();
        return keepIdle;
    }

    /**
     * TCP_KEEPIDLE. Before Windows 10 1709 there is SIO_KEEPALIVE_VALS only, which sets both times and switches
     * keep-alive on: there the value waits for SO_KEEPALIVE.
     */
    public final synchronized void setKeepIdle(int seconds) throws IOException {
        if (hasKeepTimes()) {
            socket.setIntOption(Native.IPPROTO_TCP, Native.TCP_KEEPIDLE, seconds);
        } else {
            changeKeepTimes(seconds, keepInterval);
        }
    }

    /** TCP_KEEPINTVL in seconds, or what was set last where the system has no such option. */
    public final synchronized int getKeepInterval() throws IOException {
        if (hasKeepTimes()) {
            return socket.intOption(Native.IPPROTO_TCP, Native.TCP_KEEPINTVL);
        }
        socket.openHandle();
        return keepInterval;
    }

    /** TCP_KEEPINTVL; see {@link #setKeepIdle(int)}. */
    public final synchronized void setKeepInterval(int seconds) throws IOException {
        if (hasKeepTimes()) {
            socket.setIntOption(Native.IPPROTO_TCP, Native.TCP_KEEPINTVL, seconds);
        } else {
            changeKeepTimes(keepIdle, seconds);
        }
    }

    /** Both options came with the same version of Windows. */
    private boolean hasKeepTimes() {
        return SocketOptionProbe.TCP_KEEPIDLE.isSupported(socket);
    }

    private void changeKeepTimes(int idle, int interval) throws IOException {
        if (isKeepAlive()) {
            applyKeepTimes(idle, interval);
        }
        keepIdle = idle;
        keepInterval = interval;
        keepTimesChanged = true;
    }

    private void applyKeepTimes(int idle, int interval) throws IOException {
        int result;
        synchronized (socket) {
            result = NativeTcp.setKeepAliveTimes(socket.openHandle(), idle * 1000L, interval * 1000L);
        }
        if (result < 0) {
            throw Errors.newIOException("WSAIoctl", result);
        }
    }

    /** What {@link #setInitialRtt(int)} was last told, {@link #SYSTEM_DEFAULT} before. */
    public final int getInitialRtt() throws IOException {
        socket.openHandle();
        return initialRtt;
    }

    /** Milliseconds up to {@link #MAX_INITIAL_RTT}, or {@link #SYSTEM_DEFAULT}. */
    public final synchronized void setInitialRtt(int millis) throws IOException {
        applyInitialRto(millis, maxSynRetransmissions);
        initialRtt = millis;
    }

    /** What {@link #setMaxSynRetransmissions(int)} was last told, {@link #SYSTEM_DEFAULT} before. */
    public final int getMaxSynRetransmissions() throws IOException {
        socket.openHandle();
        return maxSynRetransmissions;
    }

    /** 0 up to {@link #MAX_SYN_RETRANSMISSIONS}, or {@link #SYSTEM_DEFAULT}. */
    public final synchronized void setMaxSynRetransmissions(int count) throws IOException {
        applyInitialRto(initialRtt, count);
        maxSynRetransmissions = count;
    }

    private void applyInitialRto(int rtt, int synRetransmissions) throws IOException {
        int result;
        synchronized (socket) {
            result = NativeTcp.setInitialRto(socket.openHandle(), rtt, synRetransmissions);
        }
        if (result < 0) {
            throw Errors.newIOException("WSAIoctl", result);
        }
    }

    /**
     * Before a connect: to this host, a SYN that was refused is not sent again, unless the user has said how often it
     * is to be. Only an economy of time, and not there before Windows 8: without it connect works as well.
     */
    public final void limitSynRetransmissions(InetAddress remote) throws IOException {
        if (!remote.isLoopbackAddress() && !remote.isAnyLocalAddress() || maxSynRetransmissions != SYSTEM_DEFAULT) {
            return;
        }
        if (initialRtt == SYSTEM_DEFAULT) {
            NativeSocket.disableSynRetransmissions(socket.openHandle());
        } else {
            NativeTcp.setInitialRto(socket.openHandle(), initialRtt, 0);
        }
    }

    /**
     * How many bytes in flight make best use of the connection.
     *
     * @return {@code null} when the socket is not connected, or the system does not know
     */
    public static Integer idealSendBacklog(WinSocket socket) throws IOException {
        long result;
        synchronized (socket) {
            result = NativeTcp.idealSendBacklog(socket.openHandle());
        }
        if (result >= 0) {
            return (int) Math.min(result, Integer.MAX_VALUE);
        }
        if (result == -Errors.WSAENOTCONN || result == -Errors.WSAEOPNOTSUPP) {
            return null;
        }
        throw Errors.newIOException("WSAIoctl", (int) result);
    }
}
