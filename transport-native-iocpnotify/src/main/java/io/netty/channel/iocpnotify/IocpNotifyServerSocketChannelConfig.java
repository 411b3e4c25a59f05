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
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ServerSocketChannelConfig;
import io.netty.util.NetUtil;
import io.netty.util.internal.ObjectUtil;

import static io.netty.channel.ChannelOption.SO_BACKLOG;
import static io.netty.channel.ChannelOption.SO_RCVBUF;
import static io.netty.channel.ChannelOption.SO_REUSEADDR;
import static io.netty.channel.ChannelOption.TCP_FASTOPEN;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.OUTSTANDING_ACCEPTS;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE;

/**
 * The configuration of an {@link IocpNotifyServerSocketChannel}. Every method may be called from any thread; what
 * concerns the socket fails with a {@link ChannelException} once the channel is closed.
 */
public final class IocpNotifyServerSocketChannelConfig extends IocpNotifyChannelConfig
        implements ServerSocketChannelConfig {

    /** Far beyond use; each is a socket. */
    private static final int MAX_OUTSTANDING_ACCEPTS = 1024;

    private static final OptionTable<IocpNotifyServerSocketChannelConfig> OPTIONS =
            new OptionTable<IocpNotifyServerSocketChannelConfig>()
            .add(SO_RCVBUF, Integer.class, c -> c.socket().getReceiveBufferSize(),
                    (c, v) -> c.socket().setReceiveBufferSize(ObjectUtil.checkPositive(v, "SO_RCVBUF")))
            .add(SO_REUSEADDR, Boolean.class, c -> c.socket().isReuseAddress(),
                    (c, v) -> c.socket().setReuseAddress(v))
            .add(SO_BACKLOG, Integer.class, c -> c.backlog,
                    (c, v) -> c.backlog = ObjectUtil.checkPositiveOrZero(v, "SO_BACKLOG"))
            .add(TCP_FASTOPEN, Integer.class, c -> c.tcpFastOpen,
                    (c, v) -> c.tcpFastOpen = ObjectUtil.checkPositiveOrZero(v, "TCP_FASTOPEN"))
            .add(OUTSTANDING_ACCEPTS, Integer.class, c -> c.outstandingAccepts,
                    (c, v) -> c.outstandingAccepts =
                            ObjectUtil.checkInRange(v, 0, MAX_OUTSTANDING_ACCEPTS, "OUTSTANDING_ACCEPTS"))
            .add(SO_EXCLUSIVEADDRUSE, Boolean.class, c -> c.socket().isExclusiveAddressUse(),
                    (c, v) -> c.socket().setExclusiveAddressUse(v));

    static {
        CommonOptions.addRandomPort(OPTIONS);
    }

    /** Written by any thread, read by the loop when the channel is bound. */
    private volatile int backlog = NetUtil.SOMAXCONN;

    /** Written by any thread, read by the loop when the channel is bound. */
    private volatile int tcpFastOpen;

    /** Written by any thread, read by the loop. */
    private volatile int outstandingAccepts;

    IocpNotifyServerSocketChannelConfig(AbstractIocpNotifyChannel channel) {
        super(channel, new ServerChannelRecvByteBufAllocator());
    }

    @Override
    OptionTable<IocpNotifyServerSocketChannelConfig> options() {
        return OPTIONS;
    }

    @Override
    public int getBacklog() {
        return backlog;
    }

    @Override
    public int getReceiveBufferSize() {
        return read(SO_RCVBUF);
    }

    /**
     * {@inheritDoc}
     * <p>
     * As in the JDK's channels this is a wish that is kept and not passed on to Windows while the address is used
     * exclusively ({@link #isExclusiveAddressUse()}).
     */
    @Override
    public boolean isReuseAddress() {
        return read(SO_REUSEADDR);
    }

    /** Returns {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE}. */
    public boolean isExclusiveAddressUse() {
        return read(SO_EXCLUSIVEADDRUSE);
    }

    /**
     * Returns {@link io.netty.channel.ChannelOption#TCP_FASTOPEN}.
     *
     * @see #setTcpFastopen(int)
     */
    public int getTcpFastopen() {
        return read(TCP_FASTOPEN);
    }

    /** Returns {@link IocpNotifyChannelOption#OUTSTANDING_ACCEPTS}. */
    public int getOutstandingAccepts() {
        return outstandingAccepts;
    }

    // ---- setters, returning the own type

    @Override
    public IocpNotifyServerSocketChannelConfig setBacklog(int backlog) {
        write(SO_BACKLOG, backlog);
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setReceiveBufferSize(int receiveBufferSize) {
        write(SO_RCVBUF, receiveBufferSize);
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setReuseAddress(boolean reuseAddress) {
        write(SO_REUSEADDR, reuseAddress);
        return this;
    }

    /** Sets {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE}. */
    public IocpNotifyServerSocketChannelConfig setExclusiveAddressUse(boolean exclusiveAddressUse) {
        write(SO_EXCLUSIVEADDRUSE, exclusiveAddressUse);
        return this;
    }

    /**
     * Sets {@link io.netty.channel.ChannelOption#TCP_FASTOPEN}: more than 0 lets clients that have been here before
     * send bytes along with their SYN. Windows chooses the number of such requests that may wait itself. Takes effect
     * when the channel is bound, and only
     * {@linkplain IocpNotify#isTcpFastOpenServerSideAvailable() where the system has it}.
     */
    public IocpNotifyServerSocketChannelConfig setTcpFastopen(int pendingRequests) {
        write(TCP_FASTOPEN, pendingRequests);
        return this;
    }

    /** Sets {@link IocpNotifyChannelOption#OUTSTANDING_ACCEPTS}. */
    public IocpNotifyServerSocketChannelConfig setOutstandingAccepts(int outstandingAccepts) {
        write(OUTSTANDING_ACCEPTS, outstandingAccepts);
        return this;
    }

    /** Does nothing: Winsock has no such preferences. */
    @Override
    public IocpNotifyServerSocketChannelConfig setPerformancePreferences(int connectionTime, int latency,
                                                                         int bandwidth) {
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setConnectTimeoutMillis(int connectTimeoutMillis) {
        super.setConnectTimeoutMillis(connectTimeoutMillis);
        return this;
    }

    @Override
    @Deprecated
    public IocpNotifyServerSocketChannelConfig setMaxMessagesPerRead(int maxMessagesPerRead) {
        super.setMaxMessagesPerRead(maxMessagesPerRead);
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setMaxMessagesPerWrite(int maxMessagesPerWrite) {
        super.setMaxMessagesPerWrite(maxMessagesPerWrite);
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setWriteSpinCount(int writeSpinCount) {
        super.setWriteSpinCount(writeSpinCount);
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setAllocator(ByteBufAllocator allocator) {
        super.setAllocator(allocator);
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator allocator) {
        super.setRecvByteBufAllocator(allocator);
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setAutoRead(boolean autoRead) {
        super.setAutoRead(autoRead);
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setAutoClose(boolean autoClose) {
        super.setAutoClose(autoClose);
        return this;
    }

    @Override
    @Deprecated
    public IocpNotifyServerSocketChannelConfig setWriteBufferHighWaterMark(int writeBufferHighWaterMark) {
        super.setWriteBufferHighWaterMark(writeBufferHighWaterMark);
        return this;
    }

    @Override
    @Deprecated
    public IocpNotifyServerSocketChannelConfig setWriteBufferLowWaterMark(int writeBufferLowWaterMark) {
        super.setWriteBufferLowWaterMark(writeBufferLowWaterMark);
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark writeBufferWaterMark) {
        super.setWriteBufferWaterMark(writeBufferWaterMark);
        return this;
    }

    @Override
    public IocpNotifyServerSocketChannelConfig setMessageSizeEstimator(MessageSizeEstimator estimator) {
        super.setMessageSizeEstimator(estimator);
        return this;
    }
}
