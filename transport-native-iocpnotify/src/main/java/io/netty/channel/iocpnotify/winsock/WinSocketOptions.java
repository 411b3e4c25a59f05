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

import io.netty.util.internal.SystemPropertyUtil;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;

/**
 * The options of a {@link WinSocket} that are not about TCP. Every getter and setter may be called by any thread and
 * throws {@link ClosedChannelException} once the socket is closed, {@link IOException} when the system refuses.
 * <p>
 * If other threads than the loop may make a call for an option, the call holds this object's monitor, from
 * {@link #openHandle()} until the system has answered. {@link WinSocket#close()} marks the socket as closed under the
 * same monitor. So such a call never reaches the next socket that the system gives this number to.
 */
public abstract class WinSocketOptions {

    /** Winsock counts the seconds of lingering in 16 bits. */
    public static final int MAX_LINGER = 0xffff;

    /** The JDK's own switch: NIO binds exclusively unless it is false. */
    private static final boolean EXCLUSIVE_BIND = SystemPropertyUtil.getBoolean("sun.net.useExclusiveBind", true);

    /** Volatile, because a thread that binds must see what a setter did in another thread before. */
    private volatile boolean exclusiveAddressUse = EXCLUSIVE_BIND;
    private volatile boolean reuseAddress;
    private volatile boolean reuseUnicastPort;
    private volatile int trafficClass;

    /** Which of the two options for the use of an address is set on the socket, 0 for none. Used by who binds. */
    private int appliedAddressUse;

    /**
     * The handle, as long as it may be used: in the loop, or under this object's monitor. Any thread may ask only to
     * see whether the socket is open.
     */
    abstract long openHandle() throws ClosedChannelException;

    abstract boolean isIpv6();

    public final synchronized int intOption(int level, int name) throws IOException {
        return Errors.check("getsockopt", NativeSocket.getInt(openHandle(), level, name));
    }

    public final synchronized void setIntOption(int level, int name, int value) throws IOException {
        Errors.check("setsockopt", NativeSocket.setInt(openHandle(), level, name, value));
    }

    /** Returns how many bytes of {@code value} the system has filled. */
    public final synchronized int rawOption(int level, int name, byte[] value) throws IOException {
        return Errors.check("getsockopt", NativeSocket.getRaw(openHandle(), level, name, value));
    }

    public final synchronized void setRawOption(int level, int name, byte[] value) throws IOException {
        Errors.check("setsockopt", NativeSocket.setRaw(openHandle(), level, name, value));
    }

    /** {@code WSAIoctl}, without a wait; either array may be {@code null}. Returns as {@link #rawOption}. */
    public final synchronized int ioctl(int controlCode, byte[] in, byte[] out) throws IOException {
        return Errors.check("WSAIoctl", NativeSocket.ioctl(openHandle(), controlCode, in, out));
    }

    /** SO_ERROR: the positive code of the error that waits on the socket, 0 when there is none. */
    public final int getSoError() throws IOException {
        return intOption(Native.SOL_SOCKET, Native.SO_ERROR);
    }

    /** Seconds that close waits for unsent data, 0 to reset the connection instead, -1 when lingering is off. */
    public final int soLinger() throws IOException {
        byte[] linger = new byte[4];
        rawOption(Native.SOL_SOCKET, Native.SO_LINGER, linger);
        return (linger[0] | linger[1]) == 0 ? -1 : linger[2] & 0xff | (linger[3] & 0xff) << 8;
    }

    /** See {@link #soLinger()}; negative switches it off. More than {@link #MAX_LINGER} is cut to that. */
    public final void setSoLinger(int seconds) throws IOException {
        int value = Math.max(0, Math.min(seconds, MAX_LINGER));
        setRawOption(Native.SOL_SOCKET, Native.SO_LINGER,
                new byte[] { (byte) (seconds < 0 ? 0 : 1), 0, (byte) value, (byte) (value >> 8) });
    }

    /** Whether bind claims the port for this socket alone; with {@link #setReuseUnicastPort(boolean)} it does not. */
    public final boolean isExclusiveAddressUse() throws IOException {
        openHandle();
        return exclusiveAddressUse;
    }

    public final void setExclusiveAddressUse(boolean exclusive) throws IOException {
        openHandle();
        exclusiveAddressUse = exclusive;
    }

    /** Called before bind. Windows refuses both options together. It keeps what it was told for a bind that failed. */
    final void applyAddressUse() throws IOException {
        int wanted = wantedAddressUse();
        if (wanted == appliedAddressUse) {
            return;
        }
        if (appliedAddressUse != 0) {
            setIntOption(Native.SOL_SOCKET, appliedAddressUse, 0);
            appliedAddressUse = 0;
        }
        if (wanted != 0) {
            setIntOption(Native.SOL_SOCKET, wanted, 1);
            appliedAddressUse = wanted;
        }
    }

    private int wantedAddressUse() {
        if (exclusiveAddressUse) {
            // With the latter the port is to be shared with connections of other sockets.
            return reuseUnicastPort ? 0 : Native.SO_EXCLUSIVEADDRUSE;
        }
        return reuseAddress ? Native.SO_REUSEADDR : 0;
    }

    public final boolean isReuseAddress() throws IOException {
        openHandle();
        return reuseAddress;
    }

    /**
     * As NIO on Windows: if the address is used exclusively the value is only remembered. Windows binds over
     * connections in TIME_WAIT without it, and the real SO_REUSEADDR there lets any process take over a port in use.
     * Takes effect at {@link WinSocket#bind}.
     */
    public final void setReuseAddress(boolean reuse) throws IOException {
        openHandle();
        reuseAddress = reuse;
    }

    public final void setReuseUnicastPort(boolean reuse) throws IOException {
        setIntOption(Native.SOL_SOCKET, Native.SO_REUSE_UNICASTPORT, reuse ? 1 : 0);
        reuseUnicastPort = reuse;
    }

    /** What {@link #setTrafficClass(int)} was last told; Windows does not say what it uses. */
    public final int getTrafficClass() throws IOException {
        openHandle();
        return trafficClass;
    }

    /**
     * IP_TOS, and IPV6_TCLASS on a socket of both families. As with NIO it is a wish: Windows ignores it unless the
     * machine's settings allow it, and some editions and families refuse the option.
     */
    public final void setTrafficClass(int value) throws IOException {
        if (isIpv6()) {
            wishTrafficClass(Native.IPPROTO_IPV6, Native.IPV6_TCLASS, value);
        }
        // Of a socket of both families too: its peer may be one of IPv4.
        wishTrafficClass(Native.IPPROTO_IP, Native.IP_TOS, value);
        trafficClass = value;
    }

    private synchronized void wishTrafficClass(int level, int name, int value) throws IOException {
        int result = NativeSocket.setInt(openHandle(), level, name, value);
        if (result < 0 && result != -Errors.WSAENOPROTOOPT && result != -Errors.WSAEINVAL) {
            throw Errors.newIOException("setsockopt", result);
        }
    }
}
