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

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("one-provider")
class IdentitySetsTest {

    @Test
    void aSetThatNothingWasAddedToIsAsAnyOther() {
        Set<String> set = IdentitySets.empty();
        assertFalse(set.remove("nobody"));
        assertEquals(0, set.size());
        assertEquals(0, set.toArray(new String[0]).length);
        assertThrows(UnsupportedOperationException.class, () -> set.add("all event loops share it"));
    }

    @Test
    void eachGetsASetOfItsOwnAndKeepsIt() {
        Set<String> set = IdentitySets.forAdding(IdentitySets.<String>empty());
        assertNotSame(set, IdentitySets.forAdding(IdentitySets.<String>empty()));
        assertTrue(set.add("a"));
        assertSame(set, IdentitySets.forAdding(set));
        assertTrue(set.remove("a"));
        assertSame(set, IdentitySets.forAdding(set));
        assertEquals(Collections.emptySet(), IdentitySets.<String>empty());
    }

    @Test
    void whatIsEqualIsNotTheSame() {
        Set<String> set = IdentitySets.newIdentitySet();
        assertTrue(set.add(new String("a")));
        assertTrue(set.add(new String("a")));
        assertEquals(2, set.size());
    }
}
