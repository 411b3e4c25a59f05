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
import io.netty.channel.iocpnotify.OptionTable.Descriptor;
import io.netty.channel.iocpnotify.winsock.WinSocketOptions;
import io.netty.util.internal.ObjectUtil;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** An option that the user has described: all channels have it, the system may know it or not. */
abstract class UserDefinedOption<T> extends ChannelOption<T> {

    final Descriptor<IocpNotifyChannelConfig<?>, T> descriptor;

    @SuppressWarnings("deprecation")
    UserDefinedOption(String name, Class<T> type) {
        super(name);
        descriptor = new Descriptor<IocpNotifyChannelConfig<?>, T>(this, type, c -> read(c.socket()), (c, v) -> {
            c.socketMayChange();
            write(c.socket(), v);
        }, () -> true);
    }

    abstract T read(WinSocketOptions socket) throws IOException;

    /** Called with a value that {@link #validate} has accepted. */
    abstract void write(WinSocketOptions socket, T value) throws IOException;

    abstract static class OfBytes extends UserDefinedOption<ByteBuffer> {

        private final int length;

        OfBytes(String name, int length) {
            super(name, ByteBuffer.class);
            this.length = ObjectUtil.checkPositive(length, "length");
        }

        /** {@return how many bytes a value has} */
        public final int length() {
            return length;
        }

        /** Refuses a value that does not have {@link #length()} bytes. */
        @Override
        public final void validate(ByteBuffer value) {
            super.validate(value);
            if (value.remaining() != length) {
                throw new IllegalArgumentException(name() + ": a value of " + value.remaining() + " bytes (expected: " +
                        length + ')');
            }
        }

        /** Leaves the buffer's position where it is: the same value may be set on many channels, by many threads. */
        static byte[] toBytes(ByteBuffer value) {
            byte[] bytes = new byte[value.remaining()];
            value.duplicate().get(bytes);
            return bytes;
        }

        static ByteBuffer toBuffer(byte[] bytes, int length) {
            return ByteBuffer.wrap(bytes, 0, length).slice().order(ByteOrder.nativeOrder());
        }
    }
}
