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


import io.netty.channel.AddressedEnvelope;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.unix.SegmentedDatagramPacket;
import io.netty.util.internal.ObjectUtil;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.nio.channels.AlreadyConnectedException;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.ERR;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.IN;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.OUT;
import static io.netty.channel.iocpnotify.MulticastMembership.Change.BLOCK;
import static io.netty.channel.iocpnotify.MulticastMembership.Change.JOIN;
import static io.netty.channel.iocpnotify.MulticastMembership.Change.LEAVE;

/**
 * A {@link DatagramChannel} that is told of datagrams by Winsock's socket state notifications. It needs a loop as
 * {@link IocpNotifySocketChannel} does. It reads {@link DatagramPacket}s, and writes
 * <ul>
 * <li>{@link DatagramPacket}s and other {@link AddressedEnvelope}s of a {@link io.netty.buffer.ByteBuf} and an
 * {@link InetSocketAddress}; if it is connected, to its peer only, else the write fails with an
 * {@link AlreadyConnectedException};</li>
 * <li>{@link SegmentedDatagramPacket}s, in one call where {@linkplain #isSegmentedDatagramPacketSupported() the system
 * can}, else one by one: the receiver sees no difference;</li>
 * <li>{@link io.netty.buffer.ByteBuf}s and envelopes without a recipient, if it is connected.</li>
 * </ul>
 * What has no content is not sent, in whatever it is wrapped, and its write succeeds, as with NIO. Empty datagrams of
 * others are read.
 * <p>
 * A datagram that cannot be sent fails its promise and leaves the channel as it was. One that is longer than the buffer
 * it is read to comes with what fitted, after an {@link IocpNotifyDatagramTruncatedEvent}. That a peer's port is closed
 * is a {@link PortUnreachableException} in the pipeline, or of a later write, while the channel is connected, and
 * nothing at all while it is not. A connect that the system refuses closes the channel, as it does with NIO.
 */
public final class IocpNotifyDatagramChannel extends AbstractIocpNotifyChannel implements DatagramChannel {

    private static final ChannelMetadata METADATA = new ChannelMetadata(true, 16);

    final UdpSocket udp;
    private final MulticastMembership membership;
    private final IocpNotifyDatagramChannelConfig config;
    private final DatagramReader reader = new DatagramReader(this);
    private final DatagramWriter writer = new DatagramWriter(this);

    /**
     * Returns {@code true} if this system turns a {@link SegmentedDatagramPacket} into datagrams by itself
     * ({@code UDP_SEND_MSG_SIZE}: Windows 10 2004 and later). The channel takes such packets on every system.
     */
    public static boolean isSegmentedDatagramPacketSupported() {
        return Availability.cause() == null && UdpOffload.SEND.isSupported();
    }

    /**
     * Makes a channel for IPv6 and IPv4, or for IPv4 only where there is no IPv6 or
     * {@code java.net.preferIPv4Stack} is set.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if the system has no socket to give
     */
    public IocpNotifyDatagramChannel() {
        this((SocketProtocolFamily) null);
    }

    /**
     * Makes a channel of the given family; {@link SocketProtocolFamily#INET6} reaches IPv4 peers, too. {@code null}
     * chooses as {@link #IocpNotifyDatagramChannel()} does.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if the system has no socket of that kind to give
     */
    public IocpNotifyDatagramChannel(SocketProtocolFamily protocol) {
        this(ChannelSocket.newDatagram(protocol), false, null);
    }

    /**
     * Makes a channel of a {@code SOCKET} that was made elsewhere, for UDP over IPv6 and IPv4, or IPv4. The channel
     * owns it from now on, and it does not block any more. If it is bound, the channel is active when it is registered.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if {@code socket} is no such socket
     */
    public IocpNotifyDatagramChannel(long socket) {
        this(ChannelSocket.adoptDatagram(socket));
        try {
            config.adoptOptions();
        } catch (IOException e) {
            throw new ChannelException("cannot use socket " + socket, e);
        }
    }

    private IocpNotifyDatagramChannel(WinSocket socket) {
        this(socket, socket.localAddress() != null, socket.remoteAddress());
    }

    private IocpNotifyDatagramChannel(WinSocket socket, boolean bound, InetSocketAddress remote) {
        super(null, socket, bound, remote);
        udp = new UdpSocket(socket);
        membership = new MulticastMembership(this);
        config = new IocpNotifyDatagramChannelConfig(this);
        try {
            udp.reportUnreachable(remote != null);
        } catch (IOException e) {
            throw new ChannelException("cannot use " + socket, e);
        }
    }

    @Override
    public IocpNotifyDatagramChannelConfig config() {
        return config;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) super.localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return (InetSocketAddress) super.remoteAddress();
    }

    @Override
    public boolean isActive() {
        return isBound() || config.isActiveOnRegistration() && isRegistered() && isOpen();
    }

    private boolean isBound() {
        return super.isActive();
    }

    @Override
    public boolean isConnected() {
        return isOpen() && remoteAddress0() != null;
    }

    @Override
    protected AbstractIocpNotifyUnsafe newUnsafe() {
        return new IocpNotifyDatagramUnsafe();
    }

    AbstractIocpNotifyUnsafe datagramUnsafe() {
        return (AbstractIocpNotifyUnsafe) unsafe();
    }

    @Override
    void abandonWork() {
        // What waits is in the outbound buffer only.
    }

    // ---- addresses

    @Override
    protected void doBind(SocketAddress localAddress) throws Exception {
        ensureUnbound();
        socket.bind(localAddress);
        bound();
    }

    /** The socket has a local address from now on, or another one. */
    @SuppressWarnings("deprecation")
    private void bound() {
        updateLocalAddress();
        // Of AbstractChannel, which keeps the answer for good.
        invalidateLocalAddress();
        if (!isBound()) {
            becomeActive(remoteAddress0());
        }
    }

    /** {@code WSASendMsg} wants a socket that is bound; only {@code sendto} is said to bind one by itself. */
    void ensureBound() throws IOException {
        if (!isBound()) {
            socket.bindToAny();
            bound();
        }
    }

    private void doConnect(SocketAddress remoteAddress, SocketAddress localAddress) throws Exception {
        // Before anything is done to the socket: a wrong address must leave it as it was.
        InetSocketAddress remote = SocketAddresses.check(remoteAddress, socket.isIpv6());
        if (isConnected()) {
            throw new AlreadyConnectedException();
        }
        boolean wasActive = isActive();
        if (localAddress != null) {
            doBind(localAddress);
        }
        boolean connected = false;
        try {
            udp.connect(remote);
            udp.reportUnreachable(true);
            connected = true;
        } finally {
            if (!connected) {
                closeUnconnected(wasActive);
            }
        }
        // The wildcard stands for this host; who asks for the peer wants to know which address that was.
        changeRemote(remote.getAddress().isAnyLocalAddress() ? socket.remoteAddress() : remote);
        bound();
    }

    /** As NIO and epoll: who asked for a bind, too, would have a channel that is active, and that nobody knows of. */
    private void closeUnconnected(boolean wasActive) {
        if (wasActive) {
            unsafe().close(voidPromise());
        } else {
            // The handlers were not told that it is active, so they are not told that it is no more.
            unsafe().closeForcibly();
        }
    }

    @Override
    protected void doDisconnect() throws Exception {
        if (!isConnected()) {
            return;
        }
        udp.disconnect();
        udp.reportUnreachable(false);
        changeRemote(null);
        bound();
    }

    // ---- traffic

    @Override
    protected void doWrite(ChannelOutboundBuffer in) throws Exception {
        writer.write(in, maxMessagesPerWrite());
    }

    @Override
    protected Object filterOutboundMessage(Object msg) {
        return writer.prepare(msg);
    }

    private final class IocpNotifyDatagramUnsafe extends AbstractIocpNotifyUnsafe {

        /** Done at once: nothing is sent. */
        @Override
        public void connect(SocketAddress remoteAddress, SocketAddress localAddress, ChannelPromise promise) {
            if (!promise.setUncancellable() || !isOpenElseFail(promise)) {
                return;
            }
            boolean wasActive = isActive();
            try {
                doConnect(remoteAddress, localAddress);
            } catch (Throwable t) {
                promise.tryFailure(annotate(t, remoteAddress));
                closeIfNotOpen();
                return;
            }
            // trySuccess() runs listeners, which may close the channel; that it was active is an event nevertheless.
            boolean active = isActive();
            promise.trySuccess();
            if (!wasActive && active) {
                pipeline().fireChannelActive();
            }
        }

        @Override
        void ready(IocpNotifyIoOps ops) {
            if (ops.contains(OUT) && isActive()) {
                writeReady();
            }
            // Datagrams before errors would be too late for nobody: both are read in the order in which they came.
            if (isActive() && (ops.contains(IN) || ops.contains(ERR))) {
                reader.ready(ops);
            }
        }
    }

    // ---- multicast

    @Override
    public ChannelFuture joinGroup(InetAddress multicastAddress) {
        return joinGroup(multicastAddress, newPromise());
    }

    @Override
    public ChannelFuture joinGroup(InetAddress multicastAddress, ChannelPromise promise) {
        return membership.changeOnDefault(JOIN, multicastAddress, null, promise);
    }

    @Override
    public ChannelFuture joinGroup(InetSocketAddress multicastAddress, NetworkInterface networkInterface) {
        return joinGroup(multicastAddress, networkInterface, newPromise());
    }

    @Override
    public ChannelFuture joinGroup(InetSocketAddress multicastAddress, NetworkInterface networkInterface,
                                   ChannelPromise promise) {
        return joinGroup(multicastAddress.getAddress(), networkInterface, null, promise);
    }

    @Override
    public ChannelFuture joinGroup(InetAddress multicastAddress, NetworkInterface networkInterface,
                                   InetAddress source) {
        return joinGroup(multicastAddress, networkInterface, source, newPromise());
    }

    @Override
    public ChannelFuture joinGroup(InetAddress multicastAddress, NetworkInterface networkInterface,
                                   InetAddress source, ChannelPromise promise) {
        return membership.changeOn(JOIN, multicastAddress, networkInterface, source, promise);
    }

    @Override
    public ChannelFuture leaveGroup(InetAddress multicastAddress) {
        return leaveGroup(multicastAddress, newPromise());
    }

    @Override
    public ChannelFuture leaveGroup(InetAddress multicastAddress, ChannelPromise promise) {
        return membership.changeOnDefault(LEAVE, multicastAddress, null, promise);
    }

    @Override
    public ChannelFuture leaveGroup(InetSocketAddress multicastAddress, NetworkInterface networkInterface) {
        return leaveGroup(multicastAddress, networkInterface, newPromise());
    }

    @Override
    public ChannelFuture leaveGroup(InetSocketAddress multicastAddress, NetworkInterface networkInterface,
                                    ChannelPromise promise) {
        return leaveGroup(multicastAddress.getAddress(), networkInterface, null, promise);
    }

    @Override
    public ChannelFuture leaveGroup(InetAddress multicastAddress, NetworkInterface networkInterface,
                                    InetAddress source) {
        return leaveGroup(multicastAddress, networkInterface, source, newPromise());
    }

    @Override
    public ChannelFuture leaveGroup(InetAddress multicastAddress, NetworkInterface networkInterface,
                                    InetAddress source, ChannelPromise promise) {
        return membership.changeOn(LEAVE, multicastAddress, networkInterface, source, promise);
    }

    @Override
    public ChannelFuture block(InetAddress multicastAddress, NetworkInterface networkInterface,
                               InetAddress sourceToBlock) {
        return block(multicastAddress, networkInterface, sourceToBlock, newPromise());
    }

    @Override
    public ChannelFuture block(InetAddress multicastAddress, NetworkInterface networkInterface,
                               InetAddress sourceToBlock, ChannelPromise promise) {
        return membership.changeOn(BLOCK, multicastAddress, networkInterface,
                ObjectUtil.checkNotNull(sourceToBlock, "sourceToBlock"), promise);
    }

    @Override
    public ChannelFuture block(InetAddress multicastAddress, InetAddress sourceToBlock) {
        return block(multicastAddress, sourceToBlock, newPromise());
    }

    @Override
    public ChannelFuture block(InetAddress multicastAddress, InetAddress sourceToBlock, ChannelPromise promise) {
        return membership.changeOnDefault(BLOCK, multicastAddress,
                ObjectUtil.checkNotNull(sourceToBlock, "sourceToBlock"), promise);
    }
}
