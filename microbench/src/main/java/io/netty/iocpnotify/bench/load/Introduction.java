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
package io.netty.iocpnotify.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The byte with which connections begin, where the server does not treat all of them alike. It is not answered.
 */
public enum Introduction {
    NONE,
    /** 1 for the first connection, else 0. */
    FIRST_IS_SPECIAL,
    /** Always 0. */
    PLAIN,
    /** Always 1. */
    SPECIAL;

    /**
     * Says it.
     *
     * @param channel blocks
     */
    void say(SocketChannel channel, int index) throws IOException {
        if (this != NONE) {
            boolean special = this == SPECIAL || this == FIRST_IS_SPECIAL && index == 0;
            channel.write(ByteBuffer.wrap(new byte[] {(byte) (special ? 1 : 0)}));
        }
    }
}
