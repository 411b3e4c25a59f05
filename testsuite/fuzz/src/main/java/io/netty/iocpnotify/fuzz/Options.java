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
package io.netty.iocpnotify.fuzz;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;

/**
 * The options that programs set and read back.
 */
final class Options {

    private Options() {
    }

    /** Sets it, and says what it is then. */
    static String change(Channel channel, String name, int number) {
        switch (name) {
        case "nodelay":
            return change(channel, ChannelOption.TCP_NODELAY, number % 2 == 0);
        case "keepalive":
            return change(channel, ChannelOption.SO_KEEPALIVE, number % 2 == 0);
        case "sndbuf":
            return change(channel, ChannelOption.SO_SNDBUF, number);
        case "rcvbuf":
            return change(channel, ChannelOption.SO_RCVBUF, number);
        case "tos":
            return change(channel, ChannelOption.IP_TOS, trafficClass(number));
        case "spin":
            return change(channel, ChannelOption.WRITE_SPIN_COUNT, 1 + number % 16);
        case "connect":
            return change(channel, ChannelOption.CONNECT_TIMEOUT_MILLIS, number);
        default:
            return change(channel, ChannelOption.SO_REUSEADDR, number % 2 == 0);
        }
    }

    static int trafficClass(int number) {
        return number % 2 == 0 ? 0 : 8;
    }

    private static <T> String change(Channel channel, ChannelOption<T> option, T value) {
        boolean known = channel.config().setOption(option, value);
        return known + " " + channel.config().getOption(option);
    }
}
