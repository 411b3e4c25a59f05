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
import io.netty.channel.ChannelPipeline;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.iocpnotify.AbstractIocpNotifyChannel.AbstractIocpNotifyUnsafe;
import io.netty.channel.iocpnotify.loop.CountedCall;
import io.netty.channel.iocpnotify.loop.LoopClock;
import io.netty.channel.iocpnotify.loop.RunCounters;
import io.netty.channel.iocpnotify.loop.SocketRegistration;
import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.channel.iocpnotify.winsock.SocketAddresses;
import io.netty.channel.iocpnotify.winsock.UdpSocket;
import io.netty.channel.socket.DatagramPacket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;

import static io.netty.channel.iocpnotify.IocpNotifyIoOps.ERR;
import static io.netty.channel.iocpnotify.IocpNotifyIoOps.OUT;

/**
 * Reads datagrams, one by each call. One read loop takes as many as the channel's allocator says. Used in the loop.
 * <p>
 * If there are more datagrams than a read loop takes, the socket is read again in the next run, and not armed for each:
 * see {@link ReadAgain}.
 * <p>
 * No datagram and no peer ends the reading. A datagram that is too long comes truncated, after an
 * {@link IocpNotifyDatagramTruncatedEvent}. The network may report that an earlier datagram was not delivered. On a
 * connected channel that is an exception, and on any other channel it is nothing.
 */
final class DatagramReader {

    /** After so many tries, or so much time, other sockets come first. */
    private static final int TRIES_IN_A_RUN = 4;
    private static final long NANOS_OF_TRIES = TimeUnit.MILLISECONDS.toNanos(1);

    private final IocpNotifyDatagramChannel channel;
    private final byte[] sender = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
    private final byte[] recipient = new byte[SocketAddresses.MAX_ENCODED_LENGTH];
    private final ReadAgain again = new ReadAgain();

    DatagramReader(IocpNotifyDatagramChannel channel) {
        this.channel = channel;
    }

    boolean readsAgain() {
        SocketRegistration registration = channel.ownRegistration();
        if (registration == null || !channel.handle().isAskedToRead()) {
            again.stop();
            return false;
        }
        return again.isDue(again.mayGoOn(registration.loop));
    }

    void ready(IocpNotifyIoOps ops) {
        boolean more = read(ops.contains(ERR));
        if (more && again.isTrying()) {
            long begin = LoopClock.nanos();
            // readsAgain() counts a try. So it is asked last, and the read follows at once.
            for (int tries = 1; more && tries < TRIES_IN_A_RUN && LoopClock.nanos() - begin < NANOS_OF_TRIES &&
                    channel.isActive() && !channel.wants(OUT) && readsAgain(); tries++) {
                channel.counters().count(RunCounters.READ_AGAINS);
                more = read(false);
            }
        }
    }

    /** Returns whether there may be more: the read loop has ended because the allocator says so. */
    private boolean read(boolean failed) {
        AbstractIocpNotifyUnsafe unsafe = channel.handle();
        if (unsafe.shouldStopReading()) {
            channel.stopReading();
            return false;
        }
        ChannelPipeline pipeline = channel.pipeline();
        RecvByteBufAllocator.Handle allocHandle = unsafe.recvBufAllocHandle();
        allocHandle.reset(channel.config());
        Throwable failure = null;
        boolean more = false;
        try {
            do {
                more = read(unsafe, allocHandle, pipeline);
            } while (more && channel.isOpen() && StreamReader.isMoreWanted(allocHandle, true));
            if (again.isInVain() && !failed) {
                // No packet has said that there is something: for the handlers nothing has happened.
                channel.counters().count(RunCounters.READ_AGAINS_IN_VAIN);
                return false;
            }
            if (failed && channel.isOpen()) {
                // Receive will not say it again.
                channel.udp.takeUnreachable();
                unreachable();
            }
        } catch (Throwable t) {
            failure = t;
        }
        allocHandle.readComplete();
        pipeline.fireChannelReadComplete();
        if (failure != null && channel.isOpen()) {
            pipeline.fireExceptionCaught(failure);
            if (!(failure instanceof SocketException)) {
                // As with NIO, that a port is closed is no reason. All else, such as a want of memory, would come again
                // and again: the datagram waits on.
                unsafe.close();
            }
        }
        if (channel.isOpen() && unsafe.shouldStopReading()) {
            channel.stopReading();
        }
        return more;
    }

    private boolean read(AbstractIocpNotifyUnsafe unsafe, RecvByteBufAllocator.Handle allocHandle,
                         ChannelPipeline pipeline) throws IOException {
        ByteBuf buf = allocate(allocHandle);
        try {
            allocHandle.attemptedBytesRead(buf.writableBytes());
            long received = receive(buf);
            if (received == UdpSocket.RECEIVE_NONE) {
                allocHandle.lastBytesRead(-1);
                return false;
            }
            // Counted if there is nothing to deliver as well, else a flood would keep the loop here. Empty ones as one
            // byte, because 0 means that nothing came.
            allocHandle.lastBytesRead(received < 0 ? 1 : Math.max(1, UdpSocket.length(received)));
            allocHandle.incMessagesRead(1);
            again.received();
            if (received == UdpSocket.RECEIVE_UNREACHABLE) {
                unreachable();
                return true;
            }
            if (received == UdpSocket.RECEIVE_LOST) {
                pipeline.fireUserEventTriggered(new IocpNotifyDatagramTruncatedEvent(sender(), 0));
                return true;
            }
            unsafe.readPending = false;
            ByteBuf content = buf;
            buf = null;
            deliver(content, received, pipeline);
            return true;
        } finally {
            if (buf != null) {
                buf.release();
            }
        }
    }

    private void unreachable() throws IOException {
        if (channel.isConnected()) {
            throw UdpSocket.unreachable(Errors.WSAECONNRESET);
        }
    }

    private ByteBuf allocate(RecvByteBufAllocator.Handle allocHandle) {
        int coalesced = channel.config().coalescedReadSize;
        // Datagrams that the system has put together must not be cut because the allocator thinks of single ones.
        return coalesced > allocHandle.guess() ? channel.alloc().directBuffer(coalesced, coalesced) :
                allocHandle.allocate(channel.alloc());
    }

    private long receive(ByteBuf buf) throws IOException {
        int index = buf.writerIndex();
        int length = buf.writableBytes();
        long address = AbstractIocpNotifyChannel.addressOf(buf, index, length);
        if (address == 0) {
            return receiveByCopy(buf);
        }
        recipient[0] = 0;
        channel.counters().called(CountedCall.WSA_RECV_MSG);
        long received = channel.udp.receive(address, length, sender,
                channel.config().packetInfo ? recipient : null);
        if (received >= 0) {
            buf.writerIndex(index + UdpSocket.length(received));
        }
        return received;
    }

    /** For a buffer that the user's allocator put where the system cannot write: on the heap, or in pieces. */
    private long receiveByCopy(ByteBuf buf) throws IOException {
        ByteBuf direct = channel.alloc().directBuffer(buf.writableBytes(), buf.writableBytes());
        try {
            long received = receive(direct);
            buf.writeBytes(direct);
            return received;
        } finally {
            direct.release();
        }
    }

    /** Owns {@code content} from now on, whatever is thrown. */
    private void deliver(ByteBuf content, long received, ChannelPipeline pipeline) {
        ByteBuf left = content;
        try {
            InetSocketAddress from = sender();
            InetSocketAddress to = recipient();
            int segmentSize = UdpSocket.segmentSize(received);
            if (UdpSocket.isTruncated(received)) {
                pipeline.fireUserEventTriggered(new IocpNotifyDatagramTruncatedEvent(from, content.readableBytes()));
            }
            if (segmentSize == 0 || content.readableBytes() <= segmentSize) {
                left = null;
                pipeline.fireChannelRead(packet(content, to, from));
                return;
            }
            while (content.isReadable()) {
                ByteBuf segment = content.readRetainedSlice(Math.min(segmentSize, content.readableBytes()));
                pipeline.fireChannelRead(packet(segment, to, from));
            }
        } finally {
            if (left != null) {
                left.release();
            }
        }
    }

    /** Owns {@code content}, whatever is thrown. */
    private static DatagramPacket packet(ByteBuf content, InetSocketAddress to, InetSocketAddress from) {
        try {
            return new DatagramPacket(content, to, from);
        } catch (Throwable t) {
            content.release();
            throw t;
        }
    }

    private InetSocketAddress sender() {
        return sender[0] == 0 ? channel.remoteAddress() : SocketAddresses.decode(sender);
    }

    private InetSocketAddress recipient() {
        InetSocketAddress local = channel.localAddress();
        if (recipient[0] == 0 || local == null) {
            return local;
        }
        InetAddress address = SocketAddresses.decode(recipient).getAddress();
        return address.equals(local.getAddress()) ? local : new InetSocketAddress(address, local.getPort());
    }
}
