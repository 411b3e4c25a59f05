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
 * The options that channels of this transport have beyond those of {@link ChannelOption}.
 * <p>
 * An option of a connection may be set before the channel connects. A server takes it as a child option. If the system
 * does not have an option, the channel does not know it, as with the channels of the JDK. Then the option is not
 * listed, setting it returns {@code false}, and reading it returns {@code null}.
 * <p>
 * Any thread may set and read these options.
 *
 * @param <T> the type of the value
 * @see IocpNotifyIntegerOption
 * @see IocpNotifyRawOption
 * @see IocpNotifyIoctlOption
 */
public final class IocpNotifyChannelOption<T> extends ChannelOption<T> {

    /**
     * Keeps all other sockets of the machine off the port that this channel is bound to: Winsock's
     * {@code SO_EXCLUSIVEADDRUSE}. It does so whatever {@link ChannelOption#SO_REUSEADDR} the other sockets have. The
     * default is {@code true}, as in the channels of the JDK. The system property {@code sun.net.useExclusiveBind}
     * changes the default, also as there. It takes effect when the channel is bound.
     */
    public static final ChannelOption<Boolean> SO_EXCLUSIVEADDRUSE = option("SO_EXCLUSIVEADDRUSE");

    /**
     * When the system chooses the port, it chooses a random one: Winsock's {@code SO_RANDOMIZE_PORT}. Servers and
     * clients of TCP have this option. It takes effect when the channel is bound, or when it connects without a
     * bind. It must be set before that. It excludes {@link #SO_REUSE_UNICASTPORT}, which gives random ports anyway: to
     * set the second of the two fails. Every Windows that this transport supports has this option.
     */
    public static final ChannelOption<Boolean> SO_RANDOMIZE_PORT = option("SO_RANDOMIZE_PORT");

    /**
     * Lets the system choose a port that connections to other peers use already: Winsock's
     * {@code SO_REUSE_UNICASTPORT}. So a host can have more connections than ports. It is for clients that are bound to
     * port 0 before they connect. Without a bind, Windows shares ports in this way by itself. Such a channel is not
     * bound exclusively, whatever {@link #SO_EXCLUSIVEADDRUSE} says. The option takes effect when the channel is bound,
     * and must be set before that. Every Windows that this transport supports has this option.
     */
    public static final ChannelOption<Boolean> SO_REUSE_UNICASTPORT = option("SO_REUSE_UNICASTPORT");

    /**
     * How many seconds a connection has no traffic before the first keep-alive probe is sent: Winsock's
     * {@code TCP_KEEPIDLE}. The value is from 1 to 4294967. It counts while {@link ChannelOption#SO_KEEPALIVE} is on.
     * It may be set at any time.
     * <p>
     * Before Windows 10 1709 and Server 2019 the transport passes the value on with {@code SIO_KEEPALIVE_VALS}, as soon
     * as {@code SO_KEEPALIVE} is on. There, reading the option returns the value that was set, or 7200, the default of
     * Windows.
     */
    public static final ChannelOption<Integer> TCP_KEEPIDLE = option("TCP_KEEPIDLE");

    /**
     * How many seconds pass between a keep-alive probe without an answer and the next probe: Winsock's
     * {@code TCP_KEEPINTVL}. The value is from 1 to 4294967. The default of Windows is 1. All else is as with
     * {@link #TCP_KEEPIDLE}.
     */
    public static final ChannelOption<Integer> TCP_KEEPINTVL = option("TCP_KEEPINTVL");

    /**
     * How many keep-alive probes may stay without an answer before the connection is given up: Winsock's
     * {@code TCP_KEEPCNT}. The value is from 1 to 255. It may be set at any time. Windows 10 1703, Server 2019 and
     * later versions have it. Older versions always send 10 probes, and this option is unknown there.
     */
    public static final ChannelOption<Integer> TCP_KEEPCNT = option("TCP_KEEPCNT");

    /**
     * How many seconds data may stay without an acknowledgment before the connection is given up: Winsock's
     * {@code TCP_MAXRT}. The same limit holds for an attempt to connect. The value is 0 or more, or -1 for no limit. It
     * may be set at any time. Every Windows that this transport supports has this option.
     */
    public static final ChannelOption<Integer> TCP_MAXRT = option("TCP_MAXRT");

    /**
     * The same setting as {@link #TCP_MAXRT}, in milliseconds: Winsock's {@code TCP_MAXRTMS}. Windows 10 1607, Server
     * 2016 and later versions have it.
     */
    public static final ChannelOption<Integer> TCP_MAXRTMS = option("TCP_MAXRTMS");

    /**
     * How many milliseconds TCP expects the first round trip of a connect to take: {@code Rtt} of Winsock's
     * {@code SIO_TCP_INITIAL_RTO}. From this TCP computes when it sends the SYN again. The value is from 1 to 65534, or
     * -1 for the setting of the system. It takes effect with the next connect. Reading it returns the value that was
     * set. Every Windows that this transport supports has this option.
     */
    public static final ChannelOption<Integer> TCP_INITIAL_RTT = option("TCP_INITIAL_RTT");

    /**
     * How many times at most TCP sends the SYN of a connect again: {@code MaxSynRetransmissions} of Winsock's
     * {@code SIO_TCP_INITIAL_RTO}. The value is from 0 to 253, or -1 for the setting of the system. The system refuses
     * 0 before Windows 10 1709 and Server 2019. The option takes effect with the next connect. Reading it returns the
     * value that was set. Every Windows that this transport supports has this option.
     * <p>
     * While the value is -1, a connect to an address of the loopback interface does not send a SYN again. A refusal
     * there is final. By itself Windows would try for two seconds.
     */
    public static final ChannelOption<Integer> TCP_MAX_SYN_RETRANSMISSIONS = option("TCP_MAX_SYN_RETRANSMISSIONS");

    /**
     * How many bytes on their way use the connection best: Winsock's {@code SIO_IDEAL_SEND_BACKLOG_QUERY}. The number
     * follows the bandwidth, the delay and the window of the peer. The option can only be read, so
     * {@link io.netty.channel.ChannelConfig#getOptions()} does not list it. It is {@code null} while the channel is not
     * connected. Every Windows that this transport supports has this option.
     */
    public static final ChannelOption<Integer> IDEAL_SEND_BACKLOG = option("IDEAL_SEND_BACKLOG");

    /**
     * Tells for each datagram the address that it was sent to: Winsock's {@code IP_PKTINFO} and {@code IPV6_PKTINFO}. A
     * datagram channel then gives it as {@link io.netty.channel.socket.DatagramPacket#recipient()}. Without the option
     * the recipient is {@link io.netty.channel.Channel#localAddress()}. The two differ if the channel is bound to the
     * wildcard address, or if it receives multicast. The default is {@code false}.
     */
    public static final ChannelOption<Boolean> IP_PKTINFO = option("IP_PKTINFO");

    /**
     * How many bytes of datagrams from one peer the system may hand over in one call: Winsock's
     * {@code UDP_RECV_MAX_COALESCED_SIZE}. The value is from 0 to 65535. The default is 0: one datagram in each call.
     * With another value the channel reads into buffers of at least that size. Its pipeline gets single
     * {@link io.netty.channel.socket.DatagramPacket}s in any case. Windows 10 2004 and later versions have this option.
     */
    public static final ChannelOption<Integer> UDP_RECV_MAX_COALESCED_SIZE = option("UDP_RECV_MAX_COALESCED_SIZE");

    /**
     * How many {@code AcceptEx} calls a server keeps at its completion port while it reads. The value is from 0 to
     * 1024. Each call has a socket of its own. The system accepts a connection on it before the server asks for one.
     * The packet of the call brings both addresses of the connection. The default is 0: the server is notified of
     * connections, and then accepts those that wait. A new value takes effect with the next read. The server is always
     * notified if the system does not offer these calls, or if the channel has moved to another event loop.
     */
    public static final ChannelOption<Integer> OUTSTANDING_ACCEPTS = option("OUTSTANDING_ACCEPTS");

    private static <T> ChannelOption<T> option(String name) {
        return valueOf(IocpNotifyChannelOption.class, name);
    }

    @SuppressWarnings({ "unused", "deprecation" })
    private IocpNotifyChannelOption() {
        super(null);
    }
}
