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
 * Options that the channels of this transport have beyond those of {@link ChannelOption}.
 */
public final class IocpNotifyChannelOption<T> extends ChannelOption<T> {

    /**
     * Whether a socket that is bound to a port keeps every other socket of the machine off that port, whatever their
     * {@link ChannelOption#SO_REUSEADDR}: Winsock's {@code SO_EXCLUSIVEADDRUSE}. {@code true} unless set otherwise, as
     * in the JDK's channels. Takes effect when the channel is bound.
     */
    public static final ChannelOption<Boolean> SO_EXCLUSIVEADDRUSE =
            valueOf(IocpNotifyChannelOption.class, "SO_EXCLUSIVEADDRUSE");

    @SuppressWarnings({ "unused", "deprecation" })
    private IocpNotifyChannelOption() {
        super(null);
    }
}
