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
package io.netty.channel.iocpnotify;

import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.util.internal.UnstableApi;

import java.io.IOException;

/**
 * The place of an {@link IocpNotifyCompletionHandle} on the completion port of its event loop. All methods may be
 * called from any thread.
 * <p>
 * <b>Memory.</b> What is lent to an overlapped operation, its {@code OVERLAPPED} and its buffers, must live until the
 * operation's own packet has come, or until its end was seen in another way ({@code GetOverlappedResult}). This holds
 * whatever becomes of the file, the registration or the event loop: closing or cancelling hastens the end of an
 * operation but is not the end. After {@link #cancel()} packets are dropped unseen, so cancel when nothing is under way
 * any more.
 */
@UnstableApi
public interface IocpNotifyCompletionRegistration extends IoRegistration {

    /**
     * Returns the {@code HANDLE} of the completion port, for calls that this interface does not have. It must not be
     * used once this registration has ended, it must not be closed, and nothing may be dequeued from it.
     */
    long port();

    /** Returns the completion key with which packets find the way to this registration. */
    long completionKey();

    /**
     * Ties a handle that was opened for overlapped operations to {@link #port()} with {@link #completionKey()}, by
     * {@code CreateIoCompletionPort}: the packets of all its operations come here until it is closed. A handle can be
     * tied to one port only and for good.
     *
     * @param fileHandle the {@code HANDLE} or {@code SOCKET}; it remains the caller's
     * @throws IOException if the system refuses, or this registration has ended
     */
    void associate(long fileHandle) throws IOException;

    /**
     * Queues a packet to this registration, by {@code PostQueuedCompletionStatus}.
     *
     * @param bytes what {@link IocpNotifyCompletionEvent#bytes()} shall return
     * @param overlapped what {@link IocpNotifyCompletionEvent#overlapped()} shall return; need not be an address
     * @throws IOException if the system refuses, or this registration has ended
     */
    void post(int bytes, long overlapped) throws IOException;

    /**
     * Not supported: operations are begun by the caller's own calls of the system.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    long submit(IoOps ops);

    /**
     * Ends this registration: what is queued or comes later is dropped. Handles that were tied to the port remain so.
     *
     * @return {@code true} if this call ended it
     */
    @Override
    boolean cancel();
}
