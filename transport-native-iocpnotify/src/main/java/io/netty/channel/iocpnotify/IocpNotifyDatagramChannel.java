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
import io.netty.channel.iocpnotify.winsock.Availability;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.UdpSocket;
import io.netty.channel.iocpnotify.winsock.WinSocket;
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
 * A {@link DatagramChannel} for UDP. Winsock's socket state notifications tell it when datagrams have come. It needs an
 * event loop of {@link IocpNotifyEventLoopGroup}, or of {@link io.netty.channel.MultiThreadIoEventLoopGroup} with
 * {@link IocpNotifyIoHandler#newFactory()}.
 * <p>
 * <b>Reading.</b> The channel reads {@link DatagramPacket}s ({@code WSARecvMsg}), also empty ones. A datagram may be
 * longer than the buffer that it is read into. Then the pipeline gets an {@link IocpNotifyDatagramTruncatedEvent}, and
 * after it the part that fitted.
 * <p>
 * <b>Writing.</b> The channel writes ({@code WSASendMsg}):
 * <ul>
 * <li>{@link DatagramPacket}s and other {@link AddressedEnvelope}s of a {@link io.netty.buffer.ByteBuf} and an
 * {@link InetSocketAddress}. A connected channel sends to its peer only. To another recipient its write fails with an
 * {@link AlreadyConnectedException};</li>
 * <li>{@link SegmentedDatagramPacket}s. They go in one call
 * {@linkplain #isSegmentedDatagramPacketSupported() where the system can do that}, else one by one. The receiver sees
 * no difference;</li>
 * <li>{@link io.netty.buffer.ByteBuf}s and envelopes without a recipient, if the channel is connected.</li>
 * </ul>
 * An empty message is sent if it names a recipient and the channel is not connected. Otherwise it is not sent, and its
 * write succeeds. A datagram that cannot be sent fails its own promise. The channel and all other writes go on.
 * <p>
 * <b>Closed ports.</b> The port of a peer may be closed. A connected channel then has a
 * {@link PortUnreachableException} in its pipeline, or in a later write. An unconnected channel does not hear of it.
 * <p>
 * <b>Connecting.</b> A connect sends nothing, so it is done at once. A connect that the system refuses closes the
 * channel, as with NIO.
 * <p>
 * <b>Multicast.</b> Any thread may join and leave groups, once the channel is registered. The change is made in the
 * event loop. Each method returns the promise that it was given, or a new one, which is notified of the change. The
 * promise fails with an {@link IllegalArgumentException} if the group is not a multicast address, or has the wrong
 * family. It fails with an {@link UnsupportedOperationException} if the system cannot select single sources. A method
 * that takes no interface uses {@link IocpNotifyDatagramChannelConfig#getNetworkInterface()}. If none is set, it uses
 * the interface that the channel is bound to. If the channel is bound to the wildcard address, the system chooses.
 */
public final class IocpNotifyDatagramChannel extends AbstractIocpNotifyChannel implements DatagramChannel {

    private static final ChannelMetadata METADATA = new ChannelMetadata(true, 16);

    final UdpSocket udp;
    private final MulticastMembership membership;
    private final IocpNotifyDatagramChannelConfig config;
    private final DatagramReader reader = new DatagramReader(this);
    private final DatagramWriter writer = new DatagramWriter(this);

    /**
     * {@return whether the transport is available, and the system turns a {@link SegmentedDatagramPacket} into
     * datagrams by itself ({@code UDP_SEND_MSG_SIZE})} Windows 10 2004 and later versions do. The channel takes such
     * packets on every system. Any thread may call this method.
     */
    public static boolean isSegmentedDatagramPacketSupported() {
        return Availability.cause() == null && UdpSocket.SENDS_SEGMENTS.isSupported();
    }

    /**
     * Makes a channel for IPv6 and IPv4. The channel is for IPv4 only if the system has no IPv6, or if
     * {@code java.net.preferIPv4Stack} is {@code true}.
     *
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if the system cannot make the socket
     */
    public IocpNotifyDatagramChannel() {
        this((SocketProtocolFamily) null);
    }

    /**
     * Makes a channel of a protocol family.
     *
     * @param protocol {@link SocketProtocolFamily#INET6} for IPv6 and IPv4, or {@link SocketProtocolFamily#INET} for
     *         IPv4 only. {@code null} chooses as {@link #IocpNotifyDatagramChannel()} does
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws UnsupportedOperationException if {@code protocol} is another family
     * @throws ChannelException if the system cannot make the socket
     */
    public IocpNotifyDatagramChannel(SocketProtocolFamily protocol) {
        this(ChannelSocket.newDatagram(protocol), false, null);
    }

    /**
     * Makes a channel of a {@code SOCKET} that other code has made. The socket must be for UDP, over IPv6 and IPv4 or
     * over IPv4 only. From now on the channel owns it, and the socket is non-blocking. If it is bound, the channel is
     * active once it is registered. If the socket is of another kind, it stays as it was, and the caller still owns it.
     *
     * @param socket the {@code SOCKET}
     * @throws UnsatisfiedLinkError if the transport {@linkplain IocpNotify#isAvailable() is not available}
     * @throws ChannelException if {@code socket} is not such a socket
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
        return isBound() || config.activeOnRegistration && isRegistered() && isOpen();
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

    @Override
    void abandonWork() {
        // A write that waits is in the outbound buffer, and nowhere else.
    }

    // ---- addresses

    @Override
    protected void doBind(SocketAddress localAddress) throws Exception {
        ensureUnbound();
        socket.bind(localAddress);
        bound();
    }

    /** Called when the socket has got its local address, or a new one. */
    @SuppressWarnings("deprecation")
    private void bound() {
        local = askLocalAddress();
        // AbstractChannel keeps the first answer for good, unless it is told.
        invalidateLocalAddress();
        if (!isBound()) {
            becomeActive(remoteAddress0());
        }
    }

    /** {@code WSASendMsg} needs a bound socket. Only {@code sendto} is documented to bind one by itself. */
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
        try {
            udp.connect(remote);
            udp.reportUnreachable(true);
        } catch (Throwable t) {
            // As NIO and epoll do. The connect may have bound the channel before: without the close that channel would
            // stay active, and no handler would have been told.
            if (wasActive) {
                unsafe().close(voidPromise());
            } else {
                // The handlers were not told that it became active. So they are not told that it has become inactive.
                unsafe().closeForcibly();
            }
            throw t;
        }
        // The wildcard address means this host. The peer's address is then the one that the system has chosen.
        this.remote = remote.getAddress().isAnyLocalAddress() ? socket.remoteAddress() : remote;
        bound();
    }

    @Override
    protected void doDisconnect() throws Exception {
        if (!isConnected()) {
            return;
        }
        udp.disconnect();
        udp.reportUnreachable(false);
        remote = null;
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

        @Override
        public void connect(SocketAddress remoteAddress, SocketAddress localAddress, ChannelPromise promise) {
            if (!promise.setUncancellable() || !ensureOpen(promise)) {
                return;
            }
            boolean wasActive = isActive();
            try {
                doConnect(remoteAddress, localAddress);
            } catch (Throwable t) {
                promise.tryFailure(annotateConnectException(t, remoteAddress));
                closeIfClosed();
                return;
            }
            // trySuccess() runs listeners, which may close the channel. Handlers still hear that it was active.
            boolean active = isActive();
            promise.trySuccess();
            if (!wasActive && active) {
                pipeline().fireChannelActive();
            }
        }

        @Override
        public boolean readsAgain() {
            return reader.readsAgain();
        }

        @Override
        void ready(IocpNotifyIoOps ops) {
            if (ops.contains(OUT) && isActive()) {
                writeReady();
            }
            // Datagrams and errors are read in the order in which they came.
            if (isActive() && (ops.contains(IN) || ops.contains(ERR))) {
                reader.ready(ops);
            }
        }
    }

    // ---- multicast

    /** Joins a multicast group, for all sources. See the description of this class for the interface. */
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

    /**
     * Joins a multicast group on an interface, never {@code null}. Only datagrams of the source are received, or of all
     * sources if it is {@code null}.
     */
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

    /**
     * Leaves a multicast group. The interface is the one of the join, never {@code null}. The source is the one of the
     * join, or {@code null} if it was for all sources.
     */
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

    /**
     * Refuses the datagrams of one source, never {@code null}, to a multicast group that the channel has joined for all
     * sources. The interface is the one of the join, never {@code null}.
     *
     * @throws NullPointerException if {@code sourceToBlock} is {@code null}
     */
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
