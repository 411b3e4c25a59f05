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
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.PlatformDependent;

import java.io.IOException;

import static io.netty.channel.ChannelOption.ALLOW_HALF_CLOSURE;
import static io.netty.channel.ChannelOption.IP_TOS;
import static io.netty.channel.ChannelOption.SO_KEEPALIVE;
import static io.netty.channel.ChannelOption.SO_LINGER;
import static io.netty.channel.ChannelOption.SO_RCVBUF;
import static io.netty.channel.ChannelOption.SO_REUSEADDR;
import static io.netty.channel.ChannelOption.SO_SNDBUF;
import static io.netty.channel.ChannelOption.TCP_FASTOPEN_CONNECT;
import static io.netty.channel.ChannelOption.TCP_NODELAY;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.LIMIT_WRITES_TO_IDEAL_SEND_BACKLOG;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPCNT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPIDLE;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPINTVL;

/**
 * The configuration of an {@link IocpNotifySocketChannel}. Every method may be called from any thread; what concerns
 * the socket fails with a {@link ChannelException} once the channel is closed.
 */
public final class IocpNotifySocketChannelConfig extends IocpNotifyChannelConfig implements SocketChannelConfig {

    /** What {@code SO_LINGER} is when closing does not wait. */
    private static final int LINGER_OFF = -1;

    private static final OptionTable<IocpNotifySocketChannelConfig> OPTIONS =
            new OptionTable<IocpNotifySocketChannelConfig>()
            .add(SO_RCVBUF, Integer.class, c -> c.socket().getReceiveBufferSize(),
                    (c, v) -> c.socket().setReceiveBufferSize(ObjectUtil.checkPositive(v, "SO_RCVBUF")))
            .add(SO_SNDBUF, Integer.class, c -> c.socket().getSendBufferSize(),
                    (c, v) -> c.changeSendBufferSize(ObjectUtil.checkPositive(v, "SO_SNDBUF")))
            .add(TCP_NODELAY, Boolean.class, c -> c.socket().isTcpNoDelay(), (c, v) -> c.changeTcpNoDelay(v))
            .add(SO_KEEPALIVE, Boolean.class, c -> c.socket().isKeepAlive(), (c, v) -> c.socket().setKeepAlive(v))
            .add(SO_REUSEADDR, Boolean.class, c -> c.socket().isReuseAddress(),
                    (c, v) -> c.socket().setReuseAddress(v))
            .add(SO_LINGER, Integer.class, c -> c.currentSoLinger(), (c, v) -> c.changeSoLinger(v))
            .add(IP_TOS, Integer.class, c -> c.socket().getTrafficClass(),
                    (c, v) -> c.socket().setTrafficClass(ObjectUtil.checkInRange(v, 0, 255, "IP_TOS")))
            .add(ALLOW_HALF_CLOSURE, Boolean.class, c -> c.allowHalfClosure, (c, v) -> c.allowHalfClosure = v)
            .add(TCP_FASTOPEN_CONNECT, Boolean.class, c -> c.tcpFastOpenConnect, (c, v) -> c.tcpFastOpenConnect = v)
            .add(SO_EXCLUSIVEADDRUSE, Boolean.class, c -> c.socket().isExclusiveAddressUse(),
                    (c, v) -> c.socket().setExclusiveAddressUse(v));

    static {
        CommonOptions.addRandomPort(OPTIONS);
        CommonOptions.addConnection(OPTIONS);
        OPTIONS.add(LIMIT_WRITES_TO_IDEAL_SEND_BACKLOG, Boolean.class, c -> c.backlogLimit != null,
                IocpNotifySocketChannelConfig::limitWritesToBacklog);
    }

    /** Written by any thread, read by the loop. */
    private volatile boolean allowHalfClosure;

    /** Written by any thread, read by the loop. */
    private volatile boolean tcpFastOpenConnect;

    /** What the socket was told: closing it needs no call to find out. Written by any thread, read by the loop. */
    private volatile int soLinger = LINGER_OFF;

    /**
     * Whether the socket still has the TCP_NODELAY that it was given here when it was new, so that those who ask for it
     * as well cost no call. Any thread clears it, before it changes anything.
     */
    private volatile boolean noDelayFromBirth;

    /** {@code null} if it is not wanted. Written by any thread, read by the loop. */
    private volatile SendBacklogLimit backlogLimit;

    /** Adjusted by the loop to what the socket takes, by any thread with {@code SO_SNDBUF}. */
    private volatile long maxBytesPerWrite = StreamWriter.MAX_BYTES_PER_WRITE;

    IocpNotifySocketChannelConfig(AbstractIocpNotifyChannel channel) {
        super(channel);
        if (PlatformDependent.canEnableTcpNoDelayByDefault()) {
            try {
                socket().setTcpNoDelay(true);
                noDelayFromBirth = true;
            } catch (IOException ignored) {
                // A connection that was accepted may be reset already: whoever reads from the channel will hear of it.
            }
        }
    }

    @Override
    OptionTable<IocpNotifySocketChannelConfig> options() {
        return OPTIONS;
    }

    private void changeTcpNoDelay(boolean noDelay) throws IOException {
        if (noDelay && noDelayFromBirth) {
            // Fails for a closed channel, as any other value does.
            socket().openHandle();
            return;
        }
        noDelayFromBirth = false;
        socket().setTcpNoDelay(noDelay);
    }

    @Override
    void socketMayChange() {
        noDelayFromBirth = false;
    }

    private void changeSendBufferSize(int size) throws IOException {
        socket().setSendBufferSize(size);
        // Twice as much, to have the next bytes there when the system sends faster than expected.
        setMaxBytesPerWrite(2L * size);
    }

    private int currentSoLinger() throws IOException {
        socket().openHandle();
        return soLinger;
    }

    private void changeSoLinger(int seconds) throws IOException {
        socket().setSoLinger(seconds);
        soLinger = seconds < 0 ? LINGER_OFF : Math.min(seconds, WinSocketOptions.MAX_LINGER);
    }

    /** A socket that was made elsewhere may linger already. */
    void adoptSoLinger() throws IOException {
        soLinger = socket().soLinger();
    }

    /** The most that one call may hand to the system, which takes whole buffers into its memory. */
    long maxBytesPerWrite() {
        SendBacklogLimit limit = backlogLimit;
        return limit == null ? maxBytesPerWrite : limit.limit(maxBytesPerWrite);
    }

    /** So many bytes are about to be written. In the loop. */
    void prepareWrite(long pending) {
        SendBacklogLimit limit = backlogLimit;
        if (limit != null) {
            limit.prepare(pending);
        }
    }

    private void limitWritesToBacklog(boolean limited) {
        if (limited != (backlogLimit != null)) {
            backlogLimit = limited ? new SendBacklogLimit(socket()) : null;
        }
    }

    /** What {@link #getSoLinger()} says, also once the channel is closed. */
    int lingerSeconds() {
        return soLinger;
    }

    void setMaxBytesPerWrite(long bytes) {
        maxBytesPerWrite = Math.min(bytes, StreamWriter.MAX_BYTES_PER_WRITE);
    }

    @Override
    public int getReceiveBufferSize() {
        return read(SO_RCVBUF);
    }

    @Override
    public int getSendBufferSize() {
        return read(SO_SNDBUF);
    }

    @Override
    public boolean isTcpNoDelay() {
        return read(TCP_NODELAY);
    }

    @Override
    public boolean isKeepAlive() {
        return read(SO_KEEPALIVE);
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

    @Override
    public int getSoLinger() {
        return read(SO_LINGER);
    }

    @Override
    public int getTrafficClass() {
        return read(IP_TOS);
    }

    @Override
    public boolean isAllowHalfClosure() {
        return allowHalfClosure;
    }

    /**
     * Returns {@link io.netty.channel.ChannelOption#TCP_FASTOPEN_CONNECT}.
     *
     * @see #setTcpFastOpenConnect(boolean)
     */
    public boolean isTcpFastOpenConnect() {
        return read(TCP_FASTOPEN_CONNECT);
    }

    /** Returns {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE}. */
    public boolean isExclusiveAddressUse() {
        return read(SO_EXCLUSIVEADDRUSE);
    }

    /** Returns {@link IocpNotifyChannelOption#TCP_KEEPIDLE}, seconds. */
    public int getTcpKeepIdle() {
        return read(TCP_KEEPIDLE);
    }

    /** Returns {@link IocpNotifyChannelOption#TCP_KEEPINTVL}, seconds. */
    public int getTcpKeepIntvl() {
        return read(TCP_KEEPINTVL);
    }

    /**
     * Returns {@link IocpNotifyChannelOption#TCP_KEEPCNT}.
     *
     * @throws UnsupportedOperationException if the system has no such option
     */
    public int getTcpKeepCnt() {
        return read(TCP_KEEPCNT);
    }

    // ---- setters, returning the own type

    /** Sets {@link IocpNotifyChannelOption#TCP_KEEPIDLE}, seconds. */
    public IocpNotifySocketChannelConfig setTcpKeepIdle(int seconds) {
        write(TCP_KEEPIDLE, seconds);
        return this;
    }

    /** Sets {@link IocpNotifyChannelOption#TCP_KEEPINTVL}, seconds. */
    public IocpNotifySocketChannelConfig setTcpKeepIntvl(int seconds) {
        write(TCP_KEEPINTVL, seconds);
        return this;
    }

    /**
     * Sets {@link IocpNotifyChannelOption#TCP_KEEPCNT}.
     *
     * @throws UnsupportedOperationException if the system has no such option
     */
    public IocpNotifySocketChannelConfig setTcpKeepCnt(int probes) {
        write(TCP_KEEPCNT, probes);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setReceiveBufferSize(int receiveBufferSize) {
        write(SO_RCVBUF, receiveBufferSize);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setSendBufferSize(int sendBufferSize) {
        write(SO_SNDBUF, sendBufferSize);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setTcpNoDelay(boolean tcpNoDelay) {
        write(TCP_NODELAY, tcpNoDelay);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setKeepAlive(boolean keepAlive) {
        write(SO_KEEPALIVE, keepAlive);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setReuseAddress(boolean reuseAddress) {
        write(SO_REUSEADDR, reuseAddress);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setSoLinger(int soLinger) {
        write(SO_LINGER, soLinger);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setTrafficClass(int trafficClass) {
        write(IP_TOS, trafficClass);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setAllowHalfClosure(boolean allowHalfClosure) {
        write(ALLOW_HALF_CLOSURE, allowHalfClosure);
        return this;
    }

    /**
     * Sets {@link io.netty.channel.ChannelOption#TCP_FASTOPEN_CONNECT}: bytes that were written before the channel is
     * told to connect go along with the SYN, if the peer knows this host already. Takes effect when the channel
     * connects, and only {@linkplain IocpNotify#isTcpFastOpenClientSideAvailable() where the system has it}.
     */
    public IocpNotifySocketChannelConfig setTcpFastOpenConnect(boolean fastOpenConnect) {
        write(TCP_FASTOPEN_CONNECT, fastOpenConnect);
        return this;
    }

    /** Sets {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE}. */
    public IocpNotifySocketChannelConfig setExclusiveAddressUse(boolean exclusiveAddressUse) {
        write(SO_EXCLUSIVEADDRUSE, exclusiveAddressUse);
        return this;
    }

    /** Does nothing: Winsock has no such preferences. */
    @Override
    public IocpNotifySocketChannelConfig setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setConnectTimeoutMillis(int connectTimeoutMillis) {
        super.setConnectTimeoutMillis(connectTimeoutMillis);
        return this;
    }

    @Override
    @Deprecated
    public IocpNotifySocketChannelConfig setMaxMessagesPerRead(int maxMessagesPerRead) {
        super.setMaxMessagesPerRead(maxMessagesPerRead);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setMaxMessagesPerWrite(int maxMessagesPerWrite) {
        super.setMaxMessagesPerWrite(maxMessagesPerWrite);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setWriteSpinCount(int writeSpinCount) {
        super.setWriteSpinCount(writeSpinCount);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setAllocator(ByteBufAllocator allocator) {
        super.setAllocator(allocator);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator allocator) {
        super.setRecvByteBufAllocator(allocator);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setAutoRead(boolean autoRead) {
        super.setAutoRead(autoRead);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setAutoClose(boolean autoClose) {
        super.setAutoClose(autoClose);
        return this;
    }

    @Override
    @Deprecated
    public IocpNotifySocketChannelConfig setWriteBufferHighWaterMark(int writeBufferHighWaterMark) {
        super.setWriteBufferHighWaterMark(writeBufferHighWaterMark);
        return this;
    }

    @Override
    @Deprecated
    public IocpNotifySocketChannelConfig setWriteBufferLowWaterMark(int writeBufferLowWaterMark) {
        super.setWriteBufferLowWaterMark(writeBufferLowWaterMark);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark writeBufferWaterMark) {
        super.setWriteBufferWaterMark(writeBufferWaterMark);
        return this;
    }

    @Override
    public IocpNotifySocketChannelConfig setMessageSizeEstimator(MessageSizeEstimator estimator) {
        super.setMessageSizeEstimator(estimator);
        return this;
    }
}
