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
package io.netty.channel.iocpnotify.group;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The steps from one state of a strand to the next.
 */
public final class StrandSteps {

    /** Tries each call in each state. Returns each step as the picture of them has it. */
    public static Set<String> all() throws Exception {
        Field current = StrandState.class.getDeclaredField("state");
        current.setAccessible(true);
        Map<Integer, String> names = new TreeMap<Integer, String>();
        for (Field field : StrandState.class.getDeclaredFields()) {
            if (field.getType() == int.class) {
                field.setAccessible(true);
                names.put(field.getInt(null), field.getName());
            }
        }
        // Time 0, so that the word is the state alone.
        List<Consumer<StrandState>> calls = Arrays.asList(state -> state.offer(0), StrandState::begin,
                StrandState::runBegins, state -> state.end(false, 0), state -> state.end(true, 0));
        Set<String> steps = new TreeSet<String>();
        steps.add("[*] to " + names.get((int) ((AtomicLong) current.get(new StrandState())).get()));
        for (int from : names.keySet()) {
            for (Consumer<StrandState> call : calls) {
                StrandState state = new StrandState();
                AtomicLong value = (AtomicLong) current.get(state);
                value.set(from);
                try {
                    call.accept(state);
                } catch (IllegalStateException refused) {
                    continue;
                }
                if (value.get() != from) {
                    steps.add(names.get(from) + " to " + names.get((int) value.get()));
                }
            }
        }
        return steps;
    }

    private StrandSteps() { }
}
