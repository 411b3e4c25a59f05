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

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.qpid.jms.JmsConnectionFactory;

import java.net.ServerSocket;

/** The client for JMS of Apache Qpid, which speaks AMQP with a broker of ActiveMQ Artemis. */
public final class QpidProgram {

    private QpidProgram() { }

    public static void main(String[] args) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(new ConfigurationImpl().setPersistenceEnabled(false).setSecurityEnabled(false)
                .setJournalDirectory(System.getProperty("java.io.tmpdir") + "/artemis" + port)
                .addAcceptorConfiguration("amqp", "tcp://127.0.0.1:" + port + "?protocols=AMQP"));
        broker.start();
        try (Connection connection = new JmsConnectionFactory("amqp://127.0.0.1:" + port).createConnection()) {
            connection.start();
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            MessageProducer producer = session.createProducer(session.createQueue("program"));
            MessageConsumer consumer = session.createConsumer(session.createQueue("program"));
            for (int i = 0; i < 200; i++) {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(Checked.bytes(i, 1 + i * 200));
                producer.send(message);
            }
            for (int i = 0; i < 200; i++) {
                BytesMessage message = (BytesMessage) consumer.receive(30_000);
                byte[] bytes = new byte[(int) message.getBodyLength()];
                message.readBytes(bytes);
                Checked.same(Checked.bytes(i, 1 + i * 200), bytes, "message " + i);
            }
        }
        // The broker ends with the JVM, so that what it has counted can be shown.
        Checked.end("Qpid");
    }
}
