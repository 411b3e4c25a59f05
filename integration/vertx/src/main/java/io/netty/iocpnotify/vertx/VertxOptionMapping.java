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
package io.netty.iocpnotify.vertx;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.IocpNotifyChannelOption;
import io.netty.channel.socket.DatagramChannelConfig;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.net.TcpOption;

import java.net.NetworkInterface;
import java.net.SocketException;

/**
 * What Vert.x's options are on Windows, as far as {@link io.vertx.core.spi.transport.Transport} does not set them for
 * each transport.
 */
final class VertxOptionMapping {

    /** {@code option} of a bootstrap, or {@code childOption} of a server's. */
    private interface Target {
        <T> void set(ChannelOption<T> option, T value);
    }

    static void client(TcpConfig config, Bootstrap bootstrap) {
        Boolean fastOpen = config.getOption(TcpOption.FASTOPEN_CONNECT);
        if (fastOpen != null) {
            bootstrap.option(ChannelOption.TCP_FASTOPEN_CONNECT, fastOpen);
        }
        connection(config, bootstrap::option);
    }

    static void server(TcpConfig config, ServerBootstrap bootstrap) {
        Integer fastOpen = config.getOption(TcpOption.FASTOPEN);
        if (fastOpen != null) {
            bootstrap.option(ChannelOption.TCP_FASTOPEN, fastOpen);
        }
        connection(config, bootstrap::childOption);
    }

    private static void connection(TcpConfig config, Target target) {
        setUnlessZero(config, TcpOption.USER_TIMEOUT, target, IocpNotifyChannelOption.TCP_MAXRTMS);
        setUnlessZero(config, TcpOption.KEEPIDLE, target, IocpNotifyChannelOption.TCP_KEEPIDLE);
        setUnlessZero(config, TcpOption.KEEPINTVL, target, IocpNotifyChannelOption.TCP_KEEPINTVL);
        setUnlessZero(config, TcpOption.KEEPCNT, target, IocpNotifyChannelOption.TCP_KEEPCNT);
    }

    /** In all these options of Vert.x, 0 stands for what the system does by itself. */
    private static void setUnlessZero(TcpConfig config, TcpOption<Integer> option, Target target,
                                      ChannelOption<Integer> channelOption) {
        Integer value = config.getOption(option);
        if (value != null && value != 0) {
            target.set(channelOption, value);
        }
    }

    /** Vert.x itself sets these with NIO only. */
    static void multicast(DatagramChannelConfig config, DatagramSocketOptions options) {
        config.setLoopbackModeDisabled(options.isLoopbackModeDisabled());
        if (options.getMulticastTimeToLive() != DatagramSocketOptions.DEFAULT_MULTICAST_TIME_TO_LIVE) {
            config.setTimeToLive(options.getMulticastTimeToLive());
        }
        String name = options.getMulticastNetworkInterface();
        if (name != null) {
            config.setNetworkInterface(networkInterface(name));
        }
    }

    private static NetworkInterface networkInterface(String name) {
        NetworkInterface found;
        try {
            found = NetworkInterface.getByName(name);
        } catch (SocketException e) {
            throw new IllegalArgumentException("cannot look up the network interface " + name, e);
        }
        if (found == null) {
            throw new IllegalArgumentException("this machine has no network interface with the name " + name +
                    "; NetworkInterface.networkInterfaces() lists the names");
        }
        return found;
    }

    private VertxOptionMapping() { }
}
