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

import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.spi.VertxServiceProvider;
import io.vertx.core.spi.transport.Transport;

/**
 * Gives Vert.x the transport when a service asks for a native one. Vert.x finds this class with
 * {@link java.util.ServiceLoader}, and calls it in the thread that makes a {@link io.vertx.core.Vertx}.
 * <p>
 * By itself Vert.x knows the native transports of Linux and macOS only. This class sets
 * {@link IocpNotifyVertxTransport} if {@link io.vertx.core.VertxOptions#getPreferNativeTransport()} is {@code true}
 * and Vert.x has found no native transport of its own. A native transport that the service has given to the builder
 * stays.
 */
public final class IocpNotifyVertxProvider implements VertxServiceProvider {

    /** For {@link java.util.ServiceLoader}. */
    public IocpNotifyVertxProvider() { }

    @Override
    public void init(VertxBootstrap bootstrap) {
        if (bootstrap.options().getPreferNativeTransport() && isNioOrNone(bootstrap.transport())) {
            bootstrap.transport(new IocpNotifyVertxTransport());
        }
    }

    private static boolean isNioOrNone(Transport transport) {
        // The class of NIO's transport is no public API.
        return transport == null || transport == io.vertx.core.transport.Transport.NIO.implementation();
    }
}
