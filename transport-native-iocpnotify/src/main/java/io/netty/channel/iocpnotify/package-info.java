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

/**
 * A native transport for Windows. It waits for sockets with Winsock's socket state notifications
 * ({@code ProcessSocketNotifications}).
 * <p>
 * <b>How to use it.</b> A program takes {@link IocpNotifyEventLoopGroup} in the place of {@code NioEventLoopGroup}. It
 * takes the channels of this package in the place of the channels of NIO. The channels are
 * {@link IocpNotifySocketChannel} and {@link IocpNotifyServerSocketChannel} for TCP, {@link IocpNotifyDatagramChannel}
 * for UDP, and {@link IocpNotifyDomainSocketChannel} and {@link IocpNotifyServerDomainSocketChannel} for
 * {@code AF_UNIX}. {@link IocpNotify#isAvailable()} tells whether the transport can be used.
 * {@link IocpNotifyTransport#preferred()} chooses this transport, or NIO where this one cannot be used.
 * <p>
 * <b>How it works.</b> Each socket is registered with an I/O completion port. The transport arms a socket: it asks for
 * one packet when the socket is ready. A socket is ready when it has data, when it has room to send, or when the peer
 * has ended the connection. If the socket is ready already, the packet comes at once (level-triggered). After its
 * packet the socket is quiet until it is armed again (one-shot). One call of {@code ProcessSocketNotifications} arms
 * many sockets and takes many packets. Any number of threads may wait in that call. The system gives the next packet to
 * one of the threads that wait.
 * <p>
 * <b>Providers.</b> Windows 11, Windows Server 2022 and later versions have this call. The transport uses it there, and
 * names this provider {@code system}. Older versions of Windows do not have the call. There the native library uses its
 * own function with the same contract, which works on the socket driver. This provider is named {@code afd}.
 * {@link IocpNotify#provider()} tells which provider is in use.
 * <p>
 * <b>Event loops.</b> {@link IocpNotifyEventLoopGroup} has one completion port and many threads. Its event loops are
 * not threads. Each event loop is a queue of events and tasks. One thread at a time runs an event loop, and any thread
 * of the group may run it next. A slow handler holds up the channels of its own event loop only, as long as another
 * thread is free. {@link IocpNotifyIoHandler} is the other shape: each event loop has one thread and one port. It works
 * with Netty's {@link io.netty.channel.MultiThreadIoEventLoopGroup}. The channels are the same for both.
 * <p>
 * <b>Options.</b> {@link IocpNotifyChannelOption} has the options of Windows that Netty does not name.
 * {@link IocpNotifyIntegerOption}, {@link IocpNotifyRawOption} and {@link IocpNotifyIoctlOption} reach all other
 * options of Winsock.
 * <p>
 * <b>Own operations.</b> A program may use the port of an event loop for its own overlapped operations, for example on
 * files. See {@link IocpNotifyCompletionHandle}.
 * <p>
 * <b>Null.</b> No parameter and no result is {@code null} unless its description says so. What a method takes over from
 * Netty is described there.
 */
package io.netty.channel.iocpnotify;
