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

/**
 * Registrations of one event loop in the order in which they were added. They are linked through a field of their own,
 * so nothing is allocated. A registration that could not be added would never be armed again. A registration is in one
 * such queue at most. Used in the loop.
 */
final class RegistrationQueue {

    private SocketRegistration first;
    private SocketRegistration last;
    private int size;

    void add(SocketRegistration registration) {
        if (last == null) {
            first = registration;
        } else {
            last.nextInLoop = registration;
        }
        last = registration;
        size++;
    }

    /** Returns the registration that has been in the queue for the longest time, or {@code null} if there is none. */
    SocketRegistration poll() {
        SocketRegistration registration = first;
        if (registration != null) {
            first = registration.nextInLoop;
            registration.nextInLoop = null;
            if (first == null) {
                last = null;
            }
            size--;
        }
        return registration;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void clear() {
        first = null;
        last = null;
        size = 0;
    }
}
