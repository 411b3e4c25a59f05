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

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.DefaultFileRegion;
import io.netty.iocpnotify.bench.load.Tape;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Sends a file, the beginning of the tape, for each byte that it reads.
 */
final class FileService implements Service {

    private final ConnectionCount connections;
    private final File file;

    FileService(ConnectionCount connections, int length) throws IOException {
        this.connections = connections;
        file = File.createTempFile("iocpnotify", ".bench");
        file.deleteOnExit();
        ByteBuffer content = Tape.first(length);
        try (FileOutputStream out = new FileOutputStream(file); FileChannel channel = out.getChannel()) {
            while (content.hasRemaining()) {
                channel.write(content);
            }
        }
    }

    @Override
    public ChannelHandler newHandler() {
        return new FileHandler(connections, file);
    }

    @Override
    public void close() throws IOException {
        if (!file.delete()) {
            throw new IOException("still in use: " + file);
        }
    }

    private static final class FileHandler extends EchoHandler {
        private final File file;

        FileHandler(ConnectionCount connections, File file) {
            super(connections);
            this.file = file;
        }

        @Override
        public boolean isSharable() {
            return false;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object msg) {
            ByteBuf requests = (ByteBuf) msg;
            for (int i = requests.readableBytes(); i > 0; i--) {
                ctx.write(new DefaultFileRegion(file, 0, file.length()), ctx.voidPromise());
            }
            requests.release();
        }
    }
}
