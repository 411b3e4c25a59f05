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

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.OptionalSslHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.iocpnotify.bench.load.TlsContexts;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ImmediateExecutor;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Echo over TLS by the provider of the JDK.
 */
final class TlsService implements Service {

    private final SslContext context;
    private final EchoHandler handler;
    private final boolean optional;
    /** For the long parts of handshakes; {@code null} if the event loops do those. */
    private final ExecutorService workers;

    /**
     * @param optional whether a connection that does not begin with a handshake is served without TLS
     * @param threads  that do the long parts of handshakes; 0 if the event loops do
     */
    TlsService(ConnectionCount connections, SslProvider provider, boolean optional, int threads) throws Exception {
        context = TlsContexts.ofServer(provider);
        handler = new EchoHandler(connections);
        this.optional = optional;
        workers = threads == 0 ? null :
                Executors.newFixedThreadPool(threads, new DefaultThreadFactory("handshake", true));
    }

    @Override
    public ChannelHandler newHandler() {
        return new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel ch) {
                ch.pipeline().addLast(optional ? new OptionalTls() : newTlsHandler(ch.alloc()), handler);
            }
        };
    }

    private SslHandler newTlsHandler(ByteBufAllocator allocator) {
        Executor longParts = workers == null ? ImmediateExecutor.INSTANCE : workers;
        SslHandler handler = context.newHandler(allocator, longParts);
        // The load may rest in the middle of a handshake, as long as another server is measured.
        handler.setHandshakeTimeoutMillis(0);
        return handler;
    }

    @Override
    public void close() {
        if (workers != null) {
            workers.shutdownNow();
        }
    }

    private final class OptionalTls extends OptionalSslHandler {

        OptionalTls() {
            super(context);
        }

        @Override
        protected SslHandler newSslHandler(ChannelHandlerContext ctx, SslContext tls) {
            return newTlsHandler(ctx.alloc());
        }
    }
}
