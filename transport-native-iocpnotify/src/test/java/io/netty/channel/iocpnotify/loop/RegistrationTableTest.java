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

import io.netty.channel.iocpnotify.LoopInternals;
import io.netty.channel.iocpnotify.winsock.CompletionKey;
import org.junit.jupiter.api.Test;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

class RegistrationTableTest {

    private final RegistrationTable table = new RegistrationTable();

    private static int reserved(RegistrationTable table) throws Exception {
        return field("usedSlots").getInt(table) - field("freeCount").getInt(table);
    }

    private static Field field(String name) throws Exception {
        Field field = RegistrationTable.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    @Test
    void aKeyFindsItsRegistrationFromPublishToRelease() {
        long key = table.reserve();
        assertEquals(CompletionKey.ofRegistration(CompletionKey.slot(key), 0), key);
        assertNull(table.find(key));
        SocketRegistration registration = registration(key);
        table.publish(registration);
        assertSame(registration, table.find(key));
        table.release(key);
        assertNull(table.find(key));
    }

    @Test
    void aStaleKeyDoesNotFindTheNextUserOfItsSlot() {
        long stale = table.reserve();
        table.publish(registration(stale));
        table.release(stale);
        long key = table.reserve();
        assertEquals(CompletionKey.slot(stale), CompletionKey.slot(key));
        assertNotEquals(stale, key);
        SocketRegistration next = registration(key);
        table.publish(next);
        assertNull(table.find(stale));
        assertSame(next, table.find(key));
    }

    @Test
    void growsAndUsesReleasedSlotsAgain() throws Exception {
        List<Long> keys = new ArrayList<Long>();
        Set<Integer> slots = new HashSet<Integer>();
        for (int i = 0; i < 5000; i++) {
            long key = table.reserve();
            table.publish(registration(key));
            keys.add(key);
            slots.add(CompletionKey.slot(key));
        }
        assertEquals(5000, slots.size());
        for (long key : keys) {
            assertEquals(key, table.find(key).key());
            table.release(key);
        }
        assertEquals(0, reserved(table));
        for (int i = 0; i < 5000; i++) {
            assertTrue(slots.remove(CompletionKey.slot(table.reserve())));
        }
    }

    /** Both kinds of key share the slots, and neither is taken for the other. */
    @Test
    void keysForCompletions() throws Exception {
        long key = table.reserveForCompletions();
        assertEquals(CompletionKey.ofCompletion(CompletionKey.slot(key), 0), key);
        CompletionRegistration registration = new CompletionRegistration(null, null, key);
        table.publish(registration);
        assertSame(registration, table.find(key));
        assertNull(table.find(CompletionKey.ofRegistration(CompletionKey.slot(key), 0)));
        assertEquals(1, reserved(table));
        table.release(key);
        assertNull(table.find(key));

        long socketKey = table.reserve();
        assertEquals(CompletionKey.slot(key), CompletionKey.slot(socketKey));
        SocketRegistration socket = registration(socketKey);
        table.publish(socket);
        assertSame(socket, table.find(socketKey));
        assertNull(table.find(key));
        assertNull(table.find(CompletionKey.ofCompletion(CompletionKey.slot(key), 1)));
    }

    @Test
    void keysOfTheTable() {
        assertTrue(CompletionKey.isOfTable(table.reserve()));
        assertTrue(CompletionKey.isOfTable(table.reserveForCompletions()));
        assertFalse(CompletionKey.isOfTable(CompletionKey.WAKE_UP));
        assertFalse(CompletionKey.isOfTable(-1));
    }

    @Test
    void aSlotThatWasNeverUsedFindsNothing() {
        assertNull(table.find(CompletionKey.ofRegistration(123456, 0)));
    }

    private static SocketRegistration registration(long key) {
        return new SocketRegistration(null, LoopInternals.newSocketHandle(), key);
    }
}
