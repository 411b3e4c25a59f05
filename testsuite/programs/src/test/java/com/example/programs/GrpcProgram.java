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

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A server and a client of gRPC: calls with one message, and a stream in both directions. */
public final class GrpcProgram {

    private static final MethodDescriptor<byte[], byte[]> ONE = echo("One", MethodType.UNARY);
    private static final MethodDescriptor<byte[], byte[]> STREAM = echo("Stream", MethodType.BIDI_STREAMING);

    private GrpcProgram() { }

    public static void main(String[] args) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .executor(threads).addService(ServerServiceDefinition.builder("program.Echo")
                        .addMethod(ONE, ServerCalls.asyncUnaryCall((message, answers) -> {
                            answers.onNext(message);
                            answers.onCompleted();
                        }))
                        .addMethod(STREAM, ServerCalls.asyncBidiStreamingCall(EchoTo::new))
                        .build()).build().start();
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext()
                .executor(threads).build();
        for (int i = 0; i < 200; i++) {
            byte[] sent = Checked.bytes(i);
            Checked.same(sent, ClientCalls.blockingUnaryCall(channel, ONE, CallOptions.DEFAULT
                    .withDeadlineAfter(60, TimeUnit.SECONDS), sent), "answer " + i);
        }
        Received received = new Received();
        StreamObserver<byte[]> messages = ClientCalls.asyncBidiStreamingCall(
                channel.newCall(STREAM, CallOptions.DEFAULT), received);
        for (int i = 0; i < 500; i++) {
            messages.onNext(Checked.bytes(i, 1 + i * 100));
        }
        messages.onCompleted();
        List<byte[]> found = received.all.get(60, TimeUnit.SECONDS);
        Checked.same(500, found.size(), "messages of the stream");
        for (int i = 0; i < 500; i++) {
            Checked.same(Checked.bytes(i, 1 + i * 100), found.get(i), "message " + i);
        }
        channel.shutdown();
        Checked.same(true, channel.awaitTermination(30, TimeUnit.SECONDS), "end of the client");
        server.shutdown();
        Checked.same(true, server.awaitTermination(30, TimeUnit.SECONDS), "end of the server");
        threads.shutdown();
        Checked.end("gRPC");
    }

    private static MethodDescriptor<byte[], byte[]> echo(String name, MethodType type) {
        return MethodDescriptor.<byte[], byte[]>newBuilder(AsIs.INSTANCE, AsIs.INSTANCE)
                .setFullMethodName(MethodDescriptor.generateFullMethodName("program.Echo", name))
                .setType(type).build();
    }

    private static final class EchoTo implements StreamObserver<byte[]> {

        private final StreamObserver<byte[]> answers;

        EchoTo(StreamObserver<byte[]> answers) {
            this.answers = answers;
        }

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
    }

    private static final class Received implements StreamObserver<byte[]> {

        final CompletableFuture<List<byte[]>> all = new CompletableFuture<>();
        private final List<byte[]> messages = new ArrayList<>();

        @Override
        public void onNext(byte[] message) {
            messages.add(message);
        }

        @Override
        public void onError(Throwable cause) {
            all.completeExceptionally(cause);
        }

        @Override
        public void onCompleted() {
            all.complete(messages);
        }
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
