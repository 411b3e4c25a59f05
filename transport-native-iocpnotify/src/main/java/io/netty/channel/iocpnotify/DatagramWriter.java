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

import io.netty.buffer.ByteBuf;
import io.netty.channel.AddressedEnvelope;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.NettyRelease;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.UdpSocket;
import io.netty.channel.iocpnotify.winsock.WinsockException;
import io.netty.channel.iocpnotify.winsock.WsaBufArray;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.SegmentedDatagramPacket;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.internal.StringUtil;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.UnresolvedAddressException;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.OUT;

/**
 * Hands datagrams from the outbound buffer to the socket, one call each. Used in the loop, {@link #prepare} excepted.
 * A datagram that cannot be sent fails its own promise and no more: the next may go to another peer.
 */
final class DatagramWriter {

    /** The most bytes that IPv4 allows in a datagram, and the system in one segmented send. */
    static final int MAX_DATAGRAM = 65507;

    private static final String EXPECTED_TYPES = " (expected: " + StringUtil.simpleClassName(DatagramPacket.class) +
            ", " + StringUtil.simpleClassName(AddressedEnvelope.class) + '<' +
            StringUtil.simpleClassName(ByteBuf.class) + ", " + StringUtil.simpleClassName(InetSocketAddress.class) +
            ">, " + StringUtil.simpleClassName(ByteBuf.class) + ')';

    private final IocpNotifyDatagramChannel channel;

    DatagramWriter(IocpNotifyDatagramChannel channel) {
        this.channel = channel;
    }

    /** Sends until all is sent, the system takes no more, or {@code maxMessages} have gone. */
    void write(ChannelOutboundBuffer in, int maxMessages) {
        // Listeners are called in here, and may close the channel.
        for (int i = 0; i < maxMessages && channel.isOpen(); i++) {
            Object msg = in.current();
            if (msg == null) {
                channel.unwant(OUT);
                return;
            }
            try {
                if (!send(msg)) {
                    channel.want(OUT);
                    return;
                }
            } catch (Throwable t) {
                // Of this datagram only. An Error that leaves this method closes the socket, and no handler is told.
                in.remove(t);
                continue;
            }
            in.remove();
        }
        if (channel.isOpen()) {
            if (in.isEmpty()) {
                channel.unwant(OUT);
            } else {
                channel.handle().flushLater();
            }
        }
    }

    private boolean send(Object msg) throws IOException {
        AddressedEnvelope<?, ?> envelope = msg instanceof ByteBuf ? null : (AddressedEnvelope<?, ?>) msg;
        ByteBuf content = (ByteBuf) (envelope == null ? msg : envelope.content());
        InetSocketAddress recipient = envelope == null ? null : (InetSocketAddress) envelope.recipient();
        if (!content.isReadable() && (recipient == null || channel.isConnected())) {
            // As with NIO on Windows: it is written to learn of the flush, not to say something to the peer.
            return true;
        }
        if (isSegmented(msg) && content.isReadable()) {
            return sendSegments(content, recipient, ((SegmentedDatagramPacket) msg).segmentSize());
        }
        return send(content, content.readableBytes(), recipient, 0);
    }

    /** A second call goes on where the first was blocked: {@link #prepare} gave {@code content} its own index. */
    private boolean sendSegments(ByteBuf content, InetSocketAddress remote, int segmentSize) throws IOException {
        boolean together = segmentSize <= MAX_DATAGRAM && UdpSocket.SENDS_SEGMENTS.isSupported();
        while (content.isReadable()) {
            int length = Math.min(content.readableBytes(),
                    together ? MAX_DATAGRAM / segmentSize * segmentSize : segmentSize);
            try {
                if (!send(content, length, remote, length > segmentSize ? segmentSize : 0)) {
                    return false;
                }
            } catch (WinsockException e) {
                if (length <= segmentSize || e.code() != Errors.WSAEINVAL && e.code() != Errors.WSAEMSGSIZE &&
                        e.code() != Errors.WSAEOPNOTSUPP) {
                    throw e;
                }
                // The system does not segment for this route or of this size: one by one they may be fragmented.
                together = false;
                continue;
            }
            content.skipBytes(length);
        }
        return true;
    }

    private boolean send(ByteBuf content, int length, InetSocketAddress recipient, int segmentSize)
            throws IOException {
        InetSocketAddress remote = recipient;
        if (recipient != null) {
            SocketAddresses.check(recipient, channel.socket.isIpv6());
        }
        if (channel.isConnected()) {
            // The system would send it elsewhere all the same.
            if (recipient != null && !recipient.equals(channel.remoteAddress0())) {
                throw new AlreadyConnectedException();
            }
            remote = null;
        } else if (recipient == null) {
            throw new NotYetConnectedException();
        } else if (recipient.getPort() == 0) {
            // As with NIO. Windows takes it and sends nothing.
            throw new SocketException("cannot send to port 0");
        }
        channel.ensureBound();
        WsaBufArray array = channel.bufArray();
        array.clear();
        if (!array.add(content, content.readerIndex(), length)) {
            throw new IOException("a datagram of more than " + WsaBufArray.IOV_MAX + " parts");
        }
        channel.counters().called(CountedCall.WSA_SEND_MSG);
        return channel.udp.send(array, remote, segmentSize);
    }

    /**
     * Returns the message as {@link #write} takes it: itself or, if its bytes have no address for the system, a copy.
     * What is sent in parts comes with indices of its own: the caller may write the same buffer again.
     */
    Object prepare(Object msg) {
        AbstractIocpNotifyChannel.ensureHeld(msg);
        if (msg instanceof ByteBuf) {
            ByteBuf buf = (ByteBuf) msg;
            return WsaBufArray.canHold(buf) ? buf : copy(buf, buf);
        }
        if (msg instanceof AddressedEnvelope) {
            AddressedEnvelope<?, ?> envelope = (AddressedEnvelope<?, ?>) msg;
            if (envelope.content() instanceof ByteBuf &&
                    (envelope.recipient() == null || envelope.recipient() instanceof InetSocketAddress)) {
                InetSocketAddress recipient = (InetSocketAddress) envelope.recipient();
                if (recipient != null && recipient.isUnresolved()) {
                    throw new UnresolvedAddressException();
                }
                ByteBuf content = (ByteBuf) envelope.content();
                if (!WsaBufArray.canHold(content)) {
                    return copyOf(envelope, content, recipient);
                }
                // The slice has the count of references of its buffer.
                return isSegmented(msg) ? ((SegmentedDatagramPacket) msg).replace(content.slice()) : msg;
            }
        }
        throw new UnsupportedOperationException(
                "unsupported message type: " + StringUtil.simpleClassName(msg) + EXPECTED_TYPES);
    }

    private static boolean isSegmented(Object msg) {
        return NettyRelease.HAS_SEGMENTED_PACKETS && msg instanceof SegmentedDatagramPacket;
    }

    private Object copyOf(AddressedEnvelope<?, ?> envelope, ByteBuf content, InetSocketAddress recipient) {
        ByteBuf copy = copy(envelope, content);
        if (isSegmented(envelope)) {
            return ((SegmentedDatagramPacket) envelope).replace(copy);
        }
        return recipient == null ? copy : new DatagramPacket(copy, recipient);
    }

    private ByteBuf copy(Object holder, ByteBuf content) {
        int length = content.readableBytes();
        ByteBuf copy = channel.alloc().directBuffer(length, length);
        copy.writeBytes(content, content.readerIndex(), length);
        ReferenceCountUtil.release(holder);
        return copy;
    }
}
