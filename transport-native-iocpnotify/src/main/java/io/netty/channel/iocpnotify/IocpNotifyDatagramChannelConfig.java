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

import io.netty.channel.ChannelException;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.UdpSocket;
import io.netty.channel.socket.DatagramChannelConfig;
import io.netty.util.internal.ObjectUtil;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;

import static io.netty.channel.ChannelOption.DATAGRAM_CHANNEL_ACTIVE_ON_REGISTRATION;
import static io.netty.channel.ChannelOption.IP_MULTICAST_ADDR;
import static io.netty.channel.ChannelOption.IP_MULTICAST_IF;
import static io.netty.channel.ChannelOption.IP_MULTICAST_LOOP_DISABLED;
import static io.netty.channel.ChannelOption.IP_MULTICAST_TTL;
import static io.netty.channel.ChannelOption.IP_TOS;
import static io.netty.channel.ChannelOption.SO_BROADCAST;
import static io.netty.channel.ChannelOption.SO_REUSEADDR;
import static io.netty.channel.ChannelOption.SO_SNDBUF;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.IP_PKTINFO;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.UDP_RECV_MAX_COALESCED_SIZE;

/**
 * The configuration of an {@link IocpNotifyDatagramChannel}. Any thread may call every method. Every setter returns
 * this configuration. It throws an {@link IllegalArgumentException} if the value is out of range. The getters and
 * setters of socket options throw a {@link ChannelException} if the channel is closed, or if the system refuses.
 * <p>
 * Datagrams are read into buffers of 2048 bytes, as with NIO. Another {@link RecvByteBufAllocator} changes that.
 */
public final class IocpNotifyDatagramChannelConfig
        extends InternetChannelConfig<IocpNotifyDatagramChannelConfig> implements DatagramChannelConfig {

    private static final int RECEIVE_SIZE = 2048;

    /** The longest datagram, and the longest series of datagrams that the system puts together. */
    private static final int MAX_COALESCED_SIZE = 65535;

    private static final OptionTable<IocpNotifyDatagramChannelConfig> OPTIONS =
            CommonOptions.addBuffers(CommonOptions.addTrafficClass(
                    new OptionTable<IocpNotifyDatagramChannelConfig>()))
            .add(SO_BROADCAST, Boolean.class,
                    c -> c.socket().intOption(Native.SOL_SOCKET, Native.SO_BROADCAST) != 0,
                    (c, v) -> c.socket().setIntOption(Native.SOL_SOCKET, Native.SO_BROADCAST, v ? 1 : 0))
            .add(SO_REUSEADDR, Boolean.class, c -> c.socket().isReuseAddress(), (c, v) -> {
                c.socket().setReuseAddress(v);
                if (v) {
                    // Sockets that receive the same multicast must share a port.
                    c.socket().setExclusiveAddressUse(false);
                }
            })
            .add(SO_EXCLUSIVEADDRUSE, Boolean.class, c -> c.socket().isExclusiveAddressUse(), (c, v) -> {
                c.socket().setExclusiveAddressUse(v);
                if (v) {
                    c.socket().setReuseAddress(false);
                }
            })
            .add(IP_MULTICAST_LOOP_DISABLED, Boolean.class,
                    c -> c.udp.get(Native.IP_MULTICAST_LOOP, Native.IPV6_MULTICAST_LOOP) == 0,
                    (c, v) -> c.udp.set(Native.IP_MULTICAST_LOOP, Native.IPV6_MULTICAST_LOOP, v ? 0 : 1))
            .add(IP_MULTICAST_ADDR, InetAddress.class, c -> c.udp.interfaceAddress(),
                    (c, v) -> c.udp.setInterfaceAddress(v))
            .add(IP_MULTICAST_IF, NetworkInterface.class, c -> c.udp.networkInterface(),
                    (c, v) -> c.udp.setNetworkInterface(v))
            .add(IP_MULTICAST_TTL, Integer.class,
                    c -> c.udp.get(Native.IP_MULTICAST_TTL, Native.IPV6_MULTICAST_HOPS),
                    (c, v) -> c.udp.set(Native.IP_MULTICAST_TTL, Native.IPV6_MULTICAST_HOPS,
                            ObjectUtil.checkInRange(v, 0, 255, "IP_MULTICAST_TTL")))
            .add(DATAGRAM_CHANNEL_ACTIVE_ON_REGISTRATION, Boolean.class, c -> c.activeOnRegistration,
                    (c, v) -> c.activeOnRegistration(v))
            .add(IP_PKTINFO, Boolean.class, c -> c.askPacketInfo(), (c, v) -> {
                c.udp.set(Native.IP_PKTINFO, Native.IPV6_PKTINFO, v ? 1 : 0);
                c.packetInfo = v;
            })
            .add(UDP_RECV_MAX_COALESCED_SIZE, Integer.class, c -> c.maxCoalescedSize(),
                    (c, v) -> c.maxCoalescedSize(
                            ObjectUtil.checkInRange(v, 0, MAX_COALESCED_SIZE, "UDP_RECV_MAX_COALESCED_SIZE")),
                    () -> UdpSocket.RECEIVES_SEGMENTS.isSupported());

    private final UdpOptions udp;
    private final IocpNotifyDatagramChannel channel;

    // Written by any thread, read by the loop.
    volatile boolean activeOnRegistration;
    volatile boolean packetInfo;
    /**
     * How many bytes a buffer must have for everything that may wait to be read; 0 if datagrams come one by one. The
     * number never shrinks: a later, smaller limit does not divide what the system has already put together. So it is
     * written under the lock of this object.
     */
    volatile int coalescedReadSize;

    IocpNotifyDatagramChannelConfig(IocpNotifyDatagramChannel channel) {
        super(channel, new FixedRecvByteBufAllocator(RECEIVE_SIZE));
        this.channel = channel;
        udp = new UdpOptions(channel.socket);
    }

    @Override
    OptionTable<IocpNotifyDatagramChannelConfig> options() {
        return OPTIONS;
    }

    private void activeOnRegistration(boolean active) {
        if (channel.isRegistered()) {
            throw new IllegalStateException(DATAGRAM_CHANNEL_ACTIVE_ON_REGISTRATION.name() +
                    " can only be changed before the channel is registered");
        }
        activeOnRegistration = active;
    }

    private boolean askPacketInfo() throws IOException {
        return udp.get(Native.IP_PKTINFO, Native.IPV6_PKTINFO) != 0;
    }

    private void maxCoalescedSize(int bytes) throws IOException {
        // First: as soon as the system has the new limit, the loop may read datagrams that were put together.
        growCoalescedReadSize(bytes);
        socket().setIntOption(Native.IPPROTO_UDP, Native.UDP_RECV_MAX_COALESCED_SIZE, bytes);
    }

    private int maxCoalescedSize() throws IOException {
        return socket().intOption(Native.IPPROTO_UDP, Native.UDP_RECV_MAX_COALESCED_SIZE);
    }

    private synchronized void growCoalescedReadSize(int bytes) {
        coalescedReadSize = Math.max(coalescedReadSize, bytes);
    }

    /** Takes over the options that other code has set on the socket before. */
    void adoptOptions() throws IOException {
        packetInfo = askPacketInfo();
        if (UdpSocket.RECEIVES_SEGMENTS.isSupported()) {
            int bytes = maxCoalescedSize();
            // A number that is negative in Java is a large one for the system.
            growCoalescedReadSize(bytes < 0 ? MAX_COALESCED_SIZE : Math.min(bytes, MAX_COALESCED_SIZE));
        }
    }

    /** Returns {@code SO_SNDBUF}: the size of the send buffer of the socket, in bytes. */
    @Override
    public int getSendBufferSize() {
        return read(SO_SNDBUF);
    }

    /** Returns {@code IP_TOS}, from 0 to 255, as it was set last. Windows does not tell which one it uses. */
    @Override
    public int getTrafficClass() {
        return read(IP_TOS);
    }

    /** Tells whether the channel may send to broadcast addresses: {@code SO_BROADCAST}. */
    @Override
    public boolean isBroadcast() {
        return read(SO_BROADCAST);
    }

    /**
     * Returns {@code true} if the channel ignores the multicast that this host sends: {@code IP_MULTICAST_LOOP}. On
     * Windows this is an option of the receiver.
     */
    @Override
    public boolean isLoopbackModeDisabled() {
        return read(IP_MULTICAST_LOOP_DISABLED);
    }

    /**
     * Returns how many hops multicast may take, from 0 to 255: {@code IP_MULTICAST_TTL}, {@code IPV6_MULTICAST_HOPS}.
     */
    @Override
    public int getTimeToLive() {
        return read(IP_MULTICAST_TTL);
    }

    /** Returns an address of {@link #getNetworkInterface()}, or {@code null} if the system chooses the interface. */
    @Override
    public InetAddress getInterface() {
        return read(IP_MULTICAST_ADDR);
    }

    /** Returns the interface that sends multicast ({@code IP_MULTICAST_IF}), or {@code null} if the system chooses. */
    @Override
    public NetworkInterface getNetworkInterface() {
        return read(IP_MULTICAST_IF);
    }

    // ---- setters, returning the own type

    /** Sets {@code SO_SNDBUF}: the size of the send buffer of the socket, in bytes, at least 1. */
    @Override
    public IocpNotifyDatagramChannelConfig setSendBufferSize(int sendBufferSize) {
        return write(SO_SNDBUF, sendBufferSize);
    }

    /**
     * Sets {@code IP_TOS}, from 0 to 255, and {@code IPV6_TCLASS} if the socket is of IPv6. It is a wish, as with NIO:
     * Windows ignores it unless the settings of the machine allow it.
     */
    @Override
    public IocpNotifyDatagramChannelConfig setTrafficClass(int trafficClass) {
        return write(IP_TOS, trafficClass);
    }

    /** Sets whether the channel may send to broadcast addresses: {@code SO_BROADCAST}. */
    @Override
    public IocpNotifyDatagramChannelConfig setBroadcast(boolean broadcast) {
        return write(SO_BROADCAST, broadcast);
    }

    /** Sets whether the channel ignores the multicast that this host sends: {@code IP_MULTICAST_LOOP}. */
    @Override
    public IocpNotifyDatagramChannelConfig setLoopbackModeDisabled(boolean loopbackModeDisabled) {
        return write(IP_MULTICAST_LOOP_DISABLED, loopbackModeDisabled);
    }

    /** Sets how many hops multicast may take, from 0 to 255: {@code IP_MULTICAST_TTL}, {@code IPV6_MULTICAST_HOPS}. */
    @Override
    public IocpNotifyDatagramChannelConfig setTimeToLive(int ttl) {
        return write(IP_MULTICAST_TTL, ttl);
    }

    /**
     * Sets the interface that sends multicast, by one of its addresses, never {@code null}. It throws a
     * {@link ChannelException} also if no interface of this host has the address.
     */
    @Override
    public IocpNotifyDatagramChannelConfig setInterface(InetAddress interfaceAddress) {
        return write(IP_MULTICAST_ADDR, interfaceAddress);
    }

    /**
     * Sets the interface that sends multicast, never {@code null}: {@code IP_MULTICAST_IF}, {@code IPV6_MULTICAST_IF}.
     */
    @Override
    public IocpNotifyDatagramChannelConfig setNetworkInterface(NetworkInterface networkInterface) {
        return write(IP_MULTICAST_IF, networkInterface);
    }
}
