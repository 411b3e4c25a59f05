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

import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.util.NetUtil;
import io.netty.util.internal.ObjectUtil;

import static io.netty.channel.ChannelOption.SO_BACKLOG;

/** The configuration of an {@link IocpNotifyServerDomainSocketChannel}. Any thread may call every method. */
public final class IocpNotifyServerDomainSocketChannelConfig
        extends IocpNotifyChannelConfig<IocpNotifyServerDomainSocketChannelConfig> {

    private static final OptionTable<IocpNotifyServerDomainSocketChannelConfig> OPTIONS =
            new OptionTable<IocpNotifyServerDomainSocketChannelConfig>()
            .add(SO_BACKLOG, Integer.class, c -> c.backlog,
                    (c, v) -> c.backlog = ObjectUtil.checkPositiveOrZero(v, "SO_BACKLOG"));

    /** Written by any thread, read by the loop when the channel is bound. */
    private volatile int backlog = NetUtil.SOMAXCONN;

    IocpNotifyServerDomainSocketChannelConfig(AbstractIocpNotifyChannel channel) {
        super(channel, new ServerChannelRecvByteBufAllocator());
    }

    @Override
    OptionTable<IocpNotifyServerDomainSocketChannelConfig> options() {
        return OPTIONS;
    }

    /**
     * {@return {@link io.netty.channel.ChannelOption#SO_BACKLOG}: how many connections may wait to be accepted} The
     * default is {@link NetUtil#SOMAXCONN}.
     */
    public int getBacklog() {
        return backlog;
    }

    // ---- setters, returning the own type

    /**
     * Sets {@link io.netty.channel.ChannelOption#SO_BACKLOG}: how many connections may wait to be accepted
     * ({@code listen}). It takes effect when the channel is bound.
     *
     * @param backlog the number
     * @return this
     */
    public IocpNotifyServerDomainSocketChannelConfig setBacklog(int backlog) {
        return write(SO_BACKLOG, backlog);
    }
}
