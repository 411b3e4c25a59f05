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
package io.netty.channel.iocpnotify.loop;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * The system refused to watch a socket.
 */
@SuppressWarnings("Since15")
@Name("io.netty.iocpnotify.ArmRefused")
@Label("Arm Refused")
@Category({ "Netty", "IocpNotify" })
@Description("The completion port refused to watch a socket; its channel is closed with an exception")
final class ArmRefusedEvent extends Event {

    @Label("Channel")
    String channel;

    @Label("Error")
    @Description("The error code of Windows")
    int error;

    static void record(Object handle, int error) {
        ArmRefusedEvent event = new ArmRefusedEvent();
        if (event.shouldCommit()) {
            event.channel = String.valueOf(handle);
            event.error = error;
            event.commit();
        }
    }
}
