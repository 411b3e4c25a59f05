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

import io.micrometer.core.instrument.binder.MeterBinder;
import io.netty.channel.iocpnotify.IocpNotify;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.iocpnotify.micrometer.IocpNotifyMeterBinder;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.reactor.netty.autoconfigure.ReactorNettyProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.http.HttpResources;
import reactor.netty.resources.LoopResources;

/**
 * Gives Spring Boot's servers and clients on reactor-netty the event loops of this transport, where it can be used. It
 * takes the place of Spring Boot's own {@link ReactorResourceFactory}, and does as that one where the transport cannot
 * be used. It does nothing if the application has a {@link ReactorResourceFactory} or {@link LoopResources} of its own,
 * or if the property {@code netty.iocpnotify.enabled} is {@code false}.
 */
@AutoConfiguration(beforeName = {
        "org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration",
        "org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration",
        "org.springframework.boot.rsocket.autoconfigure.RSocketServerAutoConfiguration"
})
@ConditionalOnClass({ HttpResources.class, ReactorNettyProperties.class, ReactorResourceFactory.class })
@ConditionalOnBooleanProperty(name = "netty.iocpnotify.enabled", matchIfMissing = true)
@EnableConfigurationProperties({ IocpNotifyProperties.class, ReactorNettyProperties.class })
public final class IocpNotifyReactorAutoConfiguration {

    private static final InternalLogger logger =
            InternalLoggerFactory.getInstance(IocpNotifyReactorAutoConfiguration.class);

    /**
     * Makes the factory. Whether the transport can be used is found out here and not by a condition: conditions may be
     * evaluated when the application is built, on another system.
     */
    @Bean
    @ConditionalOnMissingBean({ ReactorResourceFactory.class, LoopResources.class })
    ReactorResourceFactory reactorResourceFactory(IocpNotifyProperties properties, ReactorNettyProperties reactor) {
        ReactorResourceFactory factory;
        if (!LoopResources.DEFAULT_NATIVE) {
            logger.info("Reactor Netty runs on NIO: its system property reactor.netty.native is false");
            factory = new ReactorResourceFactory();
        } else if (!IocpNotify.isAvailable()) {
            logger.info("Reactor Netty runs on a transport of its own choice. IocpNotify cannot be used here: {}",
                    IocpNotify.unavailabilityCause().getMessage());
            factory = new ReactorResourceFactory();
        } else {
            IocpNotifyTransport transport = properties.isFixedThreads() ?
                    IocpNotifyTransport.IOCPHANDLER : IocpNotifyTransport.IOCPNOTIFY;
            logger.info("Reactor Netty runs on the transport {}, provider {}. netty.iocpnotify.enabled=false turns " +
                    "it off", transport, transport.provider());
            factory = new IocpNotifyResourceFactory(transport);
        }
        if (reactor.getShutdownQuietPeriod() != null) {
            factory.setShutdownQuietPeriod(reactor.getShutdownQuietPeriod());
        }
        return factory;
    }

    /**
     * Where there is Micrometer: Spring Boot binds each {@link MeterBinder} to its registries. In reactive web
     * applications only, because to bind it makes the event loops, which other applications may never need.
     */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class Meters {

        /** Shows the group of event loops, if the application runs on one of this transport. */
        @Bean
        @ConditionalOnMissingBean(name = "iocpNotifyMeters")
        MeterBinder iocpNotifyMeters(ObjectProvider<ReactorResourceFactory> factories) {
            return registry -> factories.stream().filter(IocpNotifyResourceFactory.class::isInstance)
                    .map(factory -> factory.getLoopResources().onServer(true))
                    .filter(IocpNotifyEventLoopGroup.class::isInstance)
                    .forEach(group -> new IocpNotifyMeterBinder((IocpNotifyEventLoopGroup) group, "reactor-http")
                            .bindTo(registry));
        }
    }
}
