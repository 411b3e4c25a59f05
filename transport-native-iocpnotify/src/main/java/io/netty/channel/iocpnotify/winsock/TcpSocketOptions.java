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

import io.netty.util.internal.PlatformDependent;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The options of a TCP connection, and the values of those that are kept. Some are kept because the system cannot be
 * asked for them. {@code TCP_NODELAY}, which every new connection is given, and {@code SO_LINGER}, which every close
 * must know, are kept to save calls. Any thread may call every method, as with {@link WinSocketOptions}.
 */
public final class TcpSocketOptions {

    /** The value of an option of {@code SIO_TCP_INITIAL_RTO} that is left to the system. */
    public static final int SYSTEM_DEFAULT = -1;
    public static final int MAX_INITIAL_RTT = 0xfffe;
    public static final int MAX_SYN_RETRANSMISSIONS = 0xfd;

    /** What one of the two times can be in {@code SIO_KEEPALIVE_VALS}, which counts milliseconds in 32 bits. */
    public static final int MAX_KEEP_ALIVE_SECONDS = (int) (0xffffffffL / 1000);

    /** TCP_KEEPIDLE and TCP_KEEPINTVL came with the same version of Windows. */
    private static final SystemProbe KEEP_TIMES = SystemProbe.ofOption(
            () -> Native.IPPROTO_TCP, () -> Native.TCP_KEEPIDLE);

    // Control codes of mstcpip.h and ws2tcpip.h.
    private static final int SIO_TCP_INITIAL_RTO = 0x98000011;
    private static final int SIO_KEEPALIVE_VALS = 0x98000004;
    private static final int SIO_IDEAL_SEND_BACKLOG_QUERY = 0x4004747B;

    /** It cannot be read. */
    public static final SystemProbe INITIAL_RTO = SystemProbe.ofOption(socket -> NativeSocket.ioctl(
            socket, SIO_TCP_INITIAL_RTO, initialRto(SYSTEM_DEFAULT, SYSTEM_DEFAULT), null));

    /** 0 is the system's default for {@code MaxSynRetransmissions}; this is 0, from Windows 10 1709 on. */
    private static final int NO_SYN_RETRANSMISSIONS = 0xfe;

    /** The defaults of Windows: two hours, one second. */
    private static final int DEFAULT_KEEP_IDLE = 7200;
    private static final int DEFAULT_KEEP_INTERVAL = 1;

    private static final int LINGER_OFF = -1;

    private final WinSocket socket;

    // What systems without TCP_KEEPIDLE and TCP_KEEPINTVL cannot be asked for. Guarded by this.
    private int keepIdle = DEFAULT_KEEP_IDLE;
    private int keepInterval = DEFAULT_KEEP_INTERVAL;
    private boolean keepTimesChanged;

    // What the system cannot be asked for. Written under the lock of this, read by any thread.
    private volatile int initialRtt = SYSTEM_DEFAULT;
    private volatile int maxSynRetransmissions = SYSTEM_DEFAULT;

    /** The value that was set, so that the close needs no call for it. Written by any thread, read by the loop. */
    private volatile int soLinger = LINGER_OFF;

    /** Whether other code may have set SO_LINGER. Then the system is asked for it. Any thread sets this field. */
    private volatile boolean lingerUnknown;

    /**
     * Whether the socket still has the TCP_NODELAY that the constructor has set or found. Then it costs no call to set
     * it again. Any thread clears this field before it changes the option.
     */
    private volatile boolean noDelayFromBirth;

    /** @param noDelay whether the socket has {@code TCP_NODELAY} already */
    public TcpSocketOptions(WinSocket socket, boolean noDelay) {
        this.socket = socket;
        if (noDelay) {
            noDelayFromBirth = true;
        } else if (PlatformDependent.canEnableTcpNoDelayByDefault()) {
            try {
                setNoDelay(socket, true);
                noDelayFromBirth = true;
            } catch (IOException ignored) {
                // An accepted connection may be reset already. A read of the channel tells that.
            }
        }
    }

    public static boolean isNoDelay(WinSocket socket) throws IOException {
        return socket.intOption(Native.IPPROTO_TCP, Native.TCP_NODELAY) != 0;
    }

    public static void setNoDelay(WinSocket socket, boolean noDelay) throws IOException {
        socket.setIntOption(Native.IPPROTO_TCP, Native.TCP_NODELAY, noDelay ? 1 : 0);
    }

    public void setNoDelay(boolean noDelay) throws IOException {
        if (noDelay && noDelayFromBirth) {
            // Fails for a closed channel, as any other value does.
            socket.openHandle();
            return;
        }
        noDelayFromBirth = false;
        setNoDelay(socket, noDelay);
    }

    /** Called before other code changes an option of the socket, or if it may have done so. */
    public void socketMayChange() {
        noDelayFromBirth = false;
        lingerUnknown = true;
    }

    /** As {@link #lingerSeconds()}, but it fails once the channel is closed. */
    public int soLinger() throws IOException {
        if (lingerUnknown) {
            return socket.soLinger();
        }
        socket.openHandle();
        return soLinger;
    }

    /** The value of {@code SO_LINGER} for the close. If the system does not tell it, the one that was set last. */
    public int lingerSeconds() {
        try {
            return soLinger();
        } catch (IOException ignored) {
            // The socket is closed already, or its connection is gone: nothing lingers.
            return soLinger;
        }
    }

    public void setSoLinger(int seconds) throws IOException {
        // Both at once: else two threads could leave another value here than with the system.
        synchronized (socket) {
            socket.setSoLinger(seconds);
            soLinger = seconds < 0 ? LINGER_OFF : Math.min(seconds, WinSocketOptions.MAX_LINGER);
        }
    }

    public boolean isKeepAlive() throws IOException {
        return socket.intOption(Native.SOL_SOCKET, Native.SO_KEEPALIVE) != 0;
    }

    public synchronized void setKeepAlive(boolean keepAlive) throws IOException {
        socket.setIntOption(Native.SOL_SOCKET, Native.SO_KEEPALIVE, keepAlive ? 1 : 0);
        if (keepAlive && keepTimesChanged) {
            applyKeepTimes(keepIdle, keepInterval);
        }
    }

    /** TCP_KEEPIDLE in seconds, or what was set last where the system has no such option. */
    public synchronized int getKeepIdle() throws IOException {
        return getKeepTime(Native.TCP_KEEPIDLE, keepIdle);
    }

    /**
     * TCP_KEEPIDLE. Before Windows 10 1709 there is SIO_KEEPALIVE_VALS only, which sets both times and switches
     * keep-alive on: there the value waits for SO_KEEPALIVE.
     */
    public synchronized void setKeepIdle(int seconds) throws IOException {
        setKeepTime(Native.TCP_KEEPIDLE, seconds, seconds, keepInterval);
    }

    /** TCP_KEEPINTVL in seconds; see {@link #getKeepIdle()}. */
    public synchronized int getKeepInterval() throws IOException {
        return getKeepTime(Native.TCP_KEEPINTVL, keepInterval);
    }

    public synchronized void setKeepInterval(int seconds) throws IOException {
        setKeepTime(Native.TCP_KEEPINTVL, seconds, keepIdle, seconds);
    }

    private int getKeepTime(int name, int kept) throws IOException {
        return KEEP_TIMES.isSupported() ? socket.intOption(Native.IPPROTO_TCP, name) : kept(kept);
    }

    /** Sets one of the two times, or where the system has no such option, both. */
    private void setKeepTime(int name, int seconds, int idle, int interval) throws IOException {
        if (KEEP_TIMES.isSupported()) {
            socket.setIntOption(Native.IPPROTO_TCP, name, seconds);
            return;
        }
        if (isKeepAlive()) {
            applyKeepTimes(idle, interval);
        }
        keepIdle = idle;
        keepInterval = interval;
        keepTimesChanged = true;
    }

    private void applyKeepTimes(int idle, int interval) throws IOException {
        socket.ioctl(SIO_KEEPALIVE_VALS, ByteBuffer.allocate(12).order(ByteOrder.nativeOrder()).putInt(1)
                .putInt((int) (idle * 1000L)).putInt((int) (interval * 1000L)).array(), null);
    }

    private int kept(int value) throws IOException {
        socket.openHandle();
        return value;
    }

    /** What {@link #setInitialRtt(int)} was last told, {@link #SYSTEM_DEFAULT} before. */
    public int getInitialRtt() throws IOException {
        return kept(initialRtt);
    }

    /** Milliseconds up to {@link #MAX_INITIAL_RTT}, or {@link #SYSTEM_DEFAULT}. */
    public synchronized void setInitialRtt(int millis) throws IOException {
        socket.ioctl(SIO_TCP_INITIAL_RTO, initialRto(millis, maxSynRetransmissions), null);
        initialRtt = millis;
    }

    /** What {@link #setMaxSynRetransmissions(int)} was last told, {@link #SYSTEM_DEFAULT} before. */
    public int getMaxSynRetransmissions() throws IOException {
        return kept(maxSynRetransmissions);
    }

    /** 0 up to {@link #MAX_SYN_RETRANSMISSIONS}, or {@link #SYSTEM_DEFAULT}. */
    public synchronized void setMaxSynRetransmissions(int count) throws IOException {
        socket.ioctl(SIO_TCP_INITIAL_RTO, initialRto(initialRtt, count), null);
        maxSynRetransmissions = count;
    }

    /** {@code TCP_INITIAL_RTO_PARAMETERS}, in which all bits set leave the choice to the system. */
    private static byte[] initialRto(int rtt, int synRetransmissions) {
        return new byte[] {
                (byte) rtt, (byte) (rtt >> 8), (byte) (synRetransmissions == 0 ? NO_SYN_RETRANSMISSIONS :
                synRetransmissions), 0
        };
    }

    /**
     * Before a connect: to this host, a SYN that was refused is not sent again, unless the user has said how often it
     * is to be. Only an economy of time, and not there before Windows 8: without it connect works as well.
     */
    public synchronized void limitSynRetransmissions(InetAddress remote) throws IOException {
        if (!remote.isLoopbackAddress() && !remote.isAnyLocalAddress() || maxSynRetransmissions != SYSTEM_DEFAULT) {
            return;
        }
        long handle = socket.openHandle();
        if (NativeSocket.ioctl(handle, SIO_TCP_INITIAL_RTO, initialRto(initialRtt, 0), null) < 0) {
            // The least before Windows 10 1709.
            NativeSocket.ioctl(handle, SIO_TCP_INITIAL_RTO, initialRto(initialRtt, 1), null);
        }
    }

    /**
     * How many bytes in flight make best use of the connection.
     *
     * @return {@code null} when the socket is not connected, or the system does not know
     */
    public static Integer idealSendBacklog(WinSocket socket) throws IOException {
        byte[] backlog = new byte[4];
        int result;
        synchronized (socket) {
            result = NativeSocket.ioctl(socket.openHandle(), SIO_IDEAL_SEND_BACKLOG_QUERY, null, backlog);
        }
        if (result >= 0) {
            long bytes = ByteBuffer.wrap(backlog).order(ByteOrder.nativeOrder()).getInt() & 0xffffffffL;
            return (int) Math.min(bytes, Integer.MAX_VALUE);
        }
        if (result == -Errors.WSAENOTCONN || result == -Errors.WSAEOPNOTSUPP) {
            return null;
        }
        throw Errors.newIOException("WSAIoctl", result);
    }
}
