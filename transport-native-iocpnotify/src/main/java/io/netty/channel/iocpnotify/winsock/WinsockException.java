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
package io.netty.channel.iocpnotify.winsock;

import java.net.SocketException;

/**
 * A Winsock call failed and the JDK has no exception of its own for the reason. A {@link SocketException}, because that
 * is what NIO throws for a reset connection. It carries no stack trace: it says which call failed, and is mostly the
 * peer's doing.
 */
public final class WinsockException extends SocketException {
    private static final long serialVersionUID = 5347862163480911231L;

    private final int code;

    public WinsockException(String method, int code) {
        super(Errors.message(method, code));
        this.code = code;
    }

    /** The positive Winsock or Win32 error code. */
    public int code() {
        return code;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
