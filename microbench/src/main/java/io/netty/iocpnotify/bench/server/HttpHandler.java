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
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.iocpnotify.bench.load.HttpMessages;
import io.netty.iocpnotify.bench.load.Tape;
import io.netty.util.ReferenceCountUtil;

/**
 * Answers each request with a part of the tape.
 */
@Sharable
final class HttpHandler extends EchoHandler {

    private final ByteBuf tape;
    private final int size;

    /**
     * @param size bytes of an answer's content
     */
    HttpHandler(ConnectionCount connections, int size) {
        super(connections);
        this.size = size;
        tape = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(Tape.first(Tape.PERIOD + size)));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (msg instanceof HttpRequest) {
            ByteBuf content = tape.slice(HttpMessages.place(((HttpRequest) msg).uri()), size);
            FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK,
                    content);
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, HttpMessages.CONTENT_TYPE)
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, size);
            ctx.write(response, ctx.voidPromise());
        }
        ReferenceCountUtil.release(msg);
    }
}
