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
package io.netty.iocpnotify.vertx;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.iocpnotify.IocpNotifyChannelOption;
import io.netty.channel.iocpnotify.IocpNotifySocketChannelConfig;
import io.vertx.core.Promise;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.TcpClientConfig;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.net.TcpOption;
import io.vertx.core.net.TcpServerConfig;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class VertxTcpOptionsTest extends VertxOnTransport {

    @Test
    void optionsArriveAtBothSides() throws Exception {
        TcpServerConfig serverConfig = new TcpServerConfig();
        describe(serverConfig.getTransportConfig());
        serverConfig.getTransportConfig().setOption(TcpOption.FASTOPEN, 16);
        serverConfig.setAcceptBacklog(77);
        Promise<Channel> accepted = Promise.promise();
        NetServer server = keep(vertx.createNetServer(serverConfig))
                .connectHandler(socket -> accepted.complete(channelOf(socket)));
        await(server.listen(0, HOST));

        TcpClientConfig clientConfig = new TcpClientConfig();
        describe(clientConfig.getTransportConfig());
        clientConfig.getTransportConfig().setOption(TcpOption.FASTOPEN_CONNECT, true);
        NetSocket client = await(keep(vertx.createNetClient(clientConfig)).connect(server.actualPort(), HOST));

        Channel child = await(accepted.future());
        assertDescribed(child);
        assertDescribed(channelOf(client));
        assertEquals(true, channelOf(client).config().getOption(ChannelOption.TCP_FASTOPEN_CONNECT));
        assertEquals(16, child.parent().config().getOption(ChannelOption.TCP_FASTOPEN));
        assertEquals(77, child.parent().config().getOption(ChannelOption.SO_BACKLOG));
    }

    /** Wine has none of these, and Windows only TCP_USER_TIMEOUT and TCP_KEEPCNT. */
    @Test
    void optionsThatTheSystemLacksDoNoHarm() throws Exception {
        TcpServerConfig serverConfig = new TcpServerConfig();
        TcpClientConfig clientConfig = new TcpClientConfig();
        for (TcpConfig config : List.of(serverConfig.getTransportConfig(), clientConfig.getTransportConfig())) {
            config.setSoReusePort(true).setOption(TcpOption.CORK, true).setOption(TcpOption.QUICKACK, true)
                    .setOption(TcpOption.USER_TIMEOUT, 60_000).setOption(TcpOption.KEEPCNT, 7);
        }
        NetServer server = keep(vertx.createNetServer(serverConfig)).connectHandler(socket -> socket.pipeTo(socket));
        await(server.listen(0, HOST));
        NetClient client = keep(vertx.createNetClient(clientConfig));
        Payload payload = new Payload();
        assertEquals(payload.checksum(), await(client.connect(server.actualPort(), HOST).compose(socket -> {
            socket.write(payload.buffer());
            return payload.receivedFrom(socket).future();
        })));
    }

    private static void describe(TcpConfig config) {
        config.setSoKeepAlive(true).setSoLinger(3).setTrafficClass(8).setSendBufferSize(30000)
                .setReceiveBufferSize(40000).setOption(TcpOption.NODELAY, false).setOption(TcpOption.KEEPIDLE, 50)
                .setOption(TcpOption.KEEPINTVL, 60);
    }

    private static void assertDescribed(Channel channel) {
        IocpNotifySocketChannelConfig config = (IocpNotifySocketChannelConfig) channel.config();
        assertTrue(config.isKeepAlive());
        assertEquals(3, config.getSoLinger());
        assertEquals(8, config.getTrafficClass());
        assertEquals(30000, config.getSendBufferSize());
        assertEquals(40000, config.getReceiveBufferSize());
        assertEquals(false, config.isTcpNoDelay());
        assertEquals(50, config.getTcpKeepIdle());
        assertEquals(60, config.getTcpKeepIntvl());
    }

    /** Some of them have an effect on Windows only: here is what the channels are asked for. */
    @Test
    void eachOptionOfVertxIsAnOptionOfTheChannel() {
        TcpConfig config = new TcpConfig().setOption(TcpOption.NODELAY, true).setOption(TcpOption.FASTOPEN, 16)
                .setOption(TcpOption.FASTOPEN_CONNECT, true).setOption(TcpOption.USER_TIMEOUT, 4321)
                .setOption(TcpOption.KEEPIDLE, 50).setOption(TcpOption.KEEPINTVL, 60)
                .setOption(TcpOption.KEEPCNT, 7).setOption(TcpOption.QUICKACK, true)
                .setOption(TcpOption.CORK, true).setSoReusePort(true);
        Map<String, Object> ofConnection = new TreeMap<>();
        ofConnection.put(ChannelOption.TCP_NODELAY.name(), true);
        ofConnection.put(ChannelOption.SO_KEEPALIVE.name(), false);
        ofConnection.put(IocpNotifyChannelOption.TCP_MAXRTMS.name(), 4321);
        ofConnection.put(IocpNotifyChannelOption.TCP_KEEPIDLE.name(), 50);
        ofConnection.put(IocpNotifyChannelOption.TCP_KEEPINTVL.name(), 60);
        ofConnection.put(IocpNotifyChannelOption.TCP_KEEPCNT.name(), 7);

        IocpNotifyVertxTransport transport = new IocpNotifyVertxTransport();
        ServerBootstrap server = new ServerBootstrap();
        transport.configure(config, false, server);
        assertEquals(ofConnection, options(server.config().childOptions()));
        assertEquals(Map.of(ChannelOption.TCP_FASTOPEN.name(), 16), options(server));

        Bootstrap client = new Bootstrap();
        transport.configure(config, false, client);
        ofConnection.put(ChannelOption.TCP_FASTOPEN_CONNECT.name(), true);
        assertEquals(ofConnection, options(client));
    }

    /** 0 is what the system does by itself; domain sockets have none of these options. */
    @Test
    void defaultsAreLeftToTheSystem() {
        TcpConfig config = new TcpConfig().setOption(TcpOption.USER_TIMEOUT, 0).setOption(TcpOption.KEEPIDLE, 0)
                .setOption(TcpOption.KEEPINTVL, 0).setOption(TcpOption.KEEPCNT, 0)
                .setOption(TcpOption.QUICKACK, false);
        IocpNotifyVertxTransport transport = new IocpNotifyVertxTransport();
        Bootstrap tcp = new Bootstrap();
        transport.configure(config, false, tcp);
        assertEquals(Map.of(ChannelOption.SO_KEEPALIVE.name(), false), options(tcp));

        config.setOption(TcpOption.KEEPIDLE, 50).setOption(TcpOption.QUICKACK, true);
        Bootstrap domain = new Bootstrap();
        transport.configure(config, true, domain);
        assertEquals(Map.of(), options(domain));
        ServerBootstrap domainServer = new ServerBootstrap();
        transport.configure(config, true, domainServer);
        assertEquals(Map.of(), options(domainServer));
        assertEquals(Map.of(), options(domainServer.config().childOptions()));
    }

    private static Map<String, Object> options(AbstractBootstrap<?, ?> bootstrap) {
        return options(bootstrap.config().options());
    }

    private static Map<String, Object> options(Map<ChannelOption<?>, Object> options) {
        Map<String, Object> named = new TreeMap<>();
        options.forEach((option, value) -> named.put(option.name(), value));
        return named;
    }
}
