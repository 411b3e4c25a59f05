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
 * Tells whether the transport on Winsock's socket state notifications can be used in this JVM, and on what.
 * <p>
 * All methods may be called by any thread, on any platform. The first call loads the native library; loading this class
 * does not, and nothing but {@link #ensureAvailability()} throws. System properties, read once:
 * <ul>
 * <li>{@code io.netty.iocpnotify.provider}: {@code auto} (the default), {@code system} or {@code afd}, see
 * {@link #provider()};</li>
 * <li>{@code io.netty.iocpnotify.transmitFile}: with {@code true} the system sends a
 * {@link io.netty.channel.DefaultFileRegion} itself ({@code TransmitFile}), with {@code false} its bytes are copied.
 * {@code auto} (the default) is {@code true} on the server editions of Windows and {@code false} on the client
 * editions. Those send two files at a time in the whole system and let all others wait, so that two peers that do not
 * read would hold them up for as long as they like;</li>
 * <li>{@code io.netty.transport.noNative}: {@code true} makes this and every other native transport unavailable.</li>
 * </ul>
 */
public final class IocpNotify {

    /**
     * Returns {@code true} if the transport can be used in this JVM.
     */
    public static boolean isAvailable() {
        return Availability.cause() == null;
    }

    /**
     * Does nothing if the transport can be used in this JVM.
     *
     * @throws UnsatisfiedLinkError if it cannot; its cause is {@link #unavailabilityCause()}
     */
    public static void ensureAvailability() {
        Availability.ensure();
    }

    /**
     * Returns why the transport cannot be used, in words: what is missing and what to do about it. {@code null} if it
     * can.
     */
    public static Throwable unavailabilityCause() {
        return Availability.cause();
    }

    /**
     * Returns what serves the notifications: {@code "system"} for the {@code ProcessSocketNotifications} of Windows
     * itself (Windows 11, Windows Server 2022 and later), {@code "afd"} for this library's equal of it on the
     * interface below, which older versions have too. {@code null} if the transport is not available.
     */
    public static String provider() {
        return Availability.provider();
    }

    /**
     * Returns {@code true} if the transport can be used and this system has stream sockets of the family
     * {@code AF_UNIX}, as Windows 10 1803, Windows Server 2019 and later do. Asks by opening a socket, once.
     */
    public static boolean isDomainSocketAvailable() {
        return isAvailable() && DomainSocket.isAvailable();
    }

    /**
     * Returns {@code true} if the transport {@linkplain #isAvailable() is available} and the system has what
     * {@link io.netty.channel.ChannelOption#TCP_FASTOPEN_CONNECT} needs: Winsock's {@code ConnectEx} and
     * {@code TCP_FASTOPEN}, which is there since Windows 10 1607. Where it is {@code false} the option can be set, and
     * channels connect as without it.
     */
    public static boolean isTcpFastOpenClientSideAvailable() {
        return isAvailable() && FastOpenConnect.isAvailable(true);
    }

    /**
     * Returns {@code true} if the transport {@linkplain #isAvailable() is available} and the system has what
     * {@link io.netty.channel.ChannelOption#TCP_FASTOPEN} needs: Winsock's option of that name, which is there since
     * Windows 10 1607. Where it is {@code false} the option can be set, and channels listen as without it.
     */
    public static boolean isTcpFastOpenServerSideAvailable() {
        return isAvailable() && FastOpenConnect.isAvailable(false);
    }

    private IocpNotify() { }
}
