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

import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.SocketOptionProbe;
import io.netty.channel.iocpnotify.winsock.TcpSocketOptions;
import io.netty.util.internal.ObjectUtil;

import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.IDEAL_SEND_BACKLOG;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_RANDOMIZE_PORT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_REUSE_UNICASTPORT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_INITIAL_RTT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPCNT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPIDLE;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPINTVL;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_MAXRT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_MAXRTMS;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_MAX_SYN_RETRANSMISSIONS;
import static io.netty.channel.iocpnotify.winsock.TcpSocketOptions.MAX_INITIAL_RTT;
import static io.netty.channel.iocpnotify.winsock.TcpSocketOptions.MAX_KEEP_ALIVE_SECONDS;
import static io.netty.channel.iocpnotify.winsock.TcpSocketOptions.MAX_SYN_RETRANSMISSIONS;
import static io.netty.channel.iocpnotify.winsock.TcpSocketOptions.SYSTEM_DEFAULT;

/**
 * Descriptions of options that are the socket's own business, for the tables of the channels that have them.
 */
final class CommonOptions {

    private static final int MAX_KEEP_ALIVE_PROBES = 255;

    /** How the port is chosen, for what is bound. */
    static <C extends IocpNotifyChannelConfig<C>> void addRandomPort(OptionTable<C> table) {
        table.add(SO_RANDOMIZE_PORT, Boolean.class, c -> c.socket().isRandomizePort(),
                (c, v) -> c.socket().setRandomizePort(v),
                c -> SocketOptionProbe.SO_RANDOMIZE_PORT.isSupported(c.socket()));
    }

    /** What a connection, and the attempt to make one, can be told. */
    static void addConnection(OptionTable<IocpNotifySocketChannelConfig> table) {
        table.add(SO_REUSE_UNICASTPORT, Boolean.class, c -> c.socket().isReuseUnicastPort(),
                        (c, v) -> c.socket().setReuseUnicastPort(v),
                        c -> SocketOptionProbe.SO_REUSE_UNICASTPORT.isSupported(c.socket()))
                .add(TCP_KEEPIDLE, Integer.class, c -> c.kept().getKeepIdle(),
                        (c, v) -> c.kept().setKeepIdle(
                                ObjectUtil.checkInRange(v, 1, MAX_KEEP_ALIVE_SECONDS, "TCP_KEEPIDLE")))
                .add(TCP_KEEPINTVL, Integer.class, c -> c.kept().getKeepInterval(),
                        (c, v) -> c.kept().setKeepInterval(
                                ObjectUtil.checkInRange(v, 1, MAX_KEEP_ALIVE_SECONDS, "TCP_KEEPINTVL")))
                .add(TCP_KEEPCNT, Integer.class,
                        c -> c.socket().intOption(Native.IPPROTO_TCP, Native.TCP_KEEPCNT),
                        (c, v) -> c.socket().setIntOption(Native.IPPROTO_TCP, Native.TCP_KEEPCNT,
                                ObjectUtil.checkInRange(v, 1, MAX_KEEP_ALIVE_PROBES, "TCP_KEEPCNT")),
                        c -> SocketOptionProbe.TCP_KEEPCNT.isSupported(c.socket()))
                .add(TCP_MAXRT, Integer.class, c -> c.socket().intOption(Native.IPPROTO_TCP, Native.TCP_MAXRT),
                        (c, v) -> c.socket().setIntOption(Native.IPPROTO_TCP, Native.TCP_MAXRT,
                                ObjectUtil.checkInRange(v, -1, Integer.MAX_VALUE, "TCP_MAXRT")),
                        c -> SocketOptionProbe.TCP_MAXRT.isSupported(c.socket()))
                .add(TCP_MAXRTMS, Integer.class, c -> c.socket().intOption(Native.IPPROTO_TCP, Native.TCP_MAXRTMS),
                        (c, v) -> c.socket().setIntOption(Native.IPPROTO_TCP, Native.TCP_MAXRTMS,
                                ObjectUtil.checkInRange(v, -1, Integer.MAX_VALUE, "TCP_MAXRTMS")),
                        c -> SocketOptionProbe.TCP_MAXRTMS.isSupported(c.socket()))
                .add(TCP_INITIAL_RTT, Integer.class, c -> c.kept().getInitialRtt(),
                        (c, v) -> c.kept().setInitialRtt(
                                checkInRangeOrDefault(v, 1, MAX_INITIAL_RTT, "TCP_INITIAL_RTT")),
                        c -> SocketOptionProbe.TCP_INITIAL_RTO.isSupported(c.socket()))
                .add(TCP_MAX_SYN_RETRANSMISSIONS, Integer.class, c -> c.kept().getMaxSynRetransmissions(),
                        (c, v) -> c.kept().setMaxSynRetransmissions(
                                checkInRangeOrDefault(v, 0, MAX_SYN_RETRANSMISSIONS, "TCP_MAX_SYN_RETRANSMISSIONS")),
                        c -> SocketOptionProbe.TCP_INITIAL_RTO.isSupported(c.socket()))
                .addReadOnly(IDEAL_SEND_BACKLOG, Integer.class, c -> TcpSocketOptions.idealSendBacklog(c.socket()));
    }

    private static int checkInRangeOrDefault(int value, int min, int max, String name) {
        return value == SYSTEM_DEFAULT ? value : ObjectUtil.checkInRange(value, min, max, name);
    }

    private CommonOptions() { }
}
