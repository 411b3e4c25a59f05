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
import io.netty.channel.iocpnotify.winsock.DomainSocket;

/**
 * Tells whether this transport can be used in this JVM, and with which provider.
 * <p>
 * Any thread may call these methods, on any platform. The first call loads the native library. Only
 * {@link #ensureAvailability()} throws an error. To load this class does not load the library.
 * <p>
 * These system properties decide whether the transport is used, and how it works. The page {@code docs/metrics.md} and
 * {@link IocpNotifyEventLoopGroup.Builder} have others. Each is read once in a JVM:
 * <ul>
 * <li>{@code io.netty.iocpnotify.provider} chooses the provider: {@code system}, {@code afd} or {@code auto}. The
 * default is {@code auto}. See {@link #provider()}.</li>
 * <li>{@code io.netty.iocpnotify.transmitFile} tells how a {@link io.netty.channel.DefaultFileRegion} is sent. With
 * {@code true} the system sends a region of more than 64 KiB ({@code TransmitFile}). With {@code false} the transport
 * copies the bytes, as it always does with shorter regions. The default, {@code auto}, is {@code true} on the server
 * editions of Windows and {@code false} on the client editions. A client edition sends only two files at a time, in the
 * whole system. There two peers that do not read would hold up all other files.</li>
 * <li>{@code io.netty.iocpnotify.overlappedReads} tells how a TCP connection that reads often waits for bytes. With
 * {@code on} it waits by an overlapped receive ({@code WSARecv}). Meanwhile the system has a buffer of the channel's
 * allocator, for up to two seconds. With {@code off} it waits by a notification. The default, {@code auto}, uses
 * receives with the provider {@code afd}, for connections that have had some reads.</li>
 * <li>{@code io.netty.transport.noNative} switches off this transport and all other native transports of Netty, if it
 * is {@code true}.</li>
 * </ul>
 */
public final class IocpNotify {

    /** {@return whether the transport can be used in this JVM} */
    public static boolean isAvailable() {
        return Availability.cause() == null;
    }

    /**
     * Checks that the transport can be used in this JVM.
     *
     * @throws UnsatisfiedLinkError if it cannot be used. The cause of the error is {@link #unavailabilityCause()}
     */
    public static void ensureAvailability() {
        Availability.ensure();
    }

    /**
     * {@return why the transport cannot be used, or {@code null} if it can be used} The message says what is missing,
     * and what to do where that is known.
     */
    public static Throwable unavailabilityCause() {
        return Availability.cause();
    }

    /**
     * Tells which provider serves the notifications.
     * <ul>
     * <li>{@code "system"} is the {@code ProcessSocketNotifications} of Windows. Windows 11, Windows Server 2022 and
     * later versions have it.</li>
     * <li>{@code "afd"} is a function of this library with the same contract. It works on the socket driver
     * ({@code IOCTL_AFD_POLL}). Windows 10 1607, Windows Server 2016 and later versions can use it.</li>
     * </ul>
     *
     * Each is tried before it is used, on a connection of the loopback interface, for about a second at the most. If
     * {@code system} is missing or fails, {@code auto} takes {@code afd}. If a provider that the property
     * {@code io.netty.iocpnotify.provider} names is missing or fails, the transport cannot be used.
     *
     * @return {@code "system"} or {@code "afd"}, or {@code null} if the transport cannot be used
     * @see #fallbackReason()
     */
    public static String provider() {
        return Availability.provider();
    }

    /**
     * {@return why {@code auto} has taken {@code afd} and not {@code system}: what is missing, or which step of the
     * test at the start {@code system} has failed at} It is {@code null} if the provider is {@code system}, if a
     * property has named the provider, or if the transport cannot be used.
     */
    public static String fallbackReason() {
        return Availability.fallbackReason();
    }

    /**
     * {@return whether {@link IocpNotifyDomainSocketChannel} can be used: the transport is available, and the system
     * has stream sockets of the family {@code AF_UNIX}} Windows 10 1803, Windows Server 2019 and later versions have
     * them. The transport finds out by opening one socket. It keeps the answer.
     */
    public static boolean isDomainSocketAvailable() {
        return isAvailable() && DomainSocket.FAMILY.isSupported();
    }

    /**
     * {@return whether the transport is available, and {@link io.netty.channel.ChannelOption#TCP_FASTOPEN_CONNECT} can
     * put bytes into the SYN} It needs Winsock's {@code ConnectEx} and {@code TCP_FASTOPEN}. Windows 10 1607 and later
     * versions have both. Without {@code TCP_FASTOPEN} the first bytes still go along with the connect, right after the
     * handshake. Without {@code ConnectEx} channels connect in the usual way.
     */
    public static boolean isTcpFastOpenClientSideAvailable() {
        return isAvailable() && FastOpenConnect.isAvailable(true);
    }

    /**
     * {@return whether the transport is available, and {@link io.netty.channel.ChannelOption#TCP_FASTOPEN} has an
     * effect} It needs Winsock's {@code TCP_FASTOPEN}. Windows 10 1607 and later versions have it. Without it the
     * option can still be set, and channels listen in the usual way.
     */
    public static boolean isTcpFastOpenServerSideAvailable() {
        return isAvailable() && FastOpenConnect.isAvailable(false);
    }

    private IocpNotify() { }
}
