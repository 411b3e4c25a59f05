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
package io.netty.channel.iocpnotify.winsock;

import io.netty.channel.iocpnotify.World;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Stands in for the transport's class of that name: memory that {@link PlainPort} reads and writes by its address.
 * Addresses are not used again, so a use after the end is noticed.
 */
public class OffHeap {

    final ByteBuffer memory;
    private final long address;

    OffHeap(int bytes) {
        memory = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        address = World.current().memory().add(memory);
    }

    public final long address() {
        return address;
    }

    public void free() {
        World.current().memory().remove(address);
    }
}
