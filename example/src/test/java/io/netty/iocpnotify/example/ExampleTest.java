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
package io.netty.iocpnotify.example;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.CharsetUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
public class ExampleTest {

    @ParameterizedTest
    @EnumSource(IocpNotifyTransport.class)
    public void everyByteComesBack(IocpNotifyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        try {
            Channel server = EchoServer.listen(transport, group, 0);
            EchoLoad load = new EchoLoad(16, 20, 1000);
            load.run(transport, group, loopback(server), 30);
            assertEquals(0, load.errors());
            assertEquals(320, load.echoed());
            assertTrue(load.succeeded());
            assertTrue(load.rate() > 0);
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    @ParameterizedTest
    @EnumSource(IocpNotifyTransport.class)
    public void wrongByteIsAnError(IocpNotifyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        try {
            Channel server = listen(transport, group, new SimpleChannelInboundHandler<ByteBuf>(false) {
                @Override
                public boolean isSharable() {
                    return true;
                }

                @Override
                protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                    int last = msg.writerIndex() - 1;
                    msg.setByte(last, msg.getByte(last) ^ 1);
                    ctx.writeAndFlush(msg);
                }
            });
            EchoLoad load = new EchoLoad(4, 5, 10);
            load.run(transport, group, loopback(server), 30);
            assertEquals(4, load.errors());
            assertEquals(0, load.echoed());
            assertFalse(load.succeeded());
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    @ParameterizedTest
    @EnumSource(IocpNotifyTransport.class)
    public void serverThatClosesIsAnError(IocpNotifyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        try {
            Channel server = listen(transport, group, new SimpleChannelInboundHandler<ByteBuf>() {
                @Override
                public boolean isSharable() {
                    return true;
                }

                @Override
                protected void channelRead0(ChannelHandlerContext ctx, ByteBuf msg) {
                    ctx.close();
                }
            });
            EchoLoad load = new EchoLoad(3, 5, 10);
            load.run(transport, group, loopback(server), 30);
            assertEquals(3, load.errors());
            assertFalse(load.succeeded());
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    @ParameterizedTest
    @EnumSource(IocpNotifyTransport.class)
    public void refusedConnectionIsAnError(IocpNotifyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        try {
            Channel server = EchoServer.listen(transport, group, 0);
            InetSocketAddress address = loopback(server);
            server.close().sync();
            EchoLoad load = new EchoLoad(2, 1, 1);
            load.run(transport, group, address, 30);
            assertEquals(2, load.errors());
            assertFalse(load.succeeded());
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    @ParameterizedTest
    @EnumSource(IocpNotifyTransport.class)
    public void answersHttp(IocpNotifyTransport transport) throws Exception {
        EventLoopGroup group = transport.newGroup(2);
        try {
            Channel server = HttpHelloServer.listen(transport, group, 0);
            InetSocketAddress address = loopback(server);
            // Two requests on one connection, the second of which ends it.
            String answer = http(address, "GET / HTTP/1.1\r\nHost: a\r\n\r\n" +
                    "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            assertEquals(2, answer.split("HTTP/1\\.1 200 OK", -1).length - 1, answer);
            assertTrue(answer.contains("transport " + transport + ", provider " + transport.provider()), answer);
            String refusal = http(address, "no request at all\r\n\r\n");
            assertTrue(refusal.startsWith("HTTP/1.1 400 Bad Request"), refusal);
        } finally {
            group.shutdownGracefully(0, 10, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    public void badArgumentsAreRefused() {
        assertRefused(new EchoServer(), "--transport", "--transport", "none");
        assertRefused(new EchoServer(), "--threads", "--threads", "-1");
        assertRefused(new EchoServer(), "--port", "--port", "65536");
        assertRefused(new EchoClient(), "--port", "--port", "0");
        assertRefused(new EchoClient(), "--size", "--size", "0");
        assertRefused(new EchoClient(), "--messages", "--messages", "many");
        assertRefused(new EchoClient(), "--nonsense", "--nonsense");
        assertRefused(new HttpHelloServer(), "--port", "--port", "-1");
        assertRefused(new LiveCharts(), "--threads", "--threads", "0");
        assertRefused(new LiveCharts(), "--sleep", "--sleep", "0");
    }

    private static void assertRefused(Object program, String named, String... args) {
        StringWriter err = new StringWriter();
        int code = new CommandLine(program).setCaseInsensitiveEnumValuesAllowed(true)
                .setErr(new PrintWriter(err)).execute(args);
        assertEquals(2, code, err.toString());
        assertTrue(err.toString().contains(named), err.toString());
    }

    private static Channel listen(IocpNotifyTransport transport, EventLoopGroup group,
            SimpleChannelInboundHandler<ByteBuf> handler) throws InterruptedException {
        return new ServerBootstrap().group(group).channel(transport.serverChannel())
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel ch) {
                        ch.pipeline().addLast(handler);
                    }
                }).bind(0).sync().channel();
    }

    private static InetSocketAddress loopback(Channel server) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(),
                ((InetSocketAddress) server.localAddress()).getPort());
    }

    /** Sends the bytes of {@code request} and returns all that comes back until the server closes. */
    private static String http(InetSocketAddress address, String request) throws Exception {
        StringBuilder answer = new StringBuilder();
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(CharsetUtil.US_ASCII));
            out.flush();
            InputStream in = socket.getInputStream();
            for (int b = in.read(); b != -1; b = in.read()) {
                answer.append((char) b);
            }
        }
        return answer.toString();
    }
}
