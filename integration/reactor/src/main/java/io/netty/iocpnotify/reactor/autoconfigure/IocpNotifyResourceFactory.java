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
package io.netty.iocpnotify.reactor.autoconfigure;

import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.iocpnotify.reactor.IocpNotifyLoopResources;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.http.HttpResources;
import reactor.netty.resources.LoopResources;

/**
 * Spring's factory of the resources of reactor-netty, with event loops of this transport. As with Spring Boot's own
 * factory, the resources are the global ones of reactor-netty. So clients that Spring Boot has not made use the same
 * event loops.
 */
final class IocpNotifyResourceFactory extends ReactorResourceFactory {

    /**
     * The event loops of the global resources, as far as this class has set them. An application may have several
     * contexts, one after the other or at once; the first one sets them. Guarded by the class.
     */
    private static LoopResources global;

    private final IocpNotifyTransport transport;

    IocpNotifyResourceFactory(IocpNotifyTransport transport) {
        this.transport = transport;
        // For those that make the resources belong to this factory, as Spring Boot does in its own tests.
        setLoopResourcesSupplier(() -> newLoops(transport));
    }

    /** Before the superclass takes the global resources. It may begin several times: nothing happens then. */
    @Override
    public void start() {
        if (isUseGlobalResources() && !isRunning()) {
            setGlobal(transport);
        }
        super.start();
    }

    private static synchronized void setGlobal(IocpNotifyTransport transport) {
        if (global == null || global.isDisposed()) {
            global = newLoops(transport);
            HttpResources.set(global);
        }
    }

    private static LoopResources newLoops(IocpNotifyTransport transport) {
        return IocpNotifyLoopResources.create(transport, "reactor-http", LoopResources.DEFAULT_IO_SELECT_COUNT,
                LoopResources.DEFAULT_IO_WORKER_COUNT, true, true);
    }
}
