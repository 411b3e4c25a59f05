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

/**
 * Numbers that only the C compiler knows: sizes and offsets of structures, values of the Windows headers. They are
 * handed to Java this way so that no value is written down twice.
 * <p>
 * The natives here are registered before those of every other class, because the static fields of {@link Native} and
 * {@link Errors} call them while the library is being loaded. For the same reason this class has no static state of
 * its own. Read the fields of {@link Native} and {@link Errors} instead of calling these methods: only
 * {@link Native} loads the library.
 */
final class NativeConstants {

    // SOCK_NOTIFY_REGISTRATION
    static native int sizeofRegistration();
    static native int registrationSocketOffset();
    static native int registrationKeyOffset();
    static native int registrationFilterOffset();
    static native int registrationOperationOffset();
    static native int registrationTriggersOffset();
    static native int registrationResultOffset();

    // OVERLAPPED_ENTRY
    static native int sizeofPacket();
    static native int packetKeyOffset();
    static native int packetOverlappedOffset();
    static native int packetBytesOffset();
    static native int packetStatusOffset();

    // OVERLAPPED
    static native int sizeofOverlapped();

    // WSABUF
    static native int sizeofWsaBuf();
    static native int wsaBufLenOffset();
    static native int wsaBufPointerOffset();

    // sockaddr_un
    static native int sizeofSunPath();

    // SOCK_NOTIFY_*
    static native int registerEventIn();
    static native int registerEventHangup();
    static native int eventRemove();
    static native int opEnable();
    static native int opEnableDirect();
    static native int opRemove();
    static native int triggerOneshot();
    static native int triggerLevel();

    // Levels and names of socket options
    static native int solSocket();
    static native int ipprotoTcp();
    static native int ipprotoIp();
    static native int ipprotoIpv6();
    static native int soRcvbuf();
    static native int soSndbuf();
    static native int soKeepalive();
    static native int soReuseaddr();
    static native int soExclusiveaddruse();
    static native int soError();
    static native int soRandomizePort();
    static native int soReuseUnicastport();
    static native int tcpNodelay();
    static native int tcpKeepidle();
    static native int tcpKeepintvl();
    static native int tcpKeepcnt();
    static native int tcpMaxrt();
    static native int tcpMaxrtms();
    static native int tcpFastopen();
    static native int ipTos();
    static native int ipv6Tclass();
    static native int soBroadcast();
    static native int ipprotoUdp();
    static native int ipPktinfo();
    static native int ipv6Pktinfo();
    static native int ipMulticastIf();
    static native int ipMulticastTtl();
    static native int ipMulticastLoop();
    static native int ipv6MulticastIf();
    static native int ipv6MulticastHops();
    static native int ipv6MulticastLoop();
    static native int udpSendMsgSize();
    static native int udpRecvMaxCoalescedSize();

    // Error codes that Java decides on; all positive
    static native int wsaeacces();
    static native int wsaeinval();
    static native int wsaemfile();
    static native int wsaewouldblock();
    static native int wsaeinprogress();
    static native int wsaealready();
    static native int wsaenotsock();
    static native int wsaemsgsize();
    static native int wsaenoprotoopt();
    static native int wsaeopnotsupp();
    static native int wsaeafnosupport();
    static native int wsaeaddrinuse();
    static native int wsaeaddrnotavail();
    static native int wsaenetdown();
    static native int wsaenetunreach();
    static native int wsaenetreset();
    static native int wsaeconnaborted();
    static native int wsaeconnreset();
    static native int wsaenobufs();
    static native int wsaeisconn();
    static native int wsaenotconn();
    static native int wsaeshutdown();
    static native int wsaetimedout();
    static native int wsaeconnrefused();
    static native int wsaehostunreach();
    static native int errorTooManyOpenFiles();
    static native int errorNotEnoughMemory();
    static native int errorNoSystemResources();
    static native int errorWorkingSetQuota();
    static native int errorPagefileQuota();
    static native int errorCommitmentLimit();
    static native int errorNotEnoughQuota();
    static native int errorNotFound();

    /**
     * {@code FormatMessageW} for a Winsock or Win32 error code, in the language of the system.
     *
     * @return the text without line ends, or {@code null} when the system has none for this code
     */
    static native String systemMessage(int code);

    private NativeConstants() { }
}
