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
package com.example.programs;

import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.server.Server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The server and the client of Armeria: HTTP/1.1, and HTTP/2 without TLS. */
public final class ArmeriaProgram {

    private ArmeriaProgram() { }

    /** Answers with the body of the request, with bytes of its own, or with the protocol. */
    static Server start() {
        Server server = Server.builder().http(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .service("/echo", (context, request) -> HttpResponse.of(request.aggregate().thenApply(body ->
                        HttpResponse.of(HttpStatus.OK, MediaType.OCTET_STREAM, body.content()))))
                .service("/protocol", (context, request) -> HttpResponse.of(context.sessionProtocol().uriText()))
                .service("/bytes/{number}", (context, request) -> {
                    int number = Integer.parseInt(context.pathParam("number"));
                    // An answer before the end of the request would reset the stream, which not every client bears.
                    return HttpResponse.of(request.aggregate().thenApply(body -> HttpResponse.of(HttpStatus.OK,
                            MediaType.OCTET_STREAM, Checked.bytes(number))));
                })
                .build();
        server.start().join();
        return server;
    }

    public static void main(String[] args) throws Exception {
        Server server = start();
        for (SessionProtocol protocol : new SessionProtocol[] { SessionProtocol.H1C, SessionProtocol.H2C }) {
            WebClient client = WebClient.of(protocol.uriText() + "://127.0.0.1:" + server.activeLocalPort());
            Checked.same(protocol.uriText(), client.get("/protocol").aggregate().get(60, TimeUnit.SECONDS)
                    .contentUtf8(), "protocol");
            for (int first = 0; first < 200; first += 20) {
                List<CompletableFuture<AggregatedHttpResponse>> answers = new ArrayList<>();
                for (int i = first; i < first + 20; i++) {
                    answers.add(client.post("/echo", Checked.bytes(i)).aggregate());
                }
                for (int i = 0; i < 20; i++) {
                    Checked.same(Checked.bytes(first + i),
                            answers.get(i).get(60, TimeUnit.SECONDS).content().array(), "echo " + (first + i));
                }
            }
            for (int i = 0; i < 200; i++) {
                Checked.same(Checked.bytes(i),
                        client.get("/bytes/" + i).aggregate().get(60, TimeUnit.SECONDS).content().array(),
                        "answer " + i);
            }
        }
        server.stop().join();
        Checked.end("Armeria");
    }
}
