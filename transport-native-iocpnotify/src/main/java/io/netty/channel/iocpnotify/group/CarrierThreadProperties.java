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
package io.netty.channel.iocpnotify.group;

import io.netty.util.concurrent.ThreadProperties;

/**
 * Facts about the thread of a carrier, without the thread itself. Any thread.
 */
final class CarrierThreadProperties implements ThreadProperties {

    private final Thread thread;

    CarrierThreadProperties(Thread thread) {
        this.thread = thread;
    }

    @Override
    public Thread.State state() {
        return thread.getState();
    }

    @Override
    public int priority() {
        return thread.getPriority();
    }

    @Override
    public boolean isInterrupted() {
        return thread.isInterrupted();
    }

    @Override
    public boolean isDaemon() {
        return thread.isDaemon();
    }

    @Override
    public String name() {
        return thread.getName();
    }

    @Override
    public long id() {
        return thread.getId();
    }

    @Override
    public StackTraceElement[] stackTrace() {
        return thread.getStackTrace();
    }

    @Override
    public boolean isAlive() {
        return thread.isAlive();
    }

    @Override
    public String toString() {
        return thread.toString();
    }
}
