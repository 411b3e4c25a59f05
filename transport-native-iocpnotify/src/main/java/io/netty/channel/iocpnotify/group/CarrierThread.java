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

import io.netty.channel.iocpnotify.winsock.Errors;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.ThreadProperties;
import io.netty.util.internal.ThreadExecutorMap;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

/**
 * What handlers can change about the thread of one carrier. Any strand may run there next, and must not find it
 * changed. Used in that thread. After each run these things are only looked at: to set them anew costs more.
 */
final class CarrierThread {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(CarrierThread.class);

    /** Written by the thread itself when it begins; read by any thread. */
    private volatile Thread thread;
    private ClassLoader contextClassLoader;
    private String name;
    private int priority;

    /** The thread is the carrier's from here on: takes it as it is. */
    void adopt() {
        thread = Thread.currentThread();
        contextClassLoader = thread.getContextClassLoader();
        name = thread.getName();
        priority = thread.getPriority();
    }

    /** Any thread. */
    Thread thread() {
        return thread;
    }

    /** An executor that is the user's may have interrupted its thread: the strand is not meant by that. */
    void beforeRun() {
        if (Thread.interrupted()) {
            logger.debug("{} was interrupted while it ran no event loop, which is not how a group is ended", thread);
        }
    }

    /** Says that the calling thread runs {@code outer} again. Never throws: the strand is not released yet. */
    static void ranBefore(EventExecutor outer) {
        try {
            ThreadExecutorMap.setCurrentExecutor(outer);
        } catch (OutOfMemoryError ignored) {
            // Only the first call in a thread takes memory. There was none for the strand either, so nothing was said.
        }
    }

    /** Never throws: the strand may not be released yet. */
    void afterRun(EventExecutor loop) {
        try {
            restore(loop);
        } catch (Throwable t) {
            Errors.logThrown(logger, "{} could not be made what it was before a handler changed it", thread, t);
        }
    }

    private void restore(EventExecutor loop) {
        if (Thread.interrupted()) {
            logger.debug("A handler of {} left {} interrupted", loop, thread);
        }
        if (thread.getContextClassLoader() != contextClassLoader) {
            logger.debug("A handler of {} left another context class loader on {}", loop, thread);
            thread.setContextClassLoader(contextClassLoader);
        }
        if (!name.equals(thread.getName())) {
            logger.debug("A handler of {} left another name on {}", loop, thread);
            thread.setName(name);
        }
        if (thread.getPriority() != priority) {
            logger.debug("A handler of {} left another priority on {}", loop, thread);
            thread.setPriority(priority);
        }
    }

    /** The thread is the executor's again, which may be the user's: nothing of Netty's stays behind there. */
    void leave() {
        try {
            FastThreadLocal.removeAll();
        } catch (Throwable t) {
            Errors.logThrown(logger, "A FastThreadLocal of {} threw when it was removed", thread, t);
        }
    }

    /** What Netty tells of a thread. */
    static final class Properties implements ThreadProperties {

        private final Thread thread;

        Properties(Thread thread) {
            this.thread = thread;
        }

        @Override
        public Thread.State state() {
            return thread.getState();
        }

        @Override
        public int priority() {
            return thread.getPriority();
        }

        @Override
        public boolean isInterrupted() {
            return thread.isInterrupted();
        }

        @Override
        public boolean isDaemon() {
            return thread.isDaemon();
        }

        @Override
        public String name() {
            return thread.getName();
        }

        @Override
        public long id() {
            return thread.getId();
        }

        @Override
        public StackTraceElement[] stackTrace() {
            return thread.getStackTrace();
        }

        @Override
        public boolean isAlive() {
            return thread.isAlive();
        }

        @Override
        public String toString() {
            return thread.toString();
        }
    }
}
