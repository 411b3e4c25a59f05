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
package io.netty.iocpnotify.agent;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Supplier;

import javax.management.ObjectName;

/** Collects what the groups count. Any thread may call these methods. */
final class TransportMetrics implements TransportMXBean {

    /** A group holds its own entry, and this does not hold the group. Guarded by itself. */
    private final List<WeakReference<Supplier<Map<String, Object>>>> groups =
            new ArrayList<WeakReference<Supplier<Map<String, Object>>>>();
    /** What those have counted that have ended. Guarded by itself. */
    private final Map<String, Long> ended = new TreeMap<String, Long>();
    private final Set<String> reasons = new ConcurrentSkipListSet<String>();
    private final Set<String> netties = new ConcurrentSkipListSet<String>();

    private final AgentLog log;
    /** Whether the bean is still to be registered. Guarded by {@link #groups}. */
    private boolean unregistered;

    TransportMetrics(AgentLog log, boolean jmx) {
        this.log = log;
        unregistered = jmx;
    }

    /** With the first group, and in a thread of its own: the server of JMX takes its time to start. */
    void add(Supplier<Map<String, Object>> group) {
        boolean register;
        synchronized (groups) {
            groups.add(new WeakReference<Supplier<Map<String, Object>>>(group));
            register = unregistered;
            unregistered = false;
        }
        if (register) {
            Thread thread = new Thread(this::register, "iocpnotify-jmx");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void register() {
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(NAME));
        } catch (Throwable t) {
            // A run-time image may lack the module of JMX.
            log.line("no bean in JMX: " + t);
        }
    }

    /**
     * An event loop or a group has ended.
     *
     * @param last takes it out of the snapshots, and returns what it has counted
     */
    void ended(Supplier<Map<String, Object>> last) {
        synchronized (ended) {
            add(ended, last.get());
        }
    }

    void keepsNio(String reason) {
        reasons.add(reason);
    }

    void found(Map<String, Object> netty) {
        netties.add(netty.toString());
    }

    @Override
    public String getVersion() {
        return Agent.version();
    }

    @Override
    public List<String> getNetties() {
        return new ArrayList<String>(netties);
    }

    @Override
    public int getGroups() {
        return snapshots().size();
    }

    @Override
    public List<String> getReasonsForNio() {
        return new ArrayList<String>(reasons);
    }

    @Override
    public Map<String, Long> getCounts() {
        synchronized (ended) {
            Map<String, Long> sums = new TreeMap<String, Long>(ended);
            for (Map<String, Object> group : snapshots()) {
                add(sums, group);
            }
            return sums;
        }
    }

    private static void add(Map<String, Long> sums, Map<String, Object> counts) {
        for (Map.Entry<String, Object> entry : counts.entrySet()) {
            if (entry.getValue() instanceof Long) {
                Long sum = sums.get(entry.getKey());
                sums.put(entry.getKey(), (sum == null ? 0 : sum) + (Long) entry.getValue());
            }
        }
    }

    @Override
    public List<Map<String, String>> getCountsOfGroups() {
        List<Map<String, String>> result = new ArrayList<Map<String, String>>();
        for (Map<String, Object> group : snapshots()) {
            Map<String, String> texts = new TreeMap<String, String>();
            for (Map.Entry<String, Object> entry : group.entrySet()) {
                texts.put(entry.getKey(), String.valueOf(entry.getValue()));
            }
            result.add(texts);
        }
        return result;
    }

    /** Of the groups that live and run on the transport. */
    private List<Map<String, Object>> snapshots() {
        List<Supplier<Map<String, Object>>> living = new ArrayList<Supplier<Map<String, Object>>>();
        synchronized (groups) {
            for (Iterator<WeakReference<Supplier<Map<String, Object>>>> it = groups.iterator(); it.hasNext();) {
                Supplier<Map<String, Object>> group = it.next().get();
                if (group == null) {
                    it.remove();
                } else {
                    living.add(group);
                }
            }
        }
        List<Map<String, Object>> result = new ArrayList<Map<String, Object>>();
        for (Supplier<Map<String, Object>> group : living) {
            // Null while nobody has registered a channel, on NIO, and when the group has ended.
            Map<String, Object> snapshot = group.get();
            if (snapshot != null) {
                result.add(snapshot);
            }
        }
        return result;
    }
}
