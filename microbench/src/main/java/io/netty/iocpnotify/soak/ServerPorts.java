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
package io.netty.iocpnotify.soak;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * Where the server listens. All of 127/8 is this machine; connections are spread over some of its addresses, as each
 * address and port has only so many peers' ports before the time in which a closed one may not be used again is over.
 */
final class ServerPorts {

    private static final int ADDRESSES = 64;

    private final InetAddress[] addresses = new InetAddress[ADDRESSES];
    private final int plain;
    private final int tls;
    private final int datagrams;

    ServerPorts(int plain, int tls, int datagrams) throws UnknownHostException {
        this.plain = plain;
        this.tls = tls;
        this.datagrams = datagrams;
        for (int i = 0; i < ADDRESSES; i++) {
            addresses[i] = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (i + 1)});
        }
    }

    InetSocketAddress addressFor(Announcement announcement) {
        return new InetSocketAddress(addresses[(int) (announcement.id % ADDRESSES)],
                announcement.kind == Kind.TLS ? tls : plain);
    }

    InetSocketAddress datagrams() {
        return new InetSocketAddress(addresses[0], datagrams);
    }
}
