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

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The events of a channel. Those of its life are compared in order; users' events have an order among themselves; for
 * exceptions it is counted which there were.
 */
final class EventLog {

    private final List<String> life = new ArrayList<String>();
    private final List<String> user = new ArrayList<String>();
    private final List<String> failures = new ArrayList<String>();

    synchronized void life(String event) {
        life.add(event);
    }

    synchronized void user(String event) {
        user.add(event);
    }

    synchronized void failure(String kind) {
        failures.add(kind);
    }

    synchronized int count(String event) {
        return Collections.frequency(life, event);
    }

    synchronized String lives() {
        return life.toString();
    }

    synchronized String users() {
        return user.toString();
    }

    synchronized String failures() {
        List<String> sorted = new ArrayList<String>(failures);
        Collections.sort(sorted);
        return sorted.toString();
    }

    /**
     * What is wrong with a life that is over; {@code null} if nothing is.
     *
     * @param moved whether the channel has changed loops: closed between two of them, none hears that it is inactive
     */
    synchronized String fault(boolean moved) {
        boolean registered = false;
        int active = 0;
        int inactive = 0;
        for (String event : life) {
            boolean wrong = false;
            switch (event) {
            case "registered":
                wrong = registered;
                registered = true;
                break;
            case "unregistered":
                wrong = !registered;
                registered = false;
                break;
            case "active":
                active++;
                wrong = !registered || inactive > 0;
                break;
            case "inactive":
                inactive++;
                wrong = active == 0;
                break;
            default:
                wrong = inactive > 0 && event.startsWith("input");
                break;
            }
            if (wrong) {
                return "'" + event + "' is out of place in " + life;
            }
        }
        boolean whole = (active == inactive || moved && inactive == 0) && active <= 1 && !registered;
        return whole ? null : "not a whole life: " + life;
    }
}
