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
package com.example.programs;

import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Lettuce with a server of Redis: single commands, a pipeline, messages, and a connection that the server ends. */
public final class LettuceProgram {

    private LettuceProgram() { }

    /** @param args the port of the server */
    public static void main(String[] args) throws Exception {
        RedisClient client = RedisClient.create("redis://127.0.0.1:" + args[0]);
        StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE);
        for (int i = 0; i < 200; i++) {
            Checked.same("OK", connection.sync().set(key(i), Checked.bytes(i, 1 + i * 100)), "set");
            Checked.same(Checked.bytes(i, 1 + i * 100), connection.sync().get(key(i)), "value " + i);
        }
        RedisAsyncCommands<byte[], byte[]> async = connection.async();
        connection.setAutoFlushCommands(false);
        List<RedisFuture<byte[]>> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            answers.add(async.get(key(i)));
        }
        connection.flushCommands();
        connection.setAutoFlushCommands(true);
        for (int i = 0; i < 200; i++) {
            Checked.same(Checked.bytes(i, 1 + i * 100), answers.get(i).get(30, TimeUnit.SECONDS), "value " + i);
        }
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        StatefulRedisPubSubConnection<String, String> subscriber = client.connectPubSub();
        subscriber.addListener(new RedisPubSubAdapter<String, String>() {
            @Override
            public void message(String channel, String message) {
                messages.add(message);
            }
        });
        subscriber.sync().subscribe("lettuce");
        for (int i = 0; i < 100; i++) {
            connection.sync().publish("lettuce".getBytes(StandardCharsets.US_ASCII),
                    Integer.toString(i).getBytes(StandardCharsets.US_ASCII));
            Checked.same(Integer.toString(i), messages.poll(30, TimeUnit.SECONDS), "message");
        }
        // The server ends the connection; Lettuce opens another.
        Long id = connection.sync().clientId();
        try (StatefulRedisConnection<String, String> other = client.connect()) {
            other.sync().clientKill(KillArgs.Builder.id(id));
        }
        Checked.same(Checked.bytes(5, 501), connection.sync().get(key(5)), "value after the reconnect");
        Checked.same(true, !id.equals(connection.sync().clientId()), "another connection");
        client.shutdown(0, 5, TimeUnit.SECONDS);
        Checked.end("Lettuce");
    }

    private static byte[] key(int number) {
        return ("lettuce" + number).getBytes(StandardCharsets.US_ASCII);
    }
}
