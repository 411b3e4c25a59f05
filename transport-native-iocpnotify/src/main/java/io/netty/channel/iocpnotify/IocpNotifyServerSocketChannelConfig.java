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
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.iocpnotify.winsock.TcpSocketOptions;
import io.netty.channel.iocpnotify.winsock.WinSocket;
import io.netty.channel.socket.ServerSocketChannelConfig;
import io.netty.util.NetUtil;
import io.netty.util.internal.ObjectUtil;
import io.netty.util.internal.PlatformDependent;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

import static io.netty.channel.ChannelOption.SO_BACKLOG;
import static io.netty.channel.ChannelOption.TCP_FASTOPEN;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.OUTSTANDING_ACCEPTS;

/**
 * The configuration of an {@link IocpNotifyServerSocketChannel}. Any thread may call every method. A method that needs
 * the socket throws a {@link ChannelException} if the channel is closed, or if the system refuses. A setter throws an
 * {@link IllegalArgumentException} if the value is out of range.
 */
public final class IocpNotifyServerSocketChannelConfig
        extends InternetChannelConfig<IocpNotifyServerSocketChannelConfig> implements ServerSocketChannelConfig {

    /** Far more than is useful. Each one has a socket. */
    private static final int MAX_OUTSTANDING_ACCEPTS = 1024;

    private static final OptionTable<IocpNotifyServerSocketChannelConfig> OPTIONS =
            CommonOptions.addReceiveBuffer(CommonOptions.addBind(
                    new OptionTable<IocpNotifyServerSocketChannelConfig>()))
            .add(SO_BACKLOG, Integer.class, c -> c.backlog,
                    (c, v) -> c.backlog = ObjectUtil.checkPositiveOrZero(v, "SO_BACKLOG"))
            .add(TCP_FASTOPEN, Integer.class, c -> c.tcpFastOpen,
                    (c, v) -> c.tcpFastOpen = ObjectUtil.checkPositiveOrZero(v, "TCP_FASTOPEN"))
            .add(OUTSTANDING_ACCEPTS, Integer.class, c -> c.outstandingAccepts,
                    (c, v) -> c.outstandingAccepts =
                            ObjectUtil.checkInRange(v, 0, MAX_OUTSTANDING_ACCEPTS, "OUTSTANDING_ACCEPTS"));

    // Written by any thread, read by the loop.
    private volatile int backlog = NetUtil.SOMAXCONN;
    private volatile int tcpFastOpen;
    private volatile int outstandingAccepts;

    final InheritedNoDelay inheritedNoDelay = new InheritedNoDelay();

    /**
     * Whether other code may have set {@code SO_LINGER} on the listener. Connections have its properties, so they are
     * asked for it when they are closed. Any thread sets this field, the loop reads it.
     */
    volatile boolean mayPassOnLinger;

    IocpNotifyServerSocketChannelConfig(AbstractIocpNotifyChannel channel) {
        super(channel, new ServerChannelRecvByteBufAllocator());
    }

    @Override
    void socketMayChange() {
        inheritedNoDelay.listenerMayChange();
        mayPassOnLinger = true;
    }

    @Override
    OptionTable<IocpNotifyServerSocketChannelConfig> options() {
        return OPTIONS;
    }

    /**
     * Returns {@link io.netty.channel.ChannelOption#SO_BACKLOG}: how many connections may wait to be accepted. The
     * default is {@link NetUtil#SOMAXCONN}.
     */
    @Override
    public int getBacklog() {
        return backlog;
    }

    /**
     * {@return {@link io.netty.channel.ChannelOption#TCP_FASTOPEN}: the number that was set. The default, 0, is off}
     */
    public int getTcpFastopen() {
        return read(TCP_FASTOPEN);
    }

    /** {@return {@link IocpNotifyChannelOption#OUTSTANDING_ACCEPTS}: how many {@code AcceptEx} calls, by default 0} */
    public int getOutstandingAccepts() {
        return outstandingAccepts;
    }

    // ---- setters, returning the own type

    /**
     * Sets {@link io.netty.channel.ChannelOption#SO_BACKLOG}: how many connections may wait to be accepted
     * ({@code listen}). It takes effect when the channel is bound. A number above 200 goes to the system as
     * {@code SOMAXCONN_HINT}, because Windows limits plain numbers. {@link Integer#MAX_VALUE} is {@code SOMAXCONN}: the
     * system chooses.
     */
    @Override
    public IocpNotifyServerSocketChannelConfig setBacklog(int backlog) {
        return write(SO_BACKLOG, backlog);
    }

    /**
     * Sets {@link io.netty.channel.ChannelOption#TCP_FASTOPEN}. A client that has connected to this server before may
     * then send bytes together with its SYN. It takes effect when the channel is bound, and only
     * {@linkplain IocpNotify#isTcpFastOpenServerSideAvailable() if the system has it}.
     *
     * @param pendingRequests 0 for off, more than 0 for on. Windows chooses the number of pending requests itself
     * @return this
     */
    public IocpNotifyServerSocketChannelConfig setTcpFastopen(int pendingRequests) {
        return write(TCP_FASTOPEN, pendingRequests);
    }

    /**
     * Sets {@link IocpNotifyChannelOption#OUTSTANDING_ACCEPTS}. It takes effect with the next read.
     *
     * @param outstandingAccepts the number of {@code AcceptEx} calls, from 0 to 1024
     * @return this
     */
    public IocpNotifyServerSocketChannelConfig setOutstandingAccepts(int outstandingAccepts) {
        return write(OUTSTANDING_ACCEPTS, outstandingAccepts);
    }

    /** Does nothing, because Winsock has no such preferences. */
    @Override
    public IocpNotifyServerSocketChannelConfig setPerformancePreferences(int connectionTime, int latency,
                                                                         int bandwidth) {
        return this;
    }

    /**
     * Whether the connections that {@code accept} returns have their listener's {@code TCP_NODELAY}. Winsock says that
     * they have its properties. So the first connection is asked, and where it has the option, the others need not be
     * given it.
     */
    static final class InheritedNoDelay {

        /**
         * {@code null} until a connection was asked. {@code false} is the last state: other code may have changed the
         * listener, or the first connection lacked the option. The listener's loop answers, any thread sets
         * {@code false}.
         */
        private final AtomicReference<Boolean> inherited = new AtomicReference<Boolean>();

        /** Sets the option on a listener, before it listens, unless other code may have set it. */
        void passOn(WinSocket listener) {
            if (inherited.get() == null && PlatformDependent.canEnableTcpNoDelayByDefault()) {
                try {
                    TcpSocketOptions.setNoDelay(listener, true);
                } catch (IOException ignored) {
                    // Then the first connection says that it does not have it.
                }
            }
        }

        /** Whether a connection that was accepted just now has the option. In the listener's loop. */
        boolean isSetOn(WinSocket accepted) {
            if (inherited.get() == null) {
                try {
                    inherited.compareAndSet(null, TcpSocketOptions.isNoDelay(accepted));
                } catch (IOException reset) {
                    return false;
                }
            }
            return inherited.get();
        }

        /** Called before other code changes an option of the listener. Any thread. */
        void listenerMayChange() {
            inherited.set(false);
        }
    }
}
