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

import io.netty.iocpnotify.machine.Wine;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the suite an address that does not answer, where that of its default, in a network reserved for documentation,
 * may be answered: a listener on loopback whose queue is full. Linux, below Wine, drops what else wants to connect,
 * and a connect hangs as it does to a dead host. Windows would reset it, and keeps the default.
 */
public final class UnansweredAddress implements LauncherSessionListener {

    private static final int MOST_IN_QUEUE = 64;
    private static final int UNANSWERED_MILLIS = 500;

    private final List<Socket> queued = new ArrayList<Socket>();
    private ServerSocket listener;

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (!Wine.IS_HERE || System.getProperty("io.netty.testsuite.badHost") != null) {
            return;
        }
        try {
            InetAddress loopback = InetAddress.getByName("127.0.0.1");
            listener = new ServerSocket(0, 1, loopback);
            InetSocketAddress address = new InetSocketAddress(loopback, listener.getLocalPort());
            while (isAnswered(address)) {
                if (queued.size() == MOST_IN_QUEUE) {
                    throw new IllegalStateException("a listener's queue of 1 takes " + MOST_IN_QUEUE + " connections");
                }
            }
            System.setProperty("io.netty.testsuite.badHost", loopback.getHostAddress());
            System.setProperty("io.netty.testsuite.badPort", String.valueOf(address.getPort()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isAnswered(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        queued.add(socket);
        try {
            socket.connect(address, UNANSWERED_MILLIS);
            return true;
        } catch (SocketTimeoutException unanswered) {
            return false;
        }
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        try {
            for (Socket socket : queued) {
                socket.close();
            }
            if (listener != null) {
                listener.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
