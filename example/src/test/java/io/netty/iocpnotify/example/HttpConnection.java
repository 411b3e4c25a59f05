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

import io.netty.util.CharsetUtil;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;

import static org.junit.jupiter.api.Assertions.assertTrue;

/** A connection of the JDK's to {@link HttpService}. */
final class HttpConnection implements AutoCloseable {

    private final Socket socket;

    HttpConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
    }

    /** Sends requests in one piece: the server knows the later ones when it answers the first one. */
    void send(String... paths) throws IOException {
        StringBuilder requests = new StringBuilder();
        for (String path : paths) {
            requests.append("GET ").append(path).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        socket.getOutputStream().write(requests.toString().getBytes(CharsetUtil.US_ASCII));
    }

    /** Reads one answer, whose body is a line, and returns its head. */
    String receive(String path) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0 || !answer.toString().endsWith(path + " answered\n")) {
            int b = in.read();
            assertTrue(b >= 0, () -> "the connection ends after: " + answer);
            answer.append((char) b);
        }
        return answer.substring(0, answer.indexOf("\r\n\r\n"));
    }

    /** Reads on. */
    boolean isAtEnd() throws IOException {
        return socket.getInputStream().read() == -1;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
