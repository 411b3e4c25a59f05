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
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

import java.io.IOException;
import java.net.ServerSocket;

/** A broker of ActiveMQ Artemis and its client for JMS. */
public final class ArtemisProgram {

    private ArtemisProgram() { }

    /** A broker that listens on that port for the protocols that {@code parameters} name, or all. */
    static EmbeddedActiveMQ start(int port, String parameters) throws Exception {
        EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
        broker.setConfiguration(new ConfigurationImpl().setPersistenceEnabled(false).setSecurityEnabled(false)
                .setJournalDirectory(System.getProperty("java.io.tmpdir") + "/artemis" + port)
                .addAcceptorConfiguration("tcp", "tcp://127.0.0.1:" + port + parameters));
        broker.start();
        return broker;
    }

    static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    /** Sends messages to a queue, and compares what comes back. */
    static void exchange(Connection connection) throws JMSException {
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

    public static void main(String[] args) throws Exception {
        int port = freePort();
        EmbeddedActiveMQ broker = start(port, "");
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + port);
             Connection connection = factory.createConnection()) {
            exchange(connection);
        }
        broker.stop();
        Checked.end("Artemis");
    }
}
