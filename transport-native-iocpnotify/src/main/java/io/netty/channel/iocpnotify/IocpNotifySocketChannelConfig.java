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
import io.netty.channel.iocpnotify.winsock.TcpSocketOptions;
import io.netty.channel.socket.SocketChannelConfig;

import static io.netty.channel.ChannelOption.ALLOW_HALF_CLOSURE;
import static io.netty.channel.ChannelOption.IP_TOS;
import static io.netty.channel.ChannelOption.SO_KEEPALIVE;
import static io.netty.channel.ChannelOption.SO_LINGER;
import static io.netty.channel.ChannelOption.SO_SNDBUF;
import static io.netty.channel.ChannelOption.TCP_FASTOPEN_CONNECT;
import static io.netty.channel.ChannelOption.TCP_NODELAY;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPCNT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPIDLE;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPINTVL;

/**
 * The configuration of an {@link IocpNotifySocketChannel}. Any thread may call every method. Every setter returns
 * this configuration. It throws an {@link IllegalArgumentException} if the value is out of range. The getters and
 * setters of socket options throw a {@link ChannelException} if the channel is closed, or if the system refuses.
 */
public final class IocpNotifySocketChannelConfig
        extends InternetChannelConfig<IocpNotifySocketChannelConfig> implements SocketChannelConfig {

    private static final OptionTable<IocpNotifySocketChannelConfig> OPTIONS =
            CommonOptions.addConnection(CommonOptions.addBuffers(CommonOptions.addBind(CommonOptions.addTrafficClass(
                    new OptionTable<IocpNotifySocketChannelConfig>()))))
            .add(TCP_NODELAY, Boolean.class, c -> TcpSocketOptions.isNoDelay(c.socket()),
                    (c, v) -> c.tcp.setNoDelay(v))
            .add(SO_KEEPALIVE, Boolean.class, c -> c.tcp.isKeepAlive(), (c, v) -> c.tcp.setKeepAlive(v))
            .add(SO_LINGER, Integer.class, c -> c.tcp.soLinger(), (c, v) -> c.tcp.setSoLinger(v))
            .add(ALLOW_HALF_CLOSURE, Boolean.class, c -> c.allowHalfClosure, (c, v) -> c.allowHalfClosure = v)
            .add(TCP_FASTOPEN_CONNECT, Boolean.class, c -> c.tcpFastOpenConnect, (c, v) -> c.tcpFastOpenConnect = v);

    // Written by any thread, read by the loop.
    private volatile boolean allowHalfClosure;
    private volatile boolean tcpFastOpenConnect;

    final TcpSocketOptions tcp;

    /** @param noDelay whether the socket has {@code TCP_NODELAY} already */
    IocpNotifySocketChannelConfig(AbstractIocpNotifyChannel channel, boolean noDelay) {
        super(channel);
        tcp = new TcpSocketOptions(channel.socket, noDelay);
    }

    @Override
    OptionTable<IocpNotifySocketChannelConfig> options() {
        return OPTIONS;
    }

    @Override
    void socketMayChange() {
        tcp.socketMayChange();
    }

    /** Returns {@code SO_SNDBUF}: the size of the send buffer of the socket, in bytes. */
    @Override
    public int getSendBufferSize() {
        return read(SO_SNDBUF);
    }

    /** Tells whether small writes are sent at once: {@code TCP_NODELAY}. It is on by default, as with NIO. */
    @Override
    public boolean isTcpNoDelay() {
        return read(TCP_NODELAY);
    }

    /** Tells whether TCP probes a connection without traffic: {@code SO_KEEPALIVE}. */
    @Override
    public boolean isKeepAlive() {
        return read(SO_KEEPALIVE);
    }

    /**
     * Returns {@code SO_LINGER}: how many seconds a close may wait until all bytes are sent. 0 means that the close
     * resets the connection, and -1 that lingering is off.
     */
    @Override
    public int getSoLinger() {
        return read(SO_LINGER);
    }

    /** Returns {@code IP_TOS}, from 0 to 255, as it was set last. Windows does not tell which one it uses. */
    @Override
    public int getTrafficClass() {
        return read(IP_TOS);
    }

    /**
     * Tells whether the channel stays open when the peer has ended its output:
     * {@link io.netty.channel.ChannelOption#ALLOW_HALF_CLOSURE}. The default is {@code false}.
     */
    @Override
    public boolean isAllowHalfClosure() {
        return allowHalfClosure;
    }

    /**
     * {@return whether a connect sends the first bytes: {@link io.netty.channel.ChannelOption#TCP_FASTOPEN_CONNECT}}
     * The default is {@code false}.
     */
    public boolean isTcpFastOpenConnect() {
        return read(TCP_FASTOPEN_CONNECT);
    }

    /** {@return {@link IocpNotifyChannelOption#TCP_KEEPIDLE}, in seconds} */
    public int getTcpKeepIdle() {
        return read(TCP_KEEPIDLE);
    }

    /** {@return {@link IocpNotifyChannelOption#TCP_KEEPINTVL}, in seconds} */
    public int getTcpKeepIntvl() {
        return read(TCP_KEEPINTVL);
    }

    /**
     * {@return {@link IocpNotifyChannelOption#TCP_KEEPCNT}, the number of probes}
     *
     * @throws UnsupportedOperationException if the system does not have this option
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
     */
    public IocpNotifySocketChannelConfig setTcpKeepIdle(int seconds) {
        return write(TCP_KEEPIDLE, seconds);
    }

    /**
     * Sets {@link IocpNotifyChannelOption#TCP_KEEPINTVL}.
     *
     * @param seconds the number of seconds, from 1 to 4294967
     * @return this
     */
    public IocpNotifySocketChannelConfig setTcpKeepIntvl(int seconds) {
        return write(TCP_KEEPINTVL, seconds);
    }

    /**
     * Sets {@link IocpNotifyChannelOption#TCP_KEEPCNT}.
     *
     * @param probes the number of probes, from 1 to 255
     * @return this
     * @throws UnsupportedOperationException if the system does not have this option
     */
    public IocpNotifySocketChannelConfig setTcpKeepCnt(int probes) {
        return write(TCP_KEEPCNT, probes);
    }

    /**
     * Sets {@code SO_SNDBUF}: the size of the send buffer of the socket, in bytes, at least 1. The next call that sends
     * has at most twice that many bytes. Later calls adapt to what the system takes.
     */
    @Override
    public IocpNotifySocketChannelConfig setSendBufferSize(int sendBufferSize) {
        return write(SO_SNDBUF, sendBufferSize);
    }

    /** Sets whether small writes are sent at once: {@code TCP_NODELAY}. */
    @Override
    public IocpNotifySocketChannelConfig setTcpNoDelay(boolean tcpNoDelay) {
        return write(TCP_NODELAY, tcpNoDelay);
    }

    /** Sets whether TCP probes a connection without traffic: {@code SO_KEEPALIVE}. */
    @Override
    public IocpNotifySocketChannelConfig setKeepAlive(boolean keepAlive) {
        return write(SO_KEEPALIVE, keepAlive);
    }

    /**
     * Sets {@code SO_LINGER}: how many seconds a close may wait until all bytes are sent. More than 65535 is cut to
     * that. With 0 the close resets the connection, and a negative number switches lingering off. The wait does not
     * block the event loop: another thread closes the socket.
     */
    @Override
    public IocpNotifySocketChannelConfig setSoLinger(int soLinger) {
        return write(SO_LINGER, soLinger);
    }

    /**
     * Sets {@code IP_TOS}, from 0 to 255, and {@code IPV6_TCLASS} if the socket is of IPv6. It is a wish, as with NIO:
     * Windows ignores it unless the settings of the machine allow it.
     */
    @Override
    public IocpNotifySocketChannelConfig setTrafficClass(int trafficClass) {
        return write(IP_TOS, trafficClass);
    }

    /** Sets {@link io.netty.channel.ChannelOption#ALLOW_HALF_CLOSURE}: see {@link #isAllowHalfClosure()}. */
    @Override
    public IocpNotifySocketChannelConfig setAllowHalfClosure(boolean allowHalfClosure) {
        return write(ALLOW_HALF_CLOSURE, allowHalfClosure);
    }

    /**
     * Sets {@link io.netty.channel.ChannelOption#TCP_FASTOPEN_CONNECT}. The connect then sends bytes that were written
     * before it, with {@code ConnectEx}. They go together with the SYN if the peer knows this host already and the
     * {@linkplain IocpNotify#isTcpFastOpenClientSideAvailable() system has TCP Fast Open}. Otherwise they follow the
     * handshake. The option takes effect when the channel connects.
     *
     * @param fastOpenConnect {@code true} to send the first bytes with the connect
     * @return this
     */
    public IocpNotifySocketChannelConfig setTcpFastOpenConnect(boolean fastOpenConnect) {
        return write(TCP_FASTOPEN_CONNECT, fastOpenConnect);
    }

    /** Does nothing, because Winsock has no such preferences. */
    @Override
    public IocpNotifySocketChannelConfig setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
        return this;
    }
}
