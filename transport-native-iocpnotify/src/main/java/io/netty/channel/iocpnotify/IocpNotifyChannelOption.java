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

import io.netty.channel.ChannelOption;

/**
 * Options that the channels of this transport have beyond those of {@link ChannelOption}. Those of a connection may be
 * set before it is made, and as child options of a server. One that the system lacks is an unknown option, as with the
 * JDK's channels: it is not listed, setting it returns {@code false}, reading it {@code null}.
 *
 * @see IocpNotifyIntegerOption
 * @see IocpNotifyRawOption
 * @see IocpNotifyIoctlOption
 */
public final class IocpNotifyChannelOption<T> extends ChannelOption<T> {

    /**
     * Whether a socket that is bound to a port keeps every other socket of the machine off that port, whatever their
     * {@link ChannelOption#SO_REUSEADDR}: Winsock's {@code SO_EXCLUSIVEADDRUSE}. {@code true} unless set otherwise, as
     * in the JDK's channels. Takes effect when the channel is bound.
     */
    public static final ChannelOption<Boolean> SO_EXCLUSIVEADDRUSE =
            valueOf(IocpNotifyChannelOption.class, "SO_EXCLUSIVEADDRUSE");

    /**
     * Whether the port is a random one where the system chooses it: Winsock's {@code SO_RANDOMIZE_PORT}. For client and
     * server channels; takes effect when the channel is bound, or connected without, and can be set before that only.
     * Not together with {@link #SO_REUSE_UNICASTPORT}, which gives random ports anyway: setting the second of the two
     * fails. On every Windows that this transport supports.
     */
    public static final ChannelOption<Boolean> SO_RANDOMIZE_PORT =
            valueOf(IocpNotifyChannelOption.class, "SO_RANDOMIZE_PORT");

    /**
     * Whether the port that the system chooses when the channel is bound may be one that connections to other peers use
     * already, so that a host can have more connections than ports: Winsock's {@code SO_REUSE_UNICASTPORT}. Such a
     * channel is not bound exclusively, whatever {@link #SO_EXCLUSIVEADDRUSE} says. For client channels that are bound
     * to port 0 before they connect; without a bind Windows does so by itself. Takes effect when the channel is bound,
     * and can be set before that only. On every Windows that this transport supports.
     */
    public static final ChannelOption<Boolean> SO_REUSE_UNICASTPORT =
            valueOf(IocpNotifyChannelOption.class, "SO_REUSE_UNICASTPORT");

    /**
     * Seconds without traffic after which the first keep-alive probe is sent, while {@link ChannelOption#SO_KEEPALIVE}
     * is on: Winsock's {@code TCP_KEEPIDLE}. From 1 to 4294967. May be set at any time.
     * <p>
     * Before Windows 10 1709 (Server 2019) the value is passed on with {@code SIO_KEEPALIVE_VALS}, as soon as
     * {@code SO_KEEPALIVE} is on; reading it gives what was set, or 7200, the default of Windows.
     */
    public static final ChannelOption<Integer> TCP_KEEPIDLE =
            valueOf(IocpNotifyChannelOption.class, "TCP_KEEPIDLE");

    /**
     * Seconds between one keep-alive probe that is not answered and the next: Winsock's {@code TCP_KEEPINTVL}. From 1
     * to 4294967. Elsewhere as {@link #TCP_KEEPIDLE}; the default of Windows is 1.
     */
    public static final ChannelOption<Integer> TCP_KEEPINTVL =
            valueOf(IocpNotifyChannelOption.class, "TCP_KEEPINTVL");

    /**
     * How many keep-alive probes may go unanswered before the connection is given up: Winsock's {@code TCP_KEEPCNT}.
     * From 1 to 255. May be set at any time. Since Windows 10 1703 (Server 2019); before that the number is 10 and this
     * option unknown.
     */
    public static final ChannelOption<Integer> TCP_KEEPCNT =
            valueOf(IocpNotifyChannelOption.class, "TCP_KEEPCNT");

    /**
     * Seconds that data may stay unacknowledged before the connection is given up, or a connect: Winsock's
     * {@code TCP_MAXRT}. -1 for ever, else from 0. May be set at any time. On every Windows that this transport
     * supports.
     */
    public static final ChannelOption<Integer> TCP_MAXRT =
            valueOf(IocpNotifyChannelOption.class, "TCP_MAXRT");

    /**
     * As {@link #TCP_MAXRT}, in milliseconds: Winsock's {@code TCP_MAXRTMS}. Both are one setting. Since Windows 10
     * 1607 (Server 2016).
     */
    public static final ChannelOption<Integer> TCP_MAXRTMS =
            valueOf(IocpNotifyChannelOption.class, "TCP_MAXRTMS");

    /**
     * Milliseconds that the first round trip of a connect is expected to take, from which TCP computes when the SYN is
     * sent again: {@code Rtt} of Winsock's {@code SIO_TCP_INITIAL_RTO}. From 1 to 65534, or -1 for what the system is
     * set to. Takes effect with the next connect. On every Windows that this transport supports; reading it gives what
     * was set.
     */
    public static final ChannelOption<Integer> TCP_INITIAL_RTT =
            valueOf(IocpNotifyChannelOption.class, "TCP_INITIAL_RTT");

    /**
     * How often the SYN of a connect is sent again at the most: {@code MaxSynRetransmissions} of Winsock's
     * {@code SIO_TCP_INITIAL_RTO}. From 0 to 253, or -1 for what the system is set to; 0 is refused before Windows 10
     * 1709 (Server 2019). Takes effect with the next connect. On every Windows that this transport supports; reading it
     * gives what was set.
     * <p>
     * While it is -1, a connect to an address of the loopback interface does not send a SYN again: there a refusal is
     * final, but Windows would try for two seconds.
     */
    public static final ChannelOption<Integer> TCP_MAX_SYN_RETRANSMISSIONS =
            valueOf(IocpNotifyChannelOption.class, "TCP_MAX_SYN_RETRANSMISSIONS");

    /**
     * Whether one write hands over no more than {@link #IDEAL_SEND_BACKLOG}. Windows takes a whole buffer as long as
     * there is any room, and keeps it in memory that cannot be paged: with this option that is at most what the
     * connection can use, at the cost of asking for the number whenever more than that waits to be written.
     * {@code false} unless set otherwise: then up to 1 MiB. May be set at any time.
     */
    public static final ChannelOption<Boolean> LIMIT_WRITES_TO_IDEAL_SEND_BACKLOG =
            valueOf(IocpNotifyChannelOption.class, "LIMIT_WRITES_TO_IDEAL_SEND_BACKLOG");

    /**
     * How many bytes on their way make best use of the connection: Winsock's {@code SIO_IDEAL_SEND_BACKLOG_QUERY}. It
     * follows bandwidth, delay and the peer's window. Can only be read, so it is not among
     * {@link io.netty.channel.ChannelConfig#getOptions()}; {@code null} while the channel is not connected. On every
     * Windows that this transport supports.
     */
    public static final ChannelOption<Integer> IDEAL_SEND_BACKLOG =
            valueOf(IocpNotifyChannelOption.class, "IDEAL_SEND_BACKLOG");

    /**
     * Whether {@link io.netty.channel.socket.DatagramPacket#recipient()} of what a datagram channel reads is the
     * address that the datagram was sent to, and not just {@link io.netty.channel.Channel#localAddress()}: the
     * difference matters to who is bound to the wildcard address, or listens to multicast. Winsock's
     * {@code IP_PKTINFO} and {@code IPV6_PKTINFO}. {@code false} unless set otherwise.
     */
    public static final ChannelOption<Boolean> IP_PKTINFO = valueOf(IocpNotifyChannelOption.class, "IP_PKTINFO");

    /**
     * How many bytes of datagrams from one peer the system may hand to a datagram channel in one call: Winsock's
     * {@code UDP_RECV_MAX_COALESCED_SIZE}, for Windows 10 2004 and later; elsewhere the option is unknown. 0, the
     * default, for one datagram at a time. The channel reads into buffers of at least that size; its pipeline sees
     * single {@link io.netty.channel.socket.DatagramPacket}s either way.
     */
    public static final ChannelOption<Integer> UDP_RECV_MAX_COALESCED_SIZE =
            valueOf(IocpNotifyChannelOption.class, "UDP_RECV_MAX_COALESCED_SIZE");

    /**
     * How many connections a server takes from the system before anybody asks for them: so many {@code AcceptEx} are
     * outstanding at its completion port, each with a socket of its own, and a connection comes with both its
     * addresses. 0, which is the default, is to be notified of connections and accept those that wait. Takes effect
     * with the next read. Where the system does not offer it, or the channel has moved to another event loop, the
     * server is notified whatever the number.
     */
    public static final ChannelOption<Integer> OUTSTANDING_ACCEPTS =
            valueOf(IocpNotifyChannelOption.class, "OUTSTANDING_ACCEPTS");

    @SuppressWarnings({ "unused", "deprecation" })
    private IocpNotifyChannelOption() {
        super(null);
    }
}
