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
package io.netty.iocpnotify.bench.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;

import java.util.function.Supplier;

/**
 * Makes way for one of two handlers: the first byte of a connection says for which, and is not passed on.
 */
final class FirstByteHandler extends EchoHandler {

    private final Supplier<? extends ChannelHandler> plain;
    private final Supplier<? extends ChannelHandler> special;

    /**
     * @param plain makes the handler after a 0
     * @param special makes the handler after anything else
     */
    FirstByteHandler(ConnectionCount connections, Supplier<? extends ChannelHandler> plain,
                     Supplier<? extends ChannelHandler> special) {
        super(connections);
        this.plain = plain;
        this.special = special;
    }

    @Override
    public boolean isSharable() {
        return false;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        ByteBuf buf = (ByteBuf) msg;
        ctx.pipeline().replace(this, null, buf.readByte() == 0 ? plain.get() : special.get());
        if (buf.isReadable()) {
            // To the one that has taken this one's place.
            ctx.fireChannelRead(buf);
        } else {
            buf.release();
        }
    }
}
