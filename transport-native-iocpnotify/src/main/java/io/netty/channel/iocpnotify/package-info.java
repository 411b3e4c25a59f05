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
 * A transport for Windows on Winsock's socket state notifications.
 * <p>
 * <b>How it works.</b> A socket is registered with an I/O completion port and armed for what it waits for: data, room
 * to send, the peer's end. When that is so, or already was, one packet arrives at the port, and the socket is quiet
 * until it is armed again: one-shot and level-triggered. A single call, {@code ProcessSocketNotifications}, arms many
 * sockets and takes many packets, and any number of threads may wait in it at once: the system hands the next packet to
 * one that is free. So readiness is as plain as with epoll, and the work can be shared as only completion ports allow.
 * <p>
 * <b>Two providers.</b> Windows 11 and Windows Server 2022 have that call ({@code system}). For older versions the
 * native library has an equal of it on the interface of the socket driver ({@code afd}). Nothing above depends on
 * which of the two it runs on, but for when arms are handed over. {@link io.netty.channel.iocpnotify.IocpNotify} says
 * which it is, or why the transport cannot be used.
 * <p>
 * <b>Event loops.</b> {@link io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup} has one port and any number of
 * threads. Its event loops are not threads but serial queues: one thread at a time runs a loop's events and tasks, and
 * any thread may be the next, so a slow channel does not hold up those of other loops.
 * {@link io.netty.channel.iocpnotify.IocpNotifyIoHandler} is the classic shape, a thread and a port for each loop, for
 * Netty's {@code MultiThreadIoEventLoopGroup}. Channels are the same on both.
 * <p>
 * <b>From the bottom up:</b> the natives and their constants; the errors and the socket, which are calls without
 * policy; the completion port with its off-heap arrays; the table that makes keys of registrations and recognises
 * packets that come too late; registrations, which remember what a channel wants and what is armed; the loops; the
 * channels with their configs.
 */
package io.netty.channel.iocpnotify;
