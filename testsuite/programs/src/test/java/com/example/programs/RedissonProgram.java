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

import org.redisson.Redisson;
import org.redisson.api.RBatch;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Redisson with a server of Redis: values, a batch, a map, a lock and messages. */
public final class RedissonProgram {

    private RedissonProgram() { }

    /** @param args the port of the server */
    public static void main(String[] args) throws Exception {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + args[0]).setConnectionMinimumIdleSize(2)
                .setConnectionPoolSize(4).setTimeout(30_000);
        RedissonClient client = Redisson.create(config);
        for (int i = 0; i < 100; i++) {
            client.<byte[]>getBucket("redisson" + i, ByteArrayCodec.INSTANCE).set(Checked.bytes(i, 1 + i * 200));
        }
        for (int i = 0; i < 100; i++) {
            Checked.same(Checked.bytes(i, 1 + i * 200),
                    client.<byte[]>getBucket("redisson" + i, ByteArrayCodec.INSTANCE).get(), "value " + i);
        }
        RBatch batch = client.createBatch();
        for (int i = 0; i < 100; i++) {
            batch.getBucket("redisson" + i, ByteArrayCodec.INSTANCE).getAsync();
        }
        List<?> answers = batch.execute().getResponses();
        for (int i = 0; i < 100; i++) {
            Checked.same(Checked.bytes(i, 1 + i * 200), (byte[]) answers.get(i), "value " + i + " of the batch");
        }
        client.getLock("lock").lock();
        client.getLock("lock").unlock();
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        client.getTopic("redisson", StringCodec.INSTANCE).addListener(String.class,
                (channel, message) -> messages.add(message));
        for (int i = 0; i < 100; i++) {
            client.getTopic("redisson", StringCodec.INSTANCE).publish(Integer.toString(i));
            Checked.same(Integer.toString(i), messages.poll(30, TimeUnit.SECONDS), "message");
        }
        client.shutdown(0, 5, TimeUnit.SECONDS);
        Checked.end("Redisson");
    }
}
