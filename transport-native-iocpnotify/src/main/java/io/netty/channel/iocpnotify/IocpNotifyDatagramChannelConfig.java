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


import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
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
import static io.netty.channel.ChannelOption.SO_RCVBUF;
import static io.netty.channel.ChannelOption.SO_REUSEADDR;
import static io.netty.channel.ChannelOption.SO_SNDBUF;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.IP_PKTINFO;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.UDP_RECV_MAX_COALESCED_SIZE;

/**
 * The configuration of an {@link IocpNotifyDatagramChannel}. Every method may be called from any thread; what concerns
 * the socket fails with a {@link ChannelException} once the channel is closed.
 * <p>
 * Datagrams are read into buffers of 2048 bytes unless another {@link RecvByteBufAllocator} is set, as with NIO.
 */
public final class IocpNotifyDatagramChannelConfig extends IocpNotifyChannelConfig implements DatagramChannelConfig {

    private static final int RECEIVE_SIZE = 2048;

    /** No datagram, and nothing that was put together of some, is longer. */
    private static final int MAX_COALESCED_SIZE = 65535;

    private static final OptionTable<IocpNotifyDatagramChannelConfig> OPTIONS =
            new OptionTable<IocpNotifyDatagramChannelConfig>()
            .add(SO_BROADCAST, Boolean.class, c -> c.udp.isBroadcast(), (c, v) -> c.udp.setBroadcast(v))
            .add(SO_RCVBUF, Integer.class, c -> c.socket().getReceiveBufferSize(),
                    (c, v) -> c.socket().setReceiveBufferSize(ObjectUtil.checkPositive(v, "SO_RCVBUF")))
            .add(SO_SNDBUF, Integer.class, c -> c.socket().getSendBufferSize(),
                    (c, v) -> c.socket().setSendBufferSize(ObjectUtil.checkPositive(v, "SO_SNDBUF")))
            .add(SO_REUSEADDR, Boolean.class, c -> c.socket().isReuseAddress(), (c, v) -> {
                c.socket().setReuseAddress(v);
                if (v) {
                    // Unlike a listener, several who hear the same multicast must share a port.
                    c.socket().setExclusiveAddressUse(false);
                }
            })
            .add(SO_EXCLUSIVEADDRUSE, Boolean.class, c -> c.socket().isExclusiveAddressUse(), (c, v) -> {
                c.socket().setExclusiveAddressUse(v);
                if (v) {
                    c.socket().setReuseAddress(false);
                }
            })
            .add(IP_MULTICAST_LOOP_DISABLED, Boolean.class, c -> c.udp.isLoopbackDisabled(),
                    (c, v) -> c.udp.setLoopbackDisabled(v))
            .add(IP_MULTICAST_ADDR, InetAddress.class, c -> c.udp.interfaceAddress(),
                    (c, v) -> c.udp.setInterfaceAddress(v))
            .add(IP_MULTICAST_IF, NetworkInterface.class, c -> c.udp.networkInterface(),
                    (c, v) -> c.udp.setNetworkInterface(v))
            .add(IP_MULTICAST_TTL, Integer.class, c -> c.udp.timeToLive(),
                    (c, v) -> c.udp.setTimeToLive(ObjectUtil.checkInRange(v, 0, 255, "IP_MULTICAST_TTL")))
            .add(IP_TOS, Integer.class, c -> c.socket().getTrafficClass(),
                    (c, v) -> c.socket().setTrafficClass(ObjectUtil.checkInRange(v, 0, 255, "IP_TOS")))
            .add(DATAGRAM_CHANNEL_ACTIVE_ON_REGISTRATION, Boolean.class, c -> c.activeOnRegistration,
                    (c, v) -> c.activeOnRegistration(v))
            .add(IP_PKTINFO, Boolean.class, c -> c.udp.isPacketInfo(), (c, v) -> {
                c.udp.setPacketInfo(v);
                c.packetInfo = v;
            })
            .add(UDP_RECV_MAX_COALESCED_SIZE, Integer.class, c -> c.udp.maxCoalescedSize(),
                    (c, v) -> c.maxCoalescedSize(
                            ObjectUtil.checkInRange(v, 0, MAX_COALESCED_SIZE, "UDP_RECV_MAX_COALESCED_SIZE")),
                    () -> UdpOffload.RECEIVE.isSupported());

    private final UdpOptions udp;
    private final IocpNotifyDatagramChannel channel;

    // Written by any thread, read by the loop.
    private volatile boolean activeOnRegistration;
    private volatile boolean packetInfo;
    /** Written under the lock of this object: it only grows. */
    private volatile int coalescedReadSize;

    IocpNotifyDatagramChannelConfig(IocpNotifyDatagramChannel channel) {
        super(channel, new FixedRecvByteBufAllocator(RECEIVE_SIZE));
        this.channel = channel;
        udp = new UdpOptions(channel.socket);
    }

    @Override
    OptionTable<IocpNotifyDatagramChannelConfig> options() {
        return OPTIONS;
    }

    boolean isActiveOnRegistration() {
        return activeOnRegistration;
    }

    private void activeOnRegistration(boolean active) {
        if (channel.isRegistered()) {
            throw new IllegalStateException(DATAGRAM_CHANNEL_ACTIVE_ON_REGISTRATION.name() +
                    " can only be changed before the channel is registered");
        }
        activeOnRegistration = active;
    }

    boolean isPacketInfo() {
        return packetInfo;
    }

    /**
     * Room for everything that may wait to be read, 0 if datagrams come one by one. What the system has put together
     * stays so when it is told to put less together, so this does not shrink.
     */
    int coalescedReadSize() {
        return coalescedReadSize;
    }

    private void maxCoalescedSize(int bytes) throws IOException {
        // First: the loop may read what is put together as soon as the system knows.
        growCoalescedReadSize(bytes);
        udp.setMaxCoalescedSize(bytes);
    }

    private synchronized void growCoalescedReadSize(int bytes) {
        coalescedReadSize = Math.max(coalescedReadSize, bytes);
    }

    /** A socket that was made elsewhere may have been told already. */
    void adoptOptions() throws IOException {
        packetInfo = udp.isPacketInfo();
        if (UdpOffload.RECEIVE.isSupported()) {
            int bytes = udp.maxCoalescedSize();
            // What is no size for Java is a large one of the system's.
            growCoalescedReadSize(bytes < 0 ? MAX_COALESCED_SIZE : Math.min(bytes, MAX_COALESCED_SIZE));
        }
    }

    @Override
    public int getSendBufferSize() {
        return read(SO_SNDBUF);
    }

    @Override
    public int getReceiveBufferSize() {
        return read(SO_RCVBUF);
    }

    @Override
    public int getTrafficClass() {
        return read(IP_TOS);
    }

    /**
     * {@inheritDoc}
     * <p>
     * The real {@code SO_REUSEADDR} of Windows: any process that sets it, too, may share the port, which listeners to
     * multicast need. Setting it takes {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE} back, and the other way
     * round; Windows refuses both together.
     */
    @Override
    public boolean isReuseAddress() {
        return read(SO_REUSEADDR);
    }

    /** Returns {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE}. */
    public boolean isExclusiveAddressUse() {
        return read(SO_EXCLUSIVEADDRUSE);
    }

    @Override
    public boolean isBroadcast() {
        return read(SO_BROADCAST);
    }

    /**
     * {@inheritDoc}
     * <p>
     * On Windows it is the receiver's option: whether it gets what this host sends.
     */
    @Override
    public boolean isLoopbackModeDisabled() {
        return read(IP_MULTICAST_LOOP_DISABLED);
    }

    @Override
    public int getTimeToLive() {
        return read(IP_MULTICAST_TTL);
    }

    /** Returns an address of {@link #getNetworkInterface()}, {@code null} if the system chooses. */
    @Override
    public InetAddress getInterface() {
        return read(IP_MULTICAST_ADDR);
    }

    /** Returns the interface that multicast goes out by, {@code null} if the system chooses. */
    @Override
    public NetworkInterface getNetworkInterface() {
        return read(IP_MULTICAST_IF);
    }

    // ---- setters, returning the own type

    @Override
    public IocpNotifyDatagramChannelConfig setSendBufferSize(int sendBufferSize) {
        write(SO_SNDBUF, sendBufferSize);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setReceiveBufferSize(int receiveBufferSize) {
        write(SO_RCVBUF, receiveBufferSize);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setTrafficClass(int trafficClass) {
        write(IP_TOS, trafficClass);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setReuseAddress(boolean reuseAddress) {
        write(SO_REUSEADDR, reuseAddress);
        return this;
    }

    /** Sets {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE}. */
    public IocpNotifyDatagramChannelConfig setExclusiveAddressUse(boolean exclusiveAddressUse) {
        write(SO_EXCLUSIVEADDRUSE, exclusiveAddressUse);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setBroadcast(boolean broadcast) {
        write(SO_BROADCAST, broadcast);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setLoopbackModeDisabled(boolean loopbackModeDisabled) {
        write(IP_MULTICAST_LOOP_DISABLED, loopbackModeDisabled);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setTimeToLive(int ttl) {
        write(IP_MULTICAST_TTL, ttl);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setInterface(InetAddress interfaceAddress) {
        write(IP_MULTICAST_ADDR, interfaceAddress);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setNetworkInterface(NetworkInterface networkInterface) {
        write(IP_MULTICAST_IF, networkInterface);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setConnectTimeoutMillis(int connectTimeoutMillis) {
        super.setConnectTimeoutMillis(connectTimeoutMillis);
        return this;
    }

    @Override
    @Deprecated
    public IocpNotifyDatagramChannelConfig setMaxMessagesPerRead(int maxMessagesPerRead) {
        super.setMaxMessagesPerRead(maxMessagesPerRead);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setMaxMessagesPerWrite(int maxMessagesPerWrite) {
        super.setMaxMessagesPerWrite(maxMessagesPerWrite);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setWriteSpinCount(int writeSpinCount) {
        super.setWriteSpinCount(writeSpinCount);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setAllocator(ByteBufAllocator allocator) {
        super.setAllocator(allocator);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator allocator) {
        super.setRecvByteBufAllocator(allocator);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setAutoRead(boolean autoRead) {
        super.setAutoRead(autoRead);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setAutoClose(boolean autoClose) {
        super.setAutoClose(autoClose);
        return this;
    }

    @Override
    @Deprecated
    public IocpNotifyDatagramChannelConfig setWriteBufferHighWaterMark(int writeBufferHighWaterMark) {
        super.setWriteBufferHighWaterMark(writeBufferHighWaterMark);
        return this;
    }

    @Override
    @Deprecated
    public IocpNotifyDatagramChannelConfig setWriteBufferLowWaterMark(int writeBufferLowWaterMark) {
        super.setWriteBufferLowWaterMark(writeBufferLowWaterMark);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark writeBufferWaterMark) {
        super.setWriteBufferWaterMark(writeBufferWaterMark);
        return this;
    }

    @Override
    public IocpNotifyDatagramChannelConfig setMessageSizeEstimator(MessageSizeEstimator estimator) {
        super.setMessageSizeEstimator(estimator);
        return this;
    }
}
