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
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.SystemProbe;
import io.netty.channel.iocpnotify.winsock.TcpSocketOptions;
import io.netty.util.internal.ObjectUtil;

import java.util.function.IntSupplier;

import static io.netty.channel.ChannelOption.IP_TOS;
import static io.netty.channel.ChannelOption.SO_RCVBUF;
import static io.netty.channel.ChannelOption.SO_REUSEADDR;
import static io.netty.channel.ChannelOption.SO_SNDBUF;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.IDEAL_SEND_BACKLOG;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_EXCLUSIVEADDRUSE;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_RANDOMIZE_PORT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.SO_REUSE_UNICASTPORT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_INITIAL_RTT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPCNT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPIDLE;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_KEEPINTVL;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_MAXRT;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_MAXRTMS;
import static io.netty.channel.iocpnotify.IocpNotifyChannelOption.TCP_MAX_SYN_RETRANSMISSIONS;
import static io.netty.channel.iocpnotify.winsock.TcpSocketOptions.INITIAL_RTO;
import static io.netty.channel.iocpnotify.winsock.TcpSocketOptions.MAX_INITIAL_RTT;
import static io.netty.channel.iocpnotify.winsock.TcpSocketOptions.MAX_KEEP_ALIVE_SECONDS;
import static io.netty.channel.iocpnotify.winsock.TcpSocketOptions.MAX_SYN_RETRANSMISSIONS;
import static io.netty.channel.iocpnotify.winsock.TcpSocketOptions.SYSTEM_DEFAULT;

/** Descriptions of options that are the socket's own business, for the tables of the channels that have them. */
final class CommonOptions {

    private static final SystemProbe RANDOMIZE_PORT =
            SystemProbe.ofOption(() -> Native.SOL_SOCKET, () -> Native.SO_RANDOMIZE_PORT);
    private static final SystemProbe REUSE_UNICASTPORT =
            SystemProbe.ofOption(() -> Native.SOL_SOCKET, () -> Native.SO_REUSE_UNICASTPORT);

    private static final int MAX_KEEP_ALIVE_PROBES = 255;

    static <C extends IocpNotifyChannelConfig<C>> OptionTable<C> addReceiveBuffer(OptionTable<C> table) {
        return table.add(SO_RCVBUF, Integer.class, c -> c.socket().intOption(Native.SOL_SOCKET, Native.SO_RCVBUF),
                (c, v) -> c.socket().setIntOption(Native.SOL_SOCKET, Native.SO_RCVBUF,
                        ObjectUtil.checkPositive(v, "SO_RCVBUF")));
    }

    static <C extends IocpNotifyChannelConfig<C>> OptionTable<C> addBuffers(OptionTable<C> table) {
        return addReceiveBuffer(table).add(SO_SNDBUF, Integer.class,
                c -> c.socket().intOption(Native.SOL_SOCKET, Native.SO_SNDBUF), (c, v) -> {
                    ObjectUtil.checkPositive(v, "SO_SNDBUF");
                    c.socket().setIntOption(Native.SOL_SOCKET, Native.SO_SNDBUF, v);
                    // Twice the size: the next bytes are then there when the system sends faster than expected.
                    c.setMaxBytesPerWrite(2L * v);
                });
    }

    static <C extends IocpNotifyChannelConfig<C>> OptionTable<C> addTrafficClass(OptionTable<C> table) {
        return table.add(IP_TOS, Integer.class, c -> c.socket().getTrafficClass(),
                (c, v) -> c.socket().setTrafficClass(ObjectUtil.checkInRange(v, 0, 255, "IP_TOS")));
    }

    /** How a TCP channel is bound. */
    static <C extends IocpNotifyChannelConfig<C>> OptionTable<C> addBind(OptionTable<C> table) {
        return table.add(SO_REUSEADDR, Boolean.class, c -> c.socket().isReuseAddress(),
                        (c, v) -> c.socket().setReuseAddress(v))
                .add(SO_EXCLUSIVEADDRUSE, Boolean.class, c -> c.socket().isExclusiveAddressUse(),
                        (c, v) -> c.socket().setExclusiveAddressUse(v))
                .add(SO_RANDOMIZE_PORT, Boolean.class,
                        c -> c.socket().intOption(Native.SOL_SOCKET, Native.SO_RANDOMIZE_PORT) != 0,
                        (c, v) -> c.socket().setIntOption(Native.SOL_SOCKET, Native.SO_RANDOMIZE_PORT, v ? 1 : 0),
                        RANDOMIZE_PORT::isSupported);
    }

    /** What a connection, and the attempt to make one, can be told. */
    static OptionTable<IocpNotifySocketChannelConfig> addConnection(OptionTable<IocpNotifySocketChannelConfig> table) {
        table.add(SO_REUSE_UNICASTPORT, Boolean.class,
                        c -> c.socket().intOption(Native.SOL_SOCKET, Native.SO_REUSE_UNICASTPORT) != 0,
                        (c, v) -> c.socket().setReuseUnicastPort(v), REUSE_UNICASTPORT::isSupported)
                .add(TCP_KEEPIDLE, Integer.class, c -> c.tcp.getKeepIdle(), (c, v) -> c.tcp.setKeepIdle(
                        ObjectUtil.checkInRange(v, 1, MAX_KEEP_ALIVE_SECONDS, "TCP_KEEPIDLE")))
                .add(TCP_KEEPINTVL, Integer.class, c -> c.tcp.getKeepInterval(), (c, v) -> c.tcp.setKeepInterval(
                        ObjectUtil.checkInRange(v, 1, MAX_KEEP_ALIVE_SECONDS, "TCP_KEEPINTVL")))
                .add(TCP_INITIAL_RTT, Integer.class, c -> c.tcp.getInitialRtt(), (c, v) -> c.tcp.setInitialRtt(
                        checkInRangeOrDefault(v, 1, MAX_INITIAL_RTT, "TCP_INITIAL_RTT")), INITIAL_RTO::isSupported)
                .add(TCP_MAX_SYN_RETRANSMISSIONS, Integer.class, c -> c.tcp.getMaxSynRetransmissions(),
                        (c, v) -> c.tcp.setMaxSynRetransmissions(
                                checkInRangeOrDefault(v, 0, MAX_SYN_RETRANSMISSIONS, "TCP_MAX_SYN_RETRANSMISSIONS")),
                        INITIAL_RTO::isSupported)
                .add(IDEAL_SEND_BACKLOG, Integer.class, c -> TcpSocketOptions.idealSendBacklog(c.socket()), null);
        addTcpInteger(table, TCP_KEEPCNT, () -> Native.TCP_KEEPCNT, 1, MAX_KEEP_ALIVE_PROBES);
        addTcpInteger(table, TCP_MAXRT, () -> Native.TCP_MAXRT, -1, Integer.MAX_VALUE);
        addTcpInteger(table, TCP_MAXRTMS, () -> Native.TCP_MAXRTMS, -1, Integer.MAX_VALUE);
        return table;
    }

    /** An option of the level {@code IPPROTO_TCP} that the system may lack. */
    private static void addTcpInteger(OptionTable<IocpNotifySocketChannelConfig> table, ChannelOption<Integer> option,
                                      IntSupplier name, int min, int max) {
        SystemProbe probe = SystemProbe.ofOption(() -> Native.IPPROTO_TCP, name);
        table.add(option, Integer.class, c -> c.socket().intOption(Native.IPPROTO_TCP, name.getAsInt()),
                (c, v) -> c.socket().setIntOption(Native.IPPROTO_TCP, name.getAsInt(),
                        ObjectUtil.checkInRange(v, min, max, shortName(option))),
                probe::isSupported);
    }

    private static String shortName(ChannelOption<?> option) {
        return option.name().substring(option.name().indexOf('#') + 1);
    }

    private static int checkInRangeOrDefault(int value, int min, int max, String name) {
        return value == SYSTEM_DEFAULT ? value : ObjectUtil.checkInRange(value, min, max, name);
    }

    private CommonOptions() { }
}
