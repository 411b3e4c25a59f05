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
package io.netty.iocpnotify.faults;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Takes what Netty and the transport log: keeps what is a fault of the transport's own, and drops the rest. */
final class TransportLog extends Handler {

    private static final int MAX_KEPT = 20;

    private final Queue<String> faults = new ConcurrentLinkedQueue<String>();

    private TransportLog() { }

    /** Before anything is logged. */
    static TransportLog install() {
        InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
        TransportLog log = new TransportLog();
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        root.addHandler(log);
        root.setLevel(Level.WARNING);
        return log;
    }

    @Override
    public void publish(LogRecord record) {
        String message = String.valueOf(record.getMessage());
        boolean fault = message.contains("Unexpected") || message.contains(" threw ") || message.contains("LEAK") ||
                message.contains("unknown completion key") || record.getThrown() instanceof Error;
        if (fault && faults.size() < MAX_KEPT) {
            StringBuilder text = new StringBuilder(message);
            if (record.getThrown() != null) {
                text.append(": ").append(record.getThrown());
                for (StackTraceElement element : record.getThrown().getStackTrace()) {
                    text.append("\n      at ").append(element);
                }
            }
            faults.add(text.toString());
        }
    }

    Queue<String> faults() {
        return faults;
    }

    @Override
    public void flush() { }

    @Override
    public void close() { }
}
