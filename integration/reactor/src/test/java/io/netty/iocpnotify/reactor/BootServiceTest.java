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
package io.netty.iocpnotify.reactor;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.iocpnotify.IocpNotifySocketChannel;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslProvider;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.Http2SslContextSpec;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** A Spring Boot application with the jar on its class path, and all that such an application speaks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BootServiceTest {

    private static final int MIB_20 = 20 * 1024 * 1024;
    private static final String ON_TRANSPORT =
            "IocpNotifySocketChannel IocpNotifyEventLoop IocpNotifyServerSocketChannel ";
    private static final String THREAD = " reactor-http-iocpnotify-n";

    /** What a connection speaks. */
    enum Protocol {
        HTTP1(false, "plain IocpNotifySocketChannel", HttpProtocol.HTTP11),
        H2C_UPGRADE(false, "plain Http2", HttpProtocol.HTTP11, HttpProtocol.H2C),
        H2C_PRIOR_KNOWLEDGE(false, "plain Http2", HttpProtocol.H2C),
        HTTP1_TLS(true, "TLSv1.3/", HttpProtocol.HTTP11),
        H2_TLS(true, "TLSv1.3/h2/", HttpProtocol.H2);

        private final boolean tls;
        private final String where;
        private final HttpProtocol[] protocols;

        Protocol(boolean tls, String where, HttpProtocol... protocols) {
            this.tls = tls;
            this.where = where;
            this.protocols = protocols;
        }
    }

    private X509Bundle certificate;
    private ReactiveWebServerApplicationContext plain;
    private ReactiveWebServerApplicationContext secure;

    @BeforeAll
    void start() throws Exception {
        certificate = new CertificateBuilder().ecp256().subject("CN=localhost").addSanDnsName("localhost")
                .setIsCertificateAuthority(true).buildSelfSigned();
        plain = Service.start(Collections.singletonMap("server.http2.enabled", true));
        Map<String, Object> properties = new HashMap<>();
        properties.put("server.http2.enabled", true);
        properties.put("server.ssl.certificate", certificate.getCertificatePathPEM());
        properties.put("server.ssl.certificate-private-key", certificate.getPrivateKeyPEM());
        secure = Service.start(properties);
    }

    @AfterAll
    void stop() {
        secure.close();
        plain.close();
    }

    /** A client of the global resources, which no line of this test gives the transport. */
    private HttpClient client(Protocol protocol) {
        HttpClient client = HttpClient.create().protocol(protocol.protocols);
        if (!protocol.tls) {
            return client.baseUrl("http://localhost:" + Service.port(plain));
        }
        if (protocol == Protocol.H2_TLS) {
            return client.baseUrl("https://localhost:" + Service.port(secure)).secure(tls -> tls.sslContext(
                    Http2SslContextSpec.forClient().configure(context -> context.sslProvider(SslProvider.JDK)
                            .trustManager(certificate.getRootCertificate()))));
        }
        return client.baseUrl("https://localhost:" + Service.port(secure)).secure(tls -> tls.sslContext(
                Http11SslContextSpec.forClient().configure(context -> context.sslProvider(SslProvider.JDK)
                        .trustManager(certificate.getRootCertificate()))));
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void bothSidesRunOnTheTransport(Protocol protocol) {
        List<Channel> channels = Collections.synchronizedList(new ArrayList<>());
        HttpClient client = client(protocol)
                .doOnChannelInit((observer, channel, address) -> channels.add(channel));
        for (int i = 0; i < 3; i++) {
            String where = client.get().uri("/where").responseContent().aggregate().asString().block();
            assertTrue(where.startsWith(ON_TRANSPORT + protocol.where), where);
            assertTrue(where.endsWith(THREAD), where);
            assertTrue(!protocol.tls || where.contains("/SSLEngineImpl ") || where.contains("Jdk"), where);
        }
        assertTrue(!channels.isEmpty());
        for (Channel channel : channels) {
            assertInstanceOf(IocpNotifySocketChannel.class, channel.parent() == null ? channel : channel.parent());
        }
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(Protocol.class)
    void twentyMegabytesDown(Protocol protocol) {
        assertEquals(Tape.sum(MIB_20), client(protocol).get().uri("/bytes/" + MIB_20).responseContent().asByteBuffer()
                .reduce(new Tape.Sum(), Tape.Sum::add).map(Tape.Sum::toString).block());
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void twentyMegabytesUp(Protocol protocol) {
        // A request with a body cannot upgrade its connection: reactor-netty answers it with 413.
        client(protocol).get().uri("/where").responseContent().aggregate().block();
        Flux<ByteBuf> tape = Flux.range(0, Tape.pieces(MIB_20))
                .map(number -> Unpooled.wrappedBuffer(Tape.piece(number, MIB_20)));
        assertEquals(Tape.sum(MIB_20), client(protocol).post().uri("/sum").send(tape)
                .responseContent().aggregate().asString().block());
    }

    @ParameterizedTest
    @EnumSource(value = Protocol.class, names = { "HTTP1", "HTTP1_TLS" })
    void webSocket(Protocol protocol) {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            said.add(i + " " + new String(new char[i * 20]).replace('\0', 'x'));
        }
        List<String> heard = client(protocol).websocket().uri("/echo")
                .handle((in, out) -> out.sendString(Flux.fromIterable(said)).then()
                        .thenMany(in.receive().asString(StandardCharsets.UTF_8).take(said.size())))
                .collectList().block();
        assertEquals(said, heard);
    }

    @Test
    void webClientOfTheApplication() throws Exception {
        Service service = plain.getBean(Service.class);
        WebClient client = plain.getBean(WebClient.Builder.class)
                .baseUrl("http://localhost:" + Service.port(plain)).build();
        assertEquals(Tape.sum(MIB_20), Service.sum(client.get().uri("/bytes/" + MIB_20).retrieve()
                .bodyToFlux(DataBuffer.class)).block());
        assertEquals(Tape.sum(MIB_20), client.post().uri("/sum").contentType(MediaType.APPLICATION_OCTET_STREAM)
                .body(BodyInserters.fromDataBuffers(Service.dataBuffers(MIB_20)))
                .retrieve().bodyToMono(String.class).block());
        assertInstanceOf(IocpNotifySocketChannel.class, service.clientChannels.take());
    }

    /** A client that Spring Boot has not made. */
    @Test
    void webClientMadeByHand() {
        String where = WebClient.create("http://localhost:" + Service.port(plain)).get().uri("/where").retrieve()
                .bodyToMono(String.class).block();
        assertTrue(where.startsWith(ON_TRANSPORT), where);
    }

    @Test
    void handlersMustNotBlock() {
        String answer = client(Protocol.HTTP1).get().uri("/block").responseContent().aggregate().asString().block();
        assertTrue(answer.startsWith("true ") && answer.contains("not supported"), answer);
    }

    @Test
    void clientsOfHandlersStayOnTheirEventLoop() {
        List<String> answers = Flux.range(0, 40).flatMap(i -> client(Protocol.HTTP1).get().uri("/colocated")
                .responseContent().aggregate().asString(), 8).collectList().block();
        assertEquals(40, answers.size());
        for (String answer : answers) {
            assertTrue(answer.startsWith("true "), answer);
        }
    }

    @Test
    void manyRequestsAtOnce() {
        String expected = Tape.sum(30_000);
        List<String> sums = Flux.range(0, 300).flatMap(i -> client(Protocol.HTTP1).get().uri("/bytes/30000")
                .responseContent().asByteBuffer().reduce(new Tape.Sum(), Tape.Sum::add).map(Tape.Sum::toString), 64)
                .collectList().block(Duration.ofSeconds(60));
        assertEquals(Collections.nCopies(300, expected), sums);
    }

    @Test
    void versionOfEachProtocol() {
        assertEquals(HttpVersion.HTTP_1_1, version(Protocol.HTTP1));
        assertEquals(HttpVersion.HTTP_1_1, version(Protocol.HTTP1_TLS));
        assertEquals("HTTP/2.0", version(Protocol.H2_TLS).text());
        assertEquals("HTTP/2.0", version(Protocol.H2C_PRIOR_KNOWLEDGE).text());
    }

    private HttpVersion version(Protocol protocol) {
        return client(protocol).get().uri("/where")
                .responseSingle((response, body) -> body.then(Mono.just(response.version()))).block();
    }
}
