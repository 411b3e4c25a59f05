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

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The kinds of channel; what holds for all of them is tested with each.
 */
public enum ChannelKind {

    TCP_CLIENT {
        @Override
        AbstractIocpNotifyChannel newChannel() {
            return new IocpNotifySocketChannel();
        }
    },

    TCP_SERVER {
        @Override
        AbstractIocpNotifyChannel newChannel() {
            return new IocpNotifyServerSocketChannel();
        }
    },

    UDP {
        @Override
        AbstractIocpNotifyChannel newChannel() {
            return new IocpNotifyDatagramChannel();
        }
    },

    DOMAIN_CLIENT {
        @Override
        AbstractIocpNotifyChannel newChannel() {
            needsDomainSockets();
            return new IocpNotifyDomainSocketChannel();
        }
    },

    DOMAIN_SERVER {
        @Override
        AbstractIocpNotifyChannel newChannel() {
            needsDomainSockets();
            return new IocpNotifyServerDomainSocketChannel();
        }
    };

    /** A channel with its own socket, neither registered nor bound. Skips the test where there is no such socket. */
    abstract AbstractIocpNotifyChannel newChannel();

    public static void needsDomainSockets() {
        assumeTrue(IocpNotify.isDomainSocketAvailable(),
                "no sockets of AF_UNIX here: Windows 10 1803 and Windows Server 2019 are the first to have them");
    }
}
