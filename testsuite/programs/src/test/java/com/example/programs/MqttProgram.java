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

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient.Mqtt5Publishes;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;

import java.util.concurrent.TimeUnit;

/** The MQTT client of HiveMQ with a broker, in each quality of service. */
public final class MqttProgram {

    private MqttProgram() { }

    /** @param args the port of the broker */
    public static void main(String[] args) throws Exception {
        Mqtt5BlockingClient client = MqttClient.builder().useMqttVersion5().serverHost("127.0.0.1")
                .serverPort(Integer.parseInt(args[0])).buildBlocking();
        client.connect();
        client.subscribeWith().topicFilter("program/#").qos(MqttQos.EXACTLY_ONCE).send();
        try (Mqtt5Publishes publishes = client.publishes(MqttGlobalPublishFilter.SUBSCRIBED)) {
            for (int i = 0; i < 150; i++) {
                client.publishWith().topic("program/" + i).qos(MqttQos.fromCode(i % 3))
                        .payload(Checked.bytes(i, 1 + i * 100)).send();
                Mqtt5Publish publish = publishes.receive(30, TimeUnit.SECONDS).orElseThrow();
                Checked.same("program/" + i, publish.getTopic().toString(), "topic");
                Checked.same(Checked.bytes(i, 1 + i * 100), publish.getPayloadAsBytes(), "message " + i);
            }
        }
        client.disconnect();
        Checked.end("MQTT");
    }
}
