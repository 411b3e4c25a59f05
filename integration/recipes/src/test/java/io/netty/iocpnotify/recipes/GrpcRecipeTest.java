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

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.handler.ssl.SslProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * gRPC's own server and client, by TLS: a call with one message, and a stream in both directions.
 */
class GrpcRecipeTest {

    private static final int STREAMED = 200;
    private static final byte[] END = { };

    private static final MethodDescriptor<byte[], byte[]> ONE = echo("One", MethodType.UNARY);
    private static final MethodDescriptor<byte[], byte[]> STREAM = echo("Stream", MethodType.BIDI_STREAMING);

    private final IocpNotifyTransport transport = IocpNotifyTransport.preferred();
    private final EventLoopGroup group = transport.newGroup(2);
    private Server server;
    private ManagedChannel channel;

    @BeforeEach
    void start() throws IOException {
        ServerServiceDefinition service = ServerServiceDefinition.builder("recipes.Echo")
                .addMethod(ONE, ServerCalls.asyncUnaryCall((message, answers) -> {
                    answers.onNext(message);
                    answers.onCompleted();
                }))
                .addMethod(STREAM, ServerCalls.asyncBidiStreamingCall(GrpcRecipeTest::echoing))
                .build();
        server = GrpcRecipe.server(transport, group,
                GrpcSslContexts.configure(Tls.server(), SslProvider.JDK).build(), service, 0);
        channel = GrpcRecipe.client(transport, group,
                GrpcSslContexts.configure(Tls.client(), SslProvider.JDK).build(), server.getPort());
    }

    @AfterEach
    void stop() throws InterruptedException {
        channel.shutdownNow();
        server.shutdownNow();
        assertTrue(channel.awaitTermination(10, TimeUnit.SECONDS), "client");
        assertTrue(server.awaitTermination(10, TimeUnit.SECONDS), "server");
        assertTrue(group.shutdownGracefully(0, 10, TimeUnit.SECONDS).await(20, TimeUnit.SECONDS), "group");
    }

    @Test
    void oneMessageEachWay() {
        assertSame(IocpNotifyTransport.IOCPNOTIFY, transport);
        for (int length : new int[] { 1, 100, 3 << 20 }) {
            byte[] sent = Bytes.of(length);
            assertArrayEquals(sent, ClientCalls.blockingUnaryCall(channel, ONE, CallOptions.DEFAULT, sent));
        }
        assertEquals(3, Groups.channels(group), "the listening channel, and both ends of one connection");
    }

    @Test
    void streamsInBothDirections() throws InterruptedException {
        BlockingQueue<Object> received = new LinkedBlockingQueue<>();
        StreamObserver<byte[]> messages = ClientCalls.asyncBidiStreamingCall(
                channel.newCall(STREAM, CallOptions.DEFAULT), adding(received));
        for (int i = 0; i < STREAMED; i++) {
            messages.onNext(Bytes.of(1 + i * 97));
        }
        messages.onCompleted();
        for (int i = 0; i < STREAMED; i++) {
            Object answer = received.poll(30, TimeUnit.SECONDS);
            assertNotNull(answer, "answer " + i);
            assertTrue(answer instanceof byte[], () -> String.valueOf(answer));
            assertArrayEquals(Bytes.of(1 + i * 97), (byte[]) answer, "answer " + i);
        }
        assertSame(END, received.poll(30, TimeUnit.SECONDS));
        assertEquals(3, Groups.channels(group));
    }

    private static StreamObserver<byte[]> echoing(StreamObserver<byte[]> answers) {
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] message) {
                answers.onNext(message);
            }

            @Override
            public void onError(Throwable cause) {
                answers.onError(Status.fromThrowable(cause).asRuntimeException());
            }

            @Override
            public void onCompleted() {
                answers.onCompleted();
            }
        };
    }

    private static StreamObserver<byte[]> adding(BlockingQueue<Object> received) {
        return new StreamObserver<>() {
            @Override
            public void onNext(byte[] message) {
                received.add(message);
            }

            @Override
            public void onError(Throwable cause) {
                received.add(cause);
            }

            @Override
            public void onCompleted() {
                received.add(END);
            }
        };
    }

    private static MethodDescriptor<byte[], byte[]> echo(String name, MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder(AsIs.INSTANCE, AsIs.INSTANCE)
                .setFullMethodName(MethodDescriptor.generateFullMethodName("recipes.Echo", name))
                .setType(type).build();
    }

    private enum AsIs implements MethodDescriptor.Marshaller<byte[]> {
        INSTANCE;

        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
