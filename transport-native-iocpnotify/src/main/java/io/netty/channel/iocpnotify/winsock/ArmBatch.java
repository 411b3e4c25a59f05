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

import java.util.Arrays;

/** An off-heap array of {@code SOCK_NOTIFY_REGISTRATION}: what one call arms or removes. One thread at a time. */
public final class ArmBatch extends OffHeap {

    /** What a batch arms a socket for, and who hears of it if that fails. */
    public interface Owner {

        long socket();

        long key();

        /** Whether to arm by {@code OP_ENABLE_DIRECT}. */
        boolean isDirectStream();

        /** There was no memory for the arm: it is pending again. Called before the loop is released. */
        void notArmed();

        /** The port refused the arm. For whoever handed it over. */
        void armRefused(int error);
    }

    private final Owner[] owners;
    private int count;

    public ArmBatch(int capacity) {
        super(capacity * Native.SIZEOF_REGISTRATION);
        owners = new Owner[capacity];
    }

    public int count() {
        return count;
    }

    public int room() {
        return owners.length - count;
    }

    long address(int index) {
        return address() + (long) index * Native.SIZEOF_REGISTRATION;
    }

    /** Adds {@code OP_ENABLE} with the given filter, one-shot and level-triggered. */
    public void enable(Owner owner, int filter) {
        int operation = owner.isDirectStream() ? Native.OP_ENABLE_DIRECT : Native.OP_ENABLE;
        add(owner, owner.socket(), owner.key(), filter, operation, Native.TRIGGER_ONESHOT | Native.TRIGGER_LEVEL);
    }

    public void remove(Owner owner) {
        add(owner, owner.socket(), owner.key(), 0, Native.OP_REMOVE, 0);
    }

    /** As {@link #enable(Owner, int)}, for a socket that has no registration. */
    public void enable(long socket, long key, int filter) {
        add(null, socket, key, filter, Native.OP_ENABLE, Native.TRIGGER_ONESHOT | Native.TRIGGER_LEVEL);
    }

    private void add(Owner owner, long socket, long key, int filter, int operation, int triggers) {
        int entry = count * Native.SIZEOF_REGISTRATION;
        memory.putLong(entry + Native.REGISTRATION_SOCKET_OFFSET, socket);
        memory.putLong(entry + Native.REGISTRATION_KEY_OFFSET, key);
        memory.putShort(entry + Native.REGISTRATION_FILTER_OFFSET, (short) filter);
        memory.put(entry + Native.REGISTRATION_OPERATION_OFFSET, (byte) operation);
        memory.put(entry + Native.REGISTRATION_TRIGGERS_OFFSET, (byte) triggers);
        memory.putInt(entry + Native.REGISTRATION_RESULT_OFFSET, 0);
        owners[count++] = owner;
    }

    public Owner owner(int index) {
        return owners[index];
    }

    /** Returns the {@code registrationResult} of an entry: 0 or an error code. */
    public int result(int index) {
        return memory.getInt(index * Native.SIZEOF_REGISTRATION + Native.REGISTRATION_RESULT_OFFSET);
    }

    /** Sets what {@link #result} returns, for an entry that a call has not looked at. */
    void result(int index, int error) {
        memory.putInt(index * Native.SIZEOF_REGISTRATION + Native.REGISTRATION_RESULT_OFFSET, error);
    }

    public void clear() {
        Arrays.fill(owners, 0, count, null);
        count = 0;
    }
}
