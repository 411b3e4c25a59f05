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
package io.netty.channel.iocpnotify;

import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.winsock.WinSocketOptions;
import io.netty.util.internal.StringUtil;

import java.io.IOException;

/**
 * An option that the user has described: all channels have it, the system may know it or not.
 */
abstract class UserDefinedOption<T> extends ChannelOption<T> {

    @SuppressWarnings("deprecation")
    UserDefinedOption(String name) {
        super(name);
    }

    abstract T read(WinSocketOptions socket) throws IOException;

    /** Called with a value that {@link #validate} has accepted. */
    abstract void write(WinSocketOptions socket, T value) throws IOException;

    /** Only a raw {@link ChannelOption} can bring a wrong type; without this the first to notice would be a cast. */
    final void checkType(Object value, Class<?> expected) {
        if (value != null && !expected.isInstance(value)) {
            throw new IllegalArgumentException(name() + ": " + value + " is of type " +
                    StringUtil.simpleClassName(value) + " (expected: " + expected.getSimpleName() + ')');
        }
    }

    abstract void checkType(Object value);
}
