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

import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoEvent;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import io.netty.util.concurrent.ThreadAwareExecutor;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Channels of NIO in an event loop of the transport. A thread of its own waits at a selector. What is ready is handled
 * in the event loop, while that thread waits. It is slower than NIO alone, but right. The event loop calls all methods
 * but {@link #run}.
 */
final class NioBridge implements Runnable {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(NioBridge.class);

    private final ThreadAwareExecutor executor;
    private final Selector selector;
    /** Held by the event loop while it registers a channel: until Java 11 the selector must not select meanwhile. */
    private final Object gate = new Object();
    private final Semaphore handled = new Semaphore(0);
    private final Thread thread;
    /** Set by the event loop when it ends, for the thread. */
    private volatile boolean ended;

    NioBridge(ThreadAwareExecutor executor) throws IOException {
        this.executor = executor;
        selector = Selector.open();
        thread = new Thread(this, Thread.currentThread().getName() + "-nio");
        thread.setDaemon(true);
        thread.start();
    }

    IoRegistration register(NioIoHandle handle) throws IOException {
        Registration registration = new Registration(handle);
        synchronized (gate) {
            selector.wakeup();
            try {
                registration.key = handle.selectableChannel().register(selector, 0, registration);
            } catch (CancelledKeyException e) {
                // A channel that comes back: the selector forgets its old key when it selects.
                selector.selectNow();
                registration.key = handle.selectableChannel().register(selector, 0, registration);
            }
        }
        registration.told(true);
        return registration;
    }

    /**
     * Waits, has the event loop handle what is ready, and begins again. It also closes the selector: the system may
     * still write into what belongs to a poll of this thread while another closes it.
     */
    @Override
    public void run() {
        try {
            for (;;) {
                synchronized (gate) {
                    if (ended) {
                        return;
                    }
                }
                selector.select();
                if (!ended && !selector.selectedKeys().isEmpty()) {
                    executor.execute(this::handleSelected);
                    handled.acquire();
                }
            }
        } catch (RejectedExecutionException e) {
            // The event loop has ended.
            logger.debug("{} ends", thread, e);
        } catch (IOException | InterruptedException e) {
            logger.warn("{} ends: its channels hear of nothing any more", thread, e);
        } finally {
            close();
        }
    }

    private void close() {
        synchronized (gate) {
            try {
                // The polls of closed channels come to their ends.
                selector.selectNow();
            } catch (IOException e) {
                logger.warn("a selector cannot select", e);
            } finally {
                try {
                    selector.close();
                } catch (IOException e) {
                    logger.warn("a selector cannot be closed", e);
                }
            }
        }
    }

    private void handleSelected() {
        try {
            List<SelectionKey> keys = new ArrayList<SelectionKey>(selector.selectedKeys());
            selector.selectedKeys().clear();
            for (SelectionKey key : keys) {
                ((Registration) key.attachment()).handle();
            }
        } catch (ClosedSelectorException e) {
            logger.debug("the event loop has ended", e);
        } finally {
            handled.release();
        }
    }

    void closeAll() {
        List<SelectionKey> keys;
        synchronized (gate) {
            selector.wakeup();
            // Closed already, if the thread has failed.
            keys = selector.isOpen() ? new ArrayList<SelectionKey>(selector.keys()) : new ArrayList<SelectionKey>();
        }
        for (SelectionKey key : keys) {
            ((Registration) key.attachment()).close();
        }
    }

    /** The event loop has ended, and runs none of the tasks that the thread may wait for. */
    void destroy() {
        ended = true;
        handled.release();
        selector.wakeup();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Ready implements NioIoEvent {

        private final NioIoOps ops;

        Ready(int ops) {
            this.ops = NioIoOps.valueOf(ops);
        }

        @Override
        public NioIoOps ops() {
            return ops;
        }
    }

    private final class Registration implements IoRegistration {

        private final NioIoHandle handle;
        private final AtomicBoolean cancelled = new AtomicBoolean();
        private volatile SelectionKey key;

        Registration(NioIoHandle handle) {
            this.handle = handle;
        }

        /** Netty 4.2.0 does not have these two methods yet. */
        void told(boolean registered) {
            try {
                if (registered) {
                    handle.registered();
                } else {
                    handle.unregistered();
                }
            } catch (NoSuchMethodError e) {
                logger.trace("this Netty does not tell handles of their registration", e);
            }
        }

        void handle() {
            if (!isValid()) {
                close();
                return;
            }
            try {
                handle.handle(this, new Ready(key.readyOps()));
            } catch (CancelledKeyException e) {
                close();
            } catch (RuntimeException e) {
                logger.warn("a handle has thrown", e);
            }
        }

        void close() {
            cancel();
            try {
                handle.close();
            } catch (Exception e) {
                logger.debug("{} cannot be closed", handle, e);
            }
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T attachment() {
            return (T) key;
        }

        @Override
        public long submit(IoOps ops) {
            if (!isValid()) {
                return -1;
            }
            int value = ((NioIoOps) ops).value();
            key.interestOps(value);
            // A selector that waits already may not heed it.
            selector.wakeup();
            return value;
        }

        @Override
        public boolean isValid() {
            return !cancelled.get() && key.isValid();
        }

        @Override
        public boolean cancel() {
            if (!cancelled.compareAndSet(false, true)) {
                return false;
            }
            key.cancel();
            // The socket is closed for good when the selector has let go of it.
            selector.wakeup();
            told(false);
            return true;
        }
    }
}
