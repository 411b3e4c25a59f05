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

import java.io.Closeable;

/**
 * What services run on: a transport of Netty's, or what the JDK has for servers without Netty.
 */
interface Host extends Closeable {

    /** What tells it that a socket is ready, for the report. */
    String provider();

    /**
     * Listens on any port that is free.
     *
     * @throws IllegalArgumentException if it has no such service, or a parameter is missing
     */
    RunningService start(String name, Parameters parameters) throws Exception;
}
