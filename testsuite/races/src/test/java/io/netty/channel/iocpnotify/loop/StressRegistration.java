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

import io.netty.channel.IoOps;
import io.netty.channel.iocpnotify.winsock.PacketArray;

/**
 * A registration that is none but for its place in a list.
 */
final class StressRegistration extends PortRegistration {

    StressRegistration() {
        super(0);
    }

    @Override
    public PortHandle handle() {
        return null;
    }

    @Override
    void takePacket(PacketArray packets, int index) {
    }

    @Override
    void handlePackets() {
    }

    @Override
    public long submit(IoOps ops) {
        return -1;
    }

    @Override
    public boolean isValid() {
        return true;
    }

    @Override
    public boolean cancel() {
        return false;
    }
}
