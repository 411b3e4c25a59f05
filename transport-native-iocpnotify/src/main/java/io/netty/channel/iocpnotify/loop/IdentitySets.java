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

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Sets for one thread at a time that compare by identity. Each event loop has some of them, and most never hold
 * anything. A set of its own takes 128 bytes. So a field begins with {@link #empty}, which all share. Who adds
 * something sets the field to {@link #forAdding} first.
 */
public final class IdentitySets {

    /** Most sets hold few. The size that is usual takes 272 bytes. */
    private static final int EXPECTED_SIZE = 1;

    private static final Set<?> EMPTY = Collections.emptySet();

    private IdentitySets() {
    }

    /** Returns a set that nothing can be added to. To take something out of it does nothing. */
    @SuppressWarnings("unchecked")
    static <T> Set<T> empty() {
        return (Set<T>) EMPTY;
    }

    /** Returns the set, or a new one instead of {@link #empty}. */
    static <T> Set<T> forAdding(Set<T> set) {
        return set == EMPTY ? IdentitySets.<T>newIdentitySet() : set;
    }

    public static <T> Set<T> newIdentitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<T, Boolean>(EXPECTED_SIZE));
    }
}
