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
package io.netty.iocpnotify.fuzz;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class ShrinkerTest {

    @Test
    void onlyWhatMattersIsLeft() throws InterruptedException {
        Program large = Program.parse("udp(|fix.64) tcp(hc|na) / 0c@out:w.direct.100,f " +
                "1c@read:ev.1,w.file.5000,f,tk.3 1s@out:rd / 1s@listener:w.heap.70,f,cl / 0s@out:ar.0");
        Shrinker shrinker = new Shrinker(candidate -> candidate.toString().matches(".*c@\\S*w\\..*s@\\S*cl.*"), 1000);
        assertEquals("tcp(|) / 0c@out:w.direct.8 / 0s@out:cl", shrinker.shrink(large).toString());
    }

    @Test
    void triesAreCounted() throws InterruptedException {
        int[] tries = new int[1];
        new Shrinker(candidate -> {
            tries[0]++;
            return true;
        }, 5).shrink(Generator.program(1, 1));
        assertEquals(5, tries[0]);
    }
}
