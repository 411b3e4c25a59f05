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
package io.netty.channel.iocpnotify.agent;

import io.netty.channel.iocpnotify.IocpNotifyCounts;
import io.netty.channel.iocpnotify.IocpNotifyMetrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What a group has counted, in types of Java alone: the agent does not see those of the transport. */
final class Counts {

    static Map<String, Object> ofHandlers(List<LoopHandler> handlers) {
        Map<String, Object> result = new TreeMap<String, Object>();
        for (LoopHandler handler : handlers) {
            IocpNotifyCounts counts = handler.counts();
            if (counts != null) {
                add(result, counts);
            }
        }
        result.put("eventLoops", (long) handlers.size());
        return result;
    }

    static Map<String, Object> ofGroup(IocpNotifyMetrics metrics) {
        Map<String, Object> result = new TreeMap<String, Object>();
        add(result, metrics.counts());
        result.put("eventLoops", (long) metrics.eventLoops());
        result.put("registeredChannels", (long) metrics.registeredChannels());
        result.put("pendingTasks", (long) metrics.pendingTasks());
        result.put("wakeUps", metrics.wakeUps());
        result.put("queueDelays", metrics.queueDelays().toString());
        result.put("runDurations", metrics.runDurations().toString());
        return result;
    }

    /** @param last takes an event loop or a group out of the living, and returns what the transport has counted */
    static void tellOfEnd(Supplier<IocpNotifyCounts> last) {
        Exchange.agent.apply("ended", (Supplier<Map<String, Object>>) () -> {
            Map<String, Object> result = new TreeMap<String, Object>();
            IocpNotifyCounts counts = last.get();
            if (counts != null) {
                add(result, counts);
            }
            return result;
        });
    }

    private static void add(Map<String, Object> result, IocpNotifyCounts counts) {
        add(result, "busyNanos", counts.busyNanos());
        add(result, "waitingNanos", counts.waitingNanos());
        add(result, "runs", counts.runs());
        add(result, "packets", counts.packets());
        add(result, "arms", counts.arms());
        add(result, "refusedArms", counts.refusedArms());
        for (Map.Entry<String, Long> call : counts.calls().entrySet()) {
            add(result, "call." + call.getKey(), call.getValue());
        }
    }

    private static void add(Map<String, Object> result, String name, long value) {
        Object before = result.get(name);
        result.put(name, before == null ? value : (Long) before + value);
    }

    private Counts() { }
}
