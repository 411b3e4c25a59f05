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

import io.vertx.core.internal.VertxInternal;
import io.vertx.core.spi.transport.Transport;

/**
 * Whether the Vert.x on the class path has the transport SPI that {@link IocpNotifyVertxTransport} is compiled with.
 */
final class VertxRelease {

    /** Vert.x 5.0 gives options to a transport by other methods, and wants one more of it. */
    private static final String LOWEST = "5.1.0";

    private static final Throwable CAUSE = find();

    /** Why this Vert.x is none for the transport; {@code null} if it is one. */
    static Throwable cause() {
        return CAUSE;
    }

    private static Throwable find() {
        try {
            Transport.class.getMethod("datagramChannelFactory");
            return null;
        } catch (NoSuchMethodException e) {
            return new UnsupportedOperationException("netty-transport-iocpnotify-vertx needs Vert.x " + LOWEST +
                    " or a later release of Vert.x 5; this is " + VertxInternal.version(), e);
        }
    }

    private VertxRelease() { }
}
