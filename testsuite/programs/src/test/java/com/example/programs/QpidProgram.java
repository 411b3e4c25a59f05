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

import jakarta.jms.Connection;
import org.apache.qpid.jms.JmsConnectionFactory;

/** The client for JMS of Apache Qpid, which speaks AMQP with a broker of ActiveMQ Artemis. */
public final class QpidProgram {

    private QpidProgram() { }

    public static void main(String[] args) throws Exception {
        int port = ArtemisProgram.freePort();
        // The broker ends with the JVM, so that what it has counted can be shown.
        ArtemisProgram.start(port, "?protocols=AMQP");
        try (Connection connection = new JmsConnectionFactory("amqp://127.0.0.1:" + port).createConnection()) {
            ArtemisProgram.exchange(connection);
        }
        Checked.end("Qpid");
    }
}
