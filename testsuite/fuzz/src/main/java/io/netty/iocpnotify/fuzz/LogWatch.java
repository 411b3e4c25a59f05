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

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * What the transport itself warns of. What goes wrong in an event loop, and is no channel's to be told, is only logged.
 */
final class LogWatch extends Handler {

    /** Kept: the system's table of loggers does not. */
    private static final Logger LOGGER = Logger.getLogger("io.netty.channel.iocpnotify");

    /** What the transport says of calls that it makes again: with the errors that are injected, and no others. */
    private static final Pattern INJECTED = Pattern.compile("(ProcessSocketNotifications|PostQueuedCompletionStatus|" +
            "CancelIoEx)\\(\\.\\.\\) failed with error (10055|1450|8)\\b.*");

    private final boolean underFaults;
    private final Queue<String> warnings = new ConcurrentLinkedQueue<String>();

    /** @param underFaults whether it is no warning that a call has failed which was made to fail */
    LogWatch(boolean underFaults) {
        this.underFaults = underFaults;
        setLevel(Level.WARNING);
        LOGGER.setLevel(Level.WARNING);
        LOGGER.addHandler(this);
        // Under faults it says so much that findings would be lost in between; what counts is told of by the session.
        LOGGER.setUseParentHandlers(!underFaults);
    }

    @Override
    public void publish(LogRecord record) {
        if (!isLoggable(record) || underFaults && isOfInjected(record.getThrown())) {
            return;
        }
        StringWriter text = new StringWriter();
        text.append(record.getMessage());
        if (record.getThrown() != null) {
            text.append('\n');
            record.getThrown().printStackTrace(new PrintWriter(text));
        }
        warnings.add(text.toString());
    }

    private static boolean isOfInjected(Throwable thrown) {
        return thrown instanceof IOException && INJECTED.matcher(String.valueOf(thrown.getMessage())).matches();
    }

    /** Returns the next warning; {@code null} if there is none. */
    String poll() {
        return warnings.poll();
    }

    @Override
    public void flush() {
    }

    @Override
    public void close() {
        LOGGER.removeHandler(this);
    }
}
