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
package io.netty.channel.iocpnotify.winsock;

import java.nio.channels.FileChannel;

/**
 * Natives that send files: {@code TransmitFile}, and what of a {@link io.netty.channel.DefaultFileRegion} only C can
 * get at. Results are {@code >= 0} or a negative error code.
 */
public final class NativeTransmit {

    /**
     * Finds the private fields of {@code regionClass} and of the JDK that the others here need. To be called once,
     * before them.
     *
     * @return 0, or a negative error when this JDK or this Netty has them not
     */
    static native int findFields(Class<?> regionClass);

    /** The address of {@code TransmitFile} for sockets of the kind of {@code socket}. */
    public static native long function(long socket);

    /**
     * The {@link FileChannel} of a region; {@code null} if it is no file of the JDK's own, or the
     * region has none open.
     */
    static native FileChannel file(Object region);

    /**
     * Opens the file of an open region anew, to be given to {@link #closeFile}: its reads leave the position of the
     * region's own {@link FileChannel} alone. Whoever closes the file meanwhile does no harm: the handle is of this
     * file or an error, never of another one.
     *
     * @return the handle; an error if the file has to be read by its own channel. That is so if the channel is closed,
     *         is for writing only, or has been locked. It is also so if the file is deleted, is shared with nobody, or
     *         is no file of the JDK's own. The last reason is a JDK that does not show all this.
     */
    public static native long openFile(Object region);

    /** {@code CloseHandle}. */
    public static native int closeFile(long file);

    /** Sets what {@code region.transferred()} returns. */
    static native void setTransferred(Object region, long transferred);

    public static native long fileSize(long file);

    /** Returns 1 on client editions of Windows, 0 on server editions. */
    public static native int isClientEdition();

    /**
     * Begins to send {@code length > 0} bytes from {@code position} of the file, which must have them.
     *
     * @param function what {@link #function(long)} returned
     * @param overlapped address of a zeroed {@code OVERLAPPED}, lent to the system until its packet comes
     * @return 0 if a packet will come, else an error
     */
    public static native int transmit(long function, long socket, long file, long position, int length,
                                      long overlapped);

    private NativeTransmit() { }
}
