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
 * The configuration of an {@link IocpNotifySocketChannel}. Any thread may call every method. A method that needs the
 * socket throws a {@link ChannelException} if the channel is closed, or if the system refuses.
 */
public final class IocpNotifySocketChannelConfig extends IocpNotifyChannelConfig implements SocketChannelConfig {

    /** The value of {@code SO_LINGER} when lingering is off. */
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

    /** The value that was set, so that the close needs no call for it. Written by any thread, read by the loop. */
    private volatile int soLinger = LINGER_OFF;

    /**
     * Whether the socket still has the TCP_NODELAY that the constructor has set. To set it again then costs no call.
     * Any thread clears this field before it changes the option.
     */
    private volatile boolean noDelayFromBirth;

    /** {@code null} if writes are not limited. Written by any thread, read by the loop. */
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
                // An accepted connection may be reset already. A read of the channel tells that.
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
        // Twice the size: the next bytes are then there when the system sends faster than expected.
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

    /** Takes over the {@code SO_LINGER} that other code has set on the socket before. */
    void adoptSoLinger() throws IOException {
        soLinger = socket().soLinger();
    }

    /** The most bytes of one call. The system takes whole buffers into its memory. */
    long maxBytesPerWrite() {
        SendBacklogLimit limit = backlogLimit;
        return limit == null ? maxBytesPerWrite : limit.limit(maxBytesPerWrite);
    }

    /** Called before a write of {@code pending} bytes, in the loop. */
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

    /** As {@link #getSoLinger()}, but it also answers once the channel is closed. */
    int lingerSeconds() {
        return soLinger;
    }

    void setMaxBytesPerWrite(long bytes) {
        maxBytesPerWrite = Math.min(bytes, StreamWriter.MAX_BYTES_PER_WRITE);
    }

    /**
     * Returns {@code SO_RCVBUF}: the size of the receive buffer of the socket.
     *
     * @return the size in bytes
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    @Override
    public int getReceiveBufferSize() {
        return read(SO_RCVBUF);
    }

    /**
     * Returns {@code SO_SNDBUF}: the size of the send buffer of the socket.
     *
     * @return the size in bytes
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    @Override
    public int getSendBufferSize() {
        return read(SO_SNDBUF);
    }

    /**
     * Returns {@code TCP_NODELAY}. It is on by default, as in Netty's other transports.
     *
     * @return {@code true} if small writes are sent at once
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    @Override
    public boolean isTcpNoDelay() {
        return read(TCP_NODELAY);
    }

    /**
     * Returns {@code SO_KEEPALIVE}.
     *
     * @return {@code true} if TCP probes a connection without traffic
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    @Override
    public boolean isKeepAlive() {
        return read(SO_KEEPALIVE);
    }

    /**
     * Returns {@code SO_REUSEADDR}. While {@link #isExclusiveAddressUse()} is {@code true}, the value is only kept and
     * not passed on to Windows, as in the channels of the JDK.
     *
     * @return the value that was set last
     * @throws ChannelException if the channel is closed
     */
    @Override
    public boolean isReuseAddress() {
        return read(SO_REUSEADDR);
    }

    /**
     * Returns {@code SO_LINGER}: how long a close may wait until all bytes are sent.
     *
     * @return the number of seconds, or 0 if the close resets the connection, or -1 if lingering is off
     * @throws ChannelException if the channel is closed
     */
    @Override
    public int getSoLinger() {
        return read(SO_LINGER);
    }

    /**
     * Returns {@code IP_TOS}: the value that was set last. Windows does not tell which one it uses.
     *
     * @return the traffic class, from 0 to 255
     * @throws ChannelException if the channel is closed
     */
    @Override
    public int getTrafficClass() {
        return read(IP_TOS);
    }

    /**
     * Returns {@link io.netty.channel.ChannelOption#ALLOW_HALF_CLOSURE}. The default is {@code false}.
     *
     * @return {@code true} if the channel stays open when the peer has ended its output
     */
    @Override
    public boolean isAllowHalfClosure() {
        return allowHalfClosure;
    }

    /**
     * Returns {@link io.netty.channel.ChannelOption#TCP_FASTOPEN_CONNECT}. The default is {@code false}.
     *
     * @return {@code true} if a connect sends the first bytes
     * @see #setTcpFastOpenConnect(boolean)
     */
    public boolean isTcpFastOpenConnect() {
        return read(TCP_FASTOPEN_CONNECT);
    }

    /**
     * Returns {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE}.
     *
     * @return {@code true} if no other socket may use the port
     * @throws ChannelException if the channel is closed
     */
    public boolean isExclusiveAddressUse() {
        return read(SO_EXCLUSIVEADDRUSE);
    }

    /**
     * Returns {@link IocpNotifyChannelOption#TCP_KEEPIDLE}.
     *
     * @return the number of seconds
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    public int getTcpKeepIdle() {
        return read(TCP_KEEPIDLE);
    }

    /**
     * Returns {@link IocpNotifyChannelOption#TCP_KEEPINTVL}.
     *
     * @return the number of seconds
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    public int getTcpKeepIntvl() {
        return read(TCP_KEEPINTVL);
    }

    /**
     * Returns {@link IocpNotifyChannelOption#TCP_KEEPCNT}.
     *
     * @return the number of probes
     * @throws UnsupportedOperationException if the system does not have this option
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    public int getTcpKeepCnt() {
        return read(TCP_KEEPCNT);
    }

    // ---- setters, returning the own type

    /**
     * Sets {@link IocpNotifyChannelOption#TCP_KEEPIDLE}.
     *
     * @param seconds the number of seconds, from 1 to 4294967
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    public IocpNotifySocketChannelConfig setTcpKeepIdle(int seconds) {
        write(TCP_KEEPIDLE, seconds);
        return this;
    }

    /**
     * Sets {@link IocpNotifyChannelOption#TCP_KEEPINTVL}.
     *
     * @param seconds the number of seconds, from 1 to 4294967
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    public IocpNotifySocketChannelConfig setTcpKeepIntvl(int seconds) {
        write(TCP_KEEPINTVL, seconds);
        return this;
    }

    /**
     * Sets {@link IocpNotifyChannelOption#TCP_KEEPCNT}.
     *
     * @param probes the number of probes, from 1 to 255
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     * @throws UnsupportedOperationException if the system does not have this option
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    public IocpNotifySocketChannelConfig setTcpKeepCnt(int probes) {
        write(TCP_KEEPCNT, probes);
        return this;
    }

    /**
     * Sets {@code SO_RCVBUF}: the size of the receive buffer of the socket.
     *
     * @param receiveBufferSize the size in bytes
     * @return this
     * @throws IllegalArgumentException if the size is not positive
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    @Override
    public IocpNotifySocketChannelConfig setReceiveBufferSize(int receiveBufferSize) {
        write(SO_RCVBUF, receiveBufferSize);
        return this;
    }

    /**
     * Sets {@code SO_SNDBUF}: the size of the send buffer of the socket. The next call that sends has at most twice
     * that many bytes. Later calls adapt to what the system takes.
     *
     * @param sendBufferSize the size in bytes
     * @return this
     * @throws IllegalArgumentException if the size is not positive
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    @Override
    public IocpNotifySocketChannelConfig setSendBufferSize(int sendBufferSize) {
        write(SO_SNDBUF, sendBufferSize);
        return this;
    }

    /**
     * Sets {@code TCP_NODELAY}.
     *
     * @param tcpNoDelay {@code true} to send small writes at once
     * @return this
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    @Override
    public IocpNotifySocketChannelConfig setTcpNoDelay(boolean tcpNoDelay) {
        write(TCP_NODELAY, tcpNoDelay);
        return this;
    }

    /**
     * Sets {@code SO_KEEPALIVE}.
     *
     * @param keepAlive {@code true} to let TCP probe a connection without traffic
     * @return this
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    @Override
    public IocpNotifySocketChannelConfig setKeepAlive(boolean keepAlive) {
        write(SO_KEEPALIVE, keepAlive);
        return this;
    }

    /**
     * Sets {@code SO_REUSEADDR}. It takes effect when the channel is bound.
     *
     * @param reuseAddress {@code true} to let other sockets take the same port. It has no effect while
     *         {@link #isExclusiveAddressUse()} is {@code true}
     * @return this
     * @throws ChannelException if the channel is closed
     */
    @Override
    public IocpNotifySocketChannelConfig setReuseAddress(boolean reuseAddress) {
        write(SO_REUSEADDR, reuseAddress);
        return this;
    }

    /**
     * Sets {@code SO_LINGER}: how long a close may wait until all bytes are sent. The wait does not block the event
     * loop: another thread closes the socket.
     *
     * @param soLinger the number of seconds; more than 65535 is cut to that. With 0 the close resets the connection,
     *         and a negative number switches lingering off
     * @return this
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    @Override
    public IocpNotifySocketChannelConfig setSoLinger(int soLinger) {
        write(SO_LINGER, soLinger);
        return this;
    }

    /**
     * Sets {@code IP_TOS}, and {@code IPV6_TCLASS} if the socket is of IPv6. It is a wish, as with NIO: Windows ignores
     * it unless the settings of the machine allow it.
     *
     * @param trafficClass the value, from 0 to 255
     * @return this
     * @throws IllegalArgumentException if the value is out of range
     * @throws ChannelException if the channel is closed, or the system refuses
     */
    @Override
    public IocpNotifySocketChannelConfig setTrafficClass(int trafficClass) {
        write(IP_TOS, trafficClass);
        return this;
    }

    /**
     * Sets {@link io.netty.channel.ChannelOption#ALLOW_HALF_CLOSURE}.
     *
     * @param allowHalfClosure {@code true} to keep the channel open when the peer has ended its output
     * @return this
     */
    @Override
    public IocpNotifySocketChannelConfig setAllowHalfClosure(boolean allowHalfClosure) {
        write(ALLOW_HALF_CLOSURE, allowHalfClosure);
        return this;
    }

    /**
     * Sets {@link io.netty.channel.ChannelOption#TCP_FASTOPEN_CONNECT}. The connect then sends bytes that were written
     * before it, with {@code ConnectEx}. They go together with the SYN if the peer knows this host already. The option
     * takes effect when the channel connects, and only
     * {@linkplain IocpNotify#isTcpFastOpenClientSideAvailable() if the system has it}.
     *
     * @param fastOpenConnect {@code true} to send the first bytes with the connect
     * @return this
     */
    public IocpNotifySocketChannelConfig setTcpFastOpenConnect(boolean fastOpenConnect) {
        write(TCP_FASTOPEN_CONNECT, fastOpenConnect);
        return this;
    }

    /**
     * Sets {@link IocpNotifyChannelOption#SO_EXCLUSIVEADDRUSE}. It takes effect when the channel is bound.
     *
     * @param exclusiveAddressUse {@code true} to keep other sockets off the port
     * @return this
     * @throws ChannelException if the channel is closed
     */
    public IocpNotifySocketChannelConfig setExclusiveAddressUse(boolean exclusiveAddressUse) {
        write(SO_EXCLUSIVEADDRUSE, exclusiveAddressUse);
        return this;
    }

    /**
     * Does nothing, because Winsock has no such preferences.
     *
     * @param connectionTime not used
     * @param latency not used
     * @param bandwidth not used
     * @return this
     */
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
