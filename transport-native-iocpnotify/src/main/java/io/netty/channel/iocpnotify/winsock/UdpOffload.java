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
package io.netty.channel.iocpnotify.winsock;

/**
 * Whether this system takes and gives several datagrams in one call: options of Windows 10 2004 and later.
 */
public final class UdpOffload {

    /** {@code UDP_SEND_MSG_SIZE}. */
    public static final SystemProbe SEND = probe(Native.UDP_SEND_MSG_SIZE);

    /** {@code UDP_RECV_MAX_COALESCED_SIZE}. */
    public static final SystemProbe RECEIVE = probe(Native.UDP_RECV_MAX_COALESCED_SIZE);

    private static SystemProbe probe(final int name) {
        // While nobody knows they go one by one, which is right everywhere.
        return new SystemProbe(false) {
            @Override
            long open() {
                return NativeDatagram.newDatagram(false);
            }

            @Override
            public long ask(long socket) {
                return NativeOptions.getInt(socket, Native.IPPROTO_UDP, name);
            }
        };
    }

    private UdpOffload() { }
}
