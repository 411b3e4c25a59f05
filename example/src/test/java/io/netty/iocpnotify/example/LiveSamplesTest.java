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
import io.netty.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Timeout(120)
class LiveSamplesTest {

    private static final int SAMPLES = 2000;

    /** What a browser does whose window is asleep: it keeps the connection and does not read. */
    @Test
    void whoDoesNotReadMissesSamples() throws Exception {
        LiveCharts charts = new LiveCharts();
        new CommandLine(charts).parseArgs("--port", "0", "--quiet", "1", "--slow", "0");
        try (LiveCharts.Running running = charts.start(); Socket socket = new Socket()) {
            socket.setReceiveBufferSize(8192);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), running.port()));
            socket.getOutputStream().write("GET /events HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(CharsetUtil.US_ASCII));
            BufferedReader answer = new BufferedReader(
                    new InputStreamReader(socket.getInputStream(), CharsetUtil.UTF_8));
            assertEquals("HTTP/1.1 200 OK", answer.readLine());

            for (int i = 0; i < SAMPLES; i++) {
                Future<?> taken = running.samples().takeNow().sync();
                assertTrue(taken.isSuccess());
            }

            // All that was kept for it comes now, and after that it is a listener as before: of the samples that the
            // service takes by itself, one in a second, it gets each.
            int received = 0;
            double last = 0;
            int regular = 0;
            while (regular < 2) {
                String line = answer.readLine();
                if (line.startsWith("data: {\"seconds\":")) {
                    String[] numbers = line.split("[:,]");
                    double seconds = Double.parseDouble(numbers[2]);
                    double interval = Double.parseDouble(numbers[4]);
                    regular = interval > 0.9 && Math.abs(seconds - interval - last) < 0.001 ? regular + 1 : 0;
                    last = seconds;
                    received++;
                }
            }
            assertTrue(received < SAMPLES / 2, received + " of " + SAMPLES + " samples were kept");
        }
    }
}
