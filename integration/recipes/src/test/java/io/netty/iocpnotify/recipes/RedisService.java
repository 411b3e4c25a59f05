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
package io.netty.iocpnotify.recipes;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.handler.codec.redis.RedisEncoder;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The commands of Redis that the test needs, on real sockets and Netty's own codec. It speaks RESP 2, as Redis did
 * before release 6.
 */
final class RedisService extends ChannelInitializer<Channel> {

    /** The connections in the order of their coming. Event loops add to it, the test reads it. */
    final List<Channel> connections = new CopyOnWriteArrayList<>();
    private final Map<ByteBuffer, byte[]> values = new ConcurrentHashMap<>();

    @Override
    protected void initChannel(Channel channel) {
        connections.add(channel);
        channel.pipeline().addLast(new RedisDecoder(), new RedisBulkStringAggregator(), new RedisArrayAggregator(),
                new RedisEncoder(), new Commands());
    }

    private final class Commands extends SimpleChannelInboundHandler<ArrayRedisMessage> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, ArrayRedisMessage command) {
            ctx.write(answer(command));
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }
    }

    private RedisMessage answer(ArrayRedisMessage command) {
        String name = new String(argument(command, 0)).toUpperCase(Locale.ROOT);
        switch (name) {
        case "PING":
            return new SimpleStringRedisMessage("PONG");
        case "CLIENT":
            return new SimpleStringRedisMessage("OK");
        case "SET":
            values.put(ByteBuffer.wrap(argument(command, 1)), argument(command, 2));
            return new SimpleStringRedisMessage("OK");
        case "GET":
            byte[] value = values.get(ByteBuffer.wrap(argument(command, 1)));
            return value == null ? FullBulkStringRedisMessage.NULL_INSTANCE :
                    new FullBulkStringRedisMessage(Unpooled.wrappedBuffer(value));
        case "DBSIZE":
            return new IntegerRedisMessage(values.size());
        default:
            return new ErrorRedisMessage("ERR unknown command '" + name + '\'');
        }
    }

    private static byte[] argument(ArrayRedisMessage command, int index) {
        ByteBuf content = ((FullBulkStringRedisMessage) command.children().get(index)).content();
        return ByteBufUtil.getBytes(content);
    }
}
