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
package io.netty.iocpnotify.fuzz;

import io.netty.channel.ChannelException;
import io.netty.channel.socket.ChannelOutputShutdownException;

import javax.net.ssl.SSLException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.PortUnreachableException;
import java.nio.channels.ClosedChannelException;

/**
 * What is compared of an exception: what a handler can tell apart.
 */
final class FailureKind {

    private FailureKind() {
    }

    static String of(Throwable failure) {
        if (failure instanceof ChannelOutputShutdownException) {
            return "output shut down";
        }
        if (failure instanceof ClosedChannelException) {
            return "closed";
        }
        if (failure instanceof ConnectException) {
            return "refused";
        }
        if (failure instanceof PortUnreachableException) {
            return "unreachable";
        }
        if (failure instanceof SSLException) {
            return "ssl";
        }
        if (failure instanceof IOException) {
            return "i/o";
        }
        if (failure instanceof ChannelException) {
            // What it is of depends on whether the JDK's socket or its channel was asked.
            return "option";
        }
        String name = failure.getClass().getSimpleName();
        Throwable cause = failure.getCause();
        return cause == null || cause == failure ? name : name + " of " + of(cause);
    }
}
