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

import com.linecorp.armeria.server.Server;
import com.sun.net.httpserver.HttpServer;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.SdkHttpFullRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpResponseHandler;
import software.amazon.awssdk.http.async.SdkHttpContentPublisher;
import software.amazon.awssdk.http.async.SimpleSubscriber;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The client of the AWS SDK: HTTP/1.1 with the server of the JDK, and HTTP/2 with that of Armeria. */
public final class AwsProgram {

    private AwsProgram() { }

    public static void main(String[] args) throws Exception {
        HttpServer server = AsyncHttpClientProgram.start();
        ask(Protocol.HTTP1_1, server.getAddress().getPort());
        server.stop(0);
        Server both = ArmeriaProgram.start();
        ask(Protocol.HTTP2, both.activeLocalPort());
        both.stop().join();
        Checked.end("AWS");
    }

    private static void ask(Protocol protocol, int port) throws Exception {
        try (SdkAsyncHttpClient client = NettyNioAsyncHttpClient.builder().maxConcurrency(8).protocol(protocol)
                .build()) {
            for (int i = 0; i < 200; i++) {
                Answer answer = new Answer();
                client.execute(AsyncExecuteRequest.builder().request(SdkHttpFullRequest.builder()
                                .method(SdkHttpMethod.GET).uri(URI.create("http://127.0.0.1:" + port + "/bytes/" + i))
                                .putHeader("Host", "127.0.0.1:" + port).build())
                        .requestContentPublisher(new NoContent()).responseHandler(answer).build());
                Checked.same(Checked.bytes(i), answer.bytes.get(60, TimeUnit.SECONDS),
                        "answer " + i + " by " + protocol);
            }
        }
    }

    private static final class Answer implements SdkAsyncHttpResponseHandler {

        final CompletableFuture<byte[]> bytes = new CompletableFuture<>();
        private final ByteArrayOutputStream read = new ByteArrayOutputStream();

        @Override
        public void onHeaders(SdkHttpResponse headers) { }

        @Override
        public void onStream(Publisher<ByteBuffer> stream) {
            stream.subscribe(new SimpleSubscriber(buffer -> {
                byte[] part = new byte[buffer.remaining()];
                buffer.get(part);
                read.write(part, 0, part.length);
            }) {
                @Override
                public void onComplete() {
                    bytes.complete(read.toByteArray());
                }
            });
        }

        @Override
        public void onError(Throwable error) {
            bytes.completeExceptionally(error);
        }
    }

    private static final class NoContent implements SdkHttpContentPublisher {

        @Override
        public Optional<Long> contentLength() {
            return Optional.of(0L);
        }

        @Override
        public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
            subscriber.onSubscribe(new Subscription() {
                @Override
                public void request(long n) {
                    subscriber.onComplete();
                }

                @Override
                public void cancel() { }
            });
        }
    }
}
