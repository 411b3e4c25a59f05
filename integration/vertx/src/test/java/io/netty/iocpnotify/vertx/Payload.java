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
package io.netty.iocpnotify.vertx;

import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Random;

/** 20 MB that do not repeat themselves, and their checksum. */
final class Payload {

    static final int SIZE = 20_000_000;

    private final byte[] bytes = new byte[SIZE];

    Payload() {
        new Random(42).nextBytes(bytes);
    }

    Buffer buffer() {
        return Buffer.buffer(bytes);
    }

    String checksum() {
        return text(sha256().digest(bytes));
    }

    /** The checksum of the first {@link #SIZE} bytes that the stream gives. More than these make it fail. */
    Promise<String> receivedFrom(ReadStream<Buffer> stream) {
        Promise<String> promise = Promise.promise();
        MessageDigest digest = sha256();
        int[] left = { SIZE };
        stream.handler(buffer -> {
            digest.update(buffer.getBytes());
            left[0] -= buffer.length();
            // The last one may be empty.
            if (left[0] == 0 && buffer.length() > 0) {
                promise.complete(text(digest.digest()));
            } else if (left[0] < 0) {
                promise.tryFail(-left[0] + " bytes too many");
            }
        });
        stream.exceptionHandler(promise::tryFail);
        return promise;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(byte[] digest) {
        return new BigInteger(1, digest).toString(16);
    }
}
