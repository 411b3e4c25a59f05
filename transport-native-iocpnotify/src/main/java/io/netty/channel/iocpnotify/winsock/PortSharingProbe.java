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

import io.netty.channel.ChannelException;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.io.IOException;

/**
 * Whether a socket can have both notifications and overlapped operations: on one port, and on two. The documentation of
 * {@code ProcessSocketNotifications} does not say it. So the system is asked once, with sockets that nothing depends
 * on. If a channel met the refusal during its life, there would be no way back.
 */
public final class PortSharingProbe {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(PortSharingProbe.class);

    /** All under the lock of the class. */
    private static boolean asked;
    private static boolean supported;
    private static boolean supportedElsewhere;

    public static synchronized boolean isSupported() {
        return ask() && supported;
    }

    /**
     * Whether a socket whose overlapped operations are on one port can be notified on another one. Channels need it
     * that had such operations and then move. If the system did not answer, the arm will tell.
     */
    public static synchronized boolean isSupportedElsewhere() {
        return !ask() || supportedElsewhere;
    }

    /** Returns {@code false} if the answers are not known. */
    private static boolean ask() {
        if (!asked) {
            try {
                // A channel may have been armed before its first overlapped operation, or after.
                supported = works(true, false) && works(false, false);
                supportedElsewhere = supported && works(true, true);
                asked = true;
            } catch (IOException | ChannelException e) {
                // No socket or no port to be had: no answer, the next one may ask again.
                logger.debug("Could not find out about overlapped operations", e);
                return false;
            }
            if (!supported) {
                logger.info("No overlapped operations: the system does not combine them with socket notifications");
            } else if (!supportedElsewhere) {
                logger.info("Channels with overlapped operations stay with their port: the system does not notify " +
                        "them on another one");
            }
        }
        return true;
    }

    private static boolean works(boolean associateFirst, boolean otherPort) throws IOException {
        try (CompletionPort port = new CompletionPort(1); CompletionPort other = new CompletionPort(1);
             WinSocket socket = WinSocket.newStream(false)) {
            CompletionPort notifying = otherPort ? other : port;
            return associateFirst ? associate(port, socket) && arm(notifying, socket) :
                    arm(notifying, socket) && associate(port, socket);
        }
    }

    private static boolean associate(CompletionPort port, WinSocket socket) {
        return NativeOverlapped.associate(port.handle, socket.handle(), CompletionKey.ofCompletion(0, 0)) == 0;
    }

    private static boolean arm(CompletionPort port, WinSocket socket) {
        ArmBatch batch = new ArmBatch(1);
        try {
            batch.enable(socket.handle(), CompletionKey.ofRegistration(0, 0),
                    Native.REGISTER_EVENT_IN | Native.REGISTER_EVENT_HANGUP);
            return port.arm(batch) == 0 && batch.result(0) == 0;
        } finally {
            batch.free();
        }
    }

    private PortSharingProbe() { }
}
