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

import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandle;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.util.internal.UnstableApi;

import java.io.IOException;

/**
 * Takes completion packets that do not belong to a channel. They come from overlapped operations of the program, such
 * as reads from a file or a named pipe. A program can also post packets. So it needs neither a port nor threads of its
 * own.
 * <p>
 * {@link IoEventLoop#register(IoHandle)} gives the handle a completion key on the port of the event loop. The event
 * loop is an {@link IocpNotifyEventLoop}, or an event loop with an {@link IocpNotifyIoHandler}. The
 * {@link IoRegistration#attachment()} of the result is a {@link Registration}. It ties file handles to that key, and
 * posts packets. The event loop gives each packet with that key to {@link #handle}, as an {@link Event}. It gives one
 * packet at a time, and each packet once.
 * <p>
 * The event loop calls {@link #close()} when it shuts down, and then ends the registration. It does not know which
 * operations are under way, so it does not wait for them.
 */
@UnstableApi
public interface IocpNotifyCompletionHandle extends HandleTypes.UserHandle {

    /**
     * Takes one packet. The event loop calls it, in the event loop.
     *
     * @param registration the {@link Registration}, never {@code null}
     * @param event an {@link Event}, never {@code null}
     */
    @Override
    void handle(IoRegistration registration, IoEvent event);

    /**
     * The registration of an {@link IocpNotifyCompletionHandle} with the completion port of its event loop. Any thread
     * may call every method.
     * <p>
     * <b>Memory.</b> An overlapped operation uses memory of the program: its {@code OVERLAPPED} and its buffers. This
     * memory must live until the packet of the operation has come. It may end earlier only if the program has seen the
     * end in another way ({@code GetOverlappedResult}). This rule holds even if the file, the registration or the event
     * loop ends first. Closing or cancelling only makes the operation end sooner. After {@link #cancel()} packets are
     * dropped, so call it when no operation is under way.
     */
    interface Registration extends IoRegistration {

        /**
         * {@return the {@code HANDLE} of the completion port, for calls that this interface does not have} The program
         * must not close it, must not take packets from it, and must not use it once this registration has ended.
         */
        long port();

        /** {@return the completion key of this registration} */
        long completionKey();

        /**
         * Ties a file handle to {@link #port()} with {@link #completionKey()}, by {@code CreateIoCompletionPort}. The
         * packets of all its overlapped operations come here until it is closed. The file handle must have been opened
         * for overlapped operations. It can be tied to one port only, and the tie cannot be undone.
         *
         * @param fileHandle the {@code HANDLE} or {@code SOCKET}. The caller still owns it, and closes it
         * @throws IOException if the system refuses, or this registration has ended
         */
        void associate(long fileHandle) throws IOException;

        /**
         * Queues a packet to this registration, by {@code PostQueuedCompletionStatus}.
         *
         * @param bytes the number that {@link Event#bytes()} will return
         * @param overlapped the number that {@link Event#overlapped()} will return. It need not be an address
         * @throws IOException if the system refuses, or this registration has ended
         */
        void post(int bytes, long overlapped) throws IOException;

        /** Throws an {@link UnsupportedOperationException}: the program begins its operations by system calls. */
        @Override
        long submit(IoOps ops);

        /**
         * Ends this registration. Packets that are in the queue, or come later, are dropped. File handles that were
         * tied to the port stay tied to it.
         */
        @Override
        boolean cancel();
    }

    /** A packet of a completion port: an overlapped operation has ended, or a program has posted it. */
    interface Event extends IoEvent {

        /** {@return the address of the {@code OVERLAPPED} of the operation, or the number that was posted} */
        long overlapped();

        /** {@return how many bytes were transferred, or the number that was posted} 32 bits without a sign. */
        int bytes();

        /**
         * {@return 0 if the operation succeeded, else its Win32 error code} It is what {@code GetLastError} returns
         * after {@code GetQueuedCompletionStatus}.
         */
        int error();
    }
}
