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

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.channel.iocpnotify.winsock.OverlappedCalls;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.DomainSocketAddress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.File;
import java.util.Set;
import java.util.TreeSet;

import static io.netty.channel.iocpnotify.ChannelFixture.ECHO;
import static io.netty.channel.iocpnotify.ChannelFixture.awaitDone;
import static io.netty.channel.iocpnotify.ChannelFixture.inLoop;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Child processes inherit nothing that the transport has opened: neither a socket of any kind, nor a port, nor a file.
 * The handles of the process are looked at while each kind is in use.
 */
@Tag("either-provider")
@Timeout(120)
class InheritedHandlesTest {

    private static final int LENGTH = 16 * 1024 * 1024;
    /** Handles are multiples of 4, and the lowest free one is given out. */
    private static final int HIGHEST = 1 << 17;

    @TempDir
    File directory;

    @RegisterExtension
    final WayOfFiles way = WayOfFiles.bySystem();

    private static Set<Long> inheritable() {
        Set<Long> handles = new TreeSet<Long>();
        int open = 0;
        for (long handle = 4; handle < HIGHEST; handle += 4) {
            int answer = OverlappedCalls.isInheritable(handle);
            if (answer >= 0) {
                open++;
            }
            if (answer > 0) {
                handles.add(handle);
            }
        }
        assertTrue(open > 50, "only " + open + " handles are open");
        return handles;
    }

    @ParameterizedTest
    @EnumSource(LoopKind.class)
    void nothingIsInherited(LoopKind kind) throws Exception {
        OverlappedCalls.load();
        File file = ExpectedBytes.file(directory, LENGTH).toFile();
        Set<Long> before = inheritable();
        try (ChannelFixture fixture = new ChannelFixture(kind)) {
            for (int outstanding = 0; outstanding < 2; outstanding++) {
                ExpectedBytes receiver = new ExpectedBytes();
                Channel server = fixture.server(receiver).childOption(ChannelOption.AUTO_READ, false)
                        .option(IocpNotifyChannelOption.OUTSTANDING_ACCEPTS, outstanding)
                        .bind(ChannelFixture.anyPort()).sync().channel();
                Channel client = fixture.connect(server.localAddress(), ECHO);
                FileRegion region = new DefaultFileRegion(file, 0, LENGTH);
                client.writeAndFlush(region);
                assertEquals(2, (int) inLoop(client, region::refCnt), "the system has none of the file");
                receiver.context();
            }
            Channel server = fixture.serve(ECHO);
            Channel fast = fixture.client(ECHO).option(ChannelOption.TCP_FASTOPEN_CONNECT, true).register().sync()
                    .channel();
            fast.write(Unpooled.wrappedBuffer(new byte[1]));
            awaitDone(fast.connect(server.localAddress()));
            IocpNotifyDatagramChannel datagrams = fixture.bindDatagram(ECHO);
            awaitDone(datagrams.writeAndFlush(new DatagramPacket(Unpooled.wrappedBuffer(new byte[1]),
                    datagrams.localAddress())));
            if (IocpNotify.isDomainSocketAvailable()) {
                openDomainSockets(fixture);
            }
            Set<Long> left = inheritable();
            left.removeAll(before);
            assertTrue(left.isEmpty(), () -> "children inherit the handles " + left);
        }
    }

    private void openDomainSockets(ChannelFixture fixture) throws Exception {
        DomainSocketAddress address = new DomainSocketAddress(new File(directory, "s"));
        new ServerBootstrap().group(fixture.group()).channel(IocpNotifyServerDomainSocketChannel.class)
                .childHandler(ECHO).bind(address).sync();
        new Bootstrap().group(fixture.group()).channel(IocpNotifyDomainSocketChannel.class).handler(ECHO)
                .connect(address).sync();
    }
}
