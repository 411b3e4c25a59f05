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

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.iocpnotify.machine.Wine;

/**
 * What NIO's UDP channels cannot do under Wine. {@code docs/wine.md} has the proof.
 */
final class NioDatagrams {

    /**
     * Whether it is one of NIO's: the JDK on Windows disconnects by an address of no family, upon which Wine, like
     * Linux, takes the local port away; it then binds the port anew, which Wine refuses.
     */
    static boolean failsToDisconnect(Channel channel) {
        return Wine.IS_HERE && channel instanceof NioDatagramChannel;
    }

    private NioDatagrams() {
    }
}
