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

import io.netty.channel.iocpnotify.Wait;
import io.netty.channel.iocpnotify.World;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A completion port with socket notifications, in plain Java. A packet goes to one waiter. An arm is one-shot and tells
 * of a level. A socket that leaves is answered by a packet.
 * <p>
 * Each call is one step, as it is in the system: other threads run before it and, where it waits, during the wait.
 */
public final class PlainPort {

    private static final class Packet {
        final long key;
        final int bytes;

        Packet(long key, int bytes) {
            this.key = key;
            this.bytes = bytes;
        }
    }

    private static final class Socket {
        long key;
        boolean known;
        int filter;
        int unread;
    }

    private final World world;
    private final int number;
    private final ArrayDeque<Packet> packets = new ArrayDeque<Packet>();
    private final List<Wait> waits = new ArrayList<Wait>();
    private final Map<Wait, Packet> handed = new HashMap<Wait, Packet>();
    private final Map<Long, Socket> sockets = new HashMap<Long, Socket>();
    private int inside;
    private boolean closed;

    public PlainPort(World world, int number) {
        this.world = world;
        this.number = number;
    }

    long handle() {
        return number;
    }

    public boolean isClosed() {
        return closed;
    }

    int waiters() {
        return waits.size();
    }

    /** How many packets nobody has taken. */
    public int packets() {
        return packets.size();
    }

    int close() {
        World.step();
        if (closed) {
            world.fail("the port was closed twice");
        }
        if (inside != 0) {
            world.fail("the port was closed while " + inside + " threads were inside");
        }
        closed = true;
        return 0;
    }

    int post(long key, int bytes) {
        enter();
        packet(new Packet(key, bytes));
        inside--;
        return 0;
    }

    int process(long registrations, int registrationCount, int timeoutMillis, long entries, int entryCount) {
        enter();
        for (int i = 0; i < registrationCount; i++) {
            register(world.memory().at(registrations + (long) i * Native.SIZEOF_REGISTRATION,
                    Native.SIZEOF_REGISTRATION));
        }
        int count = 0;
        if (entryCount != 0) {
            count = take(entries, 0, entryCount);
            if (count == 0 && timeoutMillis != 0) {
                count = await(timeoutMillis, entries, entryCount);
            }
        }
        inside--;
        return count;
    }

    private void enter() {
        World.step();
        if (closed) {
            world.fail("the port was used after it was closed");
        }
        inside++;
    }

    private int await(int timeoutMillis, long entries, int entryCount) {
        Wait wait = new Wait(Thread.currentThread(),
                timeoutMillis < 0 ? Wait.NO_DEADLINE : world.nanos() + timeoutMillis * 1000000L);
        waits.add(wait);
        world.await(wait);
        waits.remove(wait);
        Packet packet = handed.remove(wait);
        if (packet == null) {
            return take(entries, 0, entryCount);
        }
        write(packet, entries, 0);
        return take(entries, 1, entryCount);
    }

    private int take(long entries, int from, int to) {
        int count = from;
        while (count < to && !packets.isEmpty()) {
            write(packets.poll(), entries, count++);
        }
        return count;
    }

    private void write(Packet packet, long entries, int index) {
        ByteBuffer memory = world.memory().at(entries + (long) index * Native.SIZEOF_PACKET, Native.SIZEOF_PACKET);
        memory.putLong(Native.PACKET_KEY_OFFSET, packet.key);
        memory.putInt(Native.PACKET_BYTES_OFFSET, packet.bytes);
    }

    /** The waiter that came last is woken first; one that its time-out has ended meanwhile takes none. */
    private void packet(Packet packet) {
        for (int i = waits.size() - 1; i >= 0; i--) {
            Wait wait = waits.get(i);
            if (!wait.isOver()) {
                handed.put(wait, packet);
                wait.end();
                return;
            }
        }
        packets.add(packet);
    }

    // ---- sockets ----

    private void register(ByteBuffer registration) {
        Socket socket = socket(registration.getLong(Native.REGISTRATION_SOCKET_OFFSET));
        int operation = registration.get(Native.REGISTRATION_OPERATION_OFFSET) & 0xFF;
        int result = 0;
        if (operation == Native.OP_REMOVE) {
            if (socket.known) {
                packet(new Packet(socket.key, Native.EVENT_REMOVE));
                socket.known = false;
                socket.filter = 0;
            } else {
                result = Errors.ERROR_NOT_FOUND;
            }
        } else {
            socket.known = true;
            socket.key = registration.getLong(Native.REGISTRATION_KEY_OFFSET);
            socket.filter = registration.getShort(Native.REGISTRATION_FILTER_OFFSET);
            tell(socket);
        }
        registration.putInt(Native.REGISTRATION_RESULT_OFFSET, result);
    }

    private Socket socket(long number) {
        return sockets.computeIfAbsent(number, key -> new Socket());
    }

    private void tell(Socket socket) {
        if (socket.unread > 0 && (socket.filter & Native.REGISTER_EVENT_IN) != 0) {
            socket.filter = 0;
            packet(new Packet(socket.key, Native.REGISTER_EVENT_IN));
        }
    }

    /** A peer has written. */
    public void arrive(long number) {
        World.step();
        Socket socket = socket(number);
        socket.unread++;
        tell(socket);
    }

    /** Takes what has arrived, and returns how much that is. */
    public int read(long number) {
        World.step();
        Socket socket = socket(number);
        int read = socket.unread;
        socket.unread = 0;
        return read;
    }

    /** The system forgets it without a packet. */
    public void closeSocket(long number) {
        World.step();
        sockets.remove(number);
    }
}
