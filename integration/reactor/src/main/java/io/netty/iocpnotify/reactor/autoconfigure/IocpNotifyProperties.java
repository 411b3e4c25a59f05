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

import org.springframework.boot.context.properties.ConfigurationProperties;

/** The properties of a Spring Boot application that concern this transport. */
@ConfigurationProperties("netty.iocpnotify")
public class IocpNotifyProperties {

    /**
     * Whether Reactor Netty uses the transport IocpNotify where it can be used.
     */
    private boolean enabled = true;

    /**
     * Whether each event loop is one thread. It is for programs that keep something in a thread-local between two
     * events of a connection.
     */
    private boolean fixedThreads;

    /**
     * Tells whether Reactor Netty uses this transport where it can be used.
     *
     * @return {@code true} unless the property says otherwise
     */
    public boolean isEnabled() {
        return enabled;
    }

    /**
     * Sets whether Reactor Netty uses this transport. Spring Boot calls it before the first event loop is made.
     *
     * @param enabled whether it does
     */
    public void setEnabled(boolean enabled) {
        this.enabled = enabled;
    }

    /**
     * Tells whether each event loop is one thread.
     *
     * @return {@code false} unless the property says otherwise
     */
    public boolean isFixedThreads() {
        return fixedThreads;
    }

    /**
     * Sets whether each event loop is one thread. Spring Boot calls it before the first event loop is made.
     *
     * @param fixedThreads whether it is
     */
    public void setFixedThreads(boolean fixedThreads) {
        this.fixedThreads = fixedThreads;
    }
}
