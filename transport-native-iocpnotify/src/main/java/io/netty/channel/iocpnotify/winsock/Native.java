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

import io.netty.util.internal.ClassInitializerUtil;
import io.netty.util.internal.NativeLibraryLoader;
import io.netty.util.internal.PlatformDependent;
import io.netty.util.internal.SystemPropertyUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.nio.ByteBuffer;

/**
 * The native library: loads it, chooses the provider, holds the constants asked from C and the natives of the
 * completion port. Once this class is initialised every other native of the package may be called.
 * <p>
 * All natives of this package answer with a result {@code >= 0} or the negative Winsock or Win32 error code; they throw
 * nothing. Addresses are addresses of off-heap memory, which the caller keeps alive for the length of the call.
 */
public final class Native {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(Native.class);

    /** Why {@code auto} has not taken {@code system}; {@code null} if it has, or if a provider was named. */
    static final String FALLBACK_REASON;

    static {
        loadNativeLibrary();
        FALLBACK_REASON = chooseProvider();
    }

    /** Layout of {@code SOCK_NOTIFY_REGISTRATION}, in bytes. */
    static final int SIZEOF_REGISTRATION = NativeConstants.sizeofRegistration();
    static final int REGISTRATION_SOCKET_OFFSET = NativeConstants.registrationSocketOffset();
    static final int REGISTRATION_KEY_OFFSET = NativeConstants.registrationKeyOffset();
    static final int REGISTRATION_FILTER_OFFSET = NativeConstants.registrationFilterOffset();
    static final int REGISTRATION_OPERATION_OFFSET = NativeConstants.registrationOperationOffset();
    static final int REGISTRATION_TRIGGERS_OFFSET = NativeConstants.registrationTriggersOffset();
    static final int REGISTRATION_RESULT_OFFSET = NativeConstants.registrationResultOffset();

    /** Layout of {@code OVERLAPPED_ENTRY}, in bytes. */
    static final int SIZEOF_PACKET = NativeConstants.sizeofPacket();
    static final int PACKET_KEY_OFFSET = NativeConstants.packetKeyOffset();
    static final int PACKET_OVERLAPPED_OFFSET = NativeConstants.packetOverlappedOffset();
    static final int PACKET_BYTES_OFFSET = NativeConstants.packetBytesOffset();
    static final int PACKET_STATUS_OFFSET = NativeConstants.packetStatusOffset();

    static final int SIZEOF_OVERLAPPED = NativeConstants.sizeofOverlapped();

    /** Layout of {@code WSABUF}, in bytes. */
    static final int SIZEOF_WSABUF = NativeConstants.sizeofWsaBuf();
    static final int WSABUF_LEN_OFFSET = NativeConstants.wsaBufLenOffset();
    static final int WSABUF_POINTER_OFFSET = NativeConstants.wsaBufPointerOffset();

    /** Room for the path in a {@code sockaddr_un} and the NUL that ends it, in bytes. */
    static final int SIZEOF_SUN_PATH = NativeConstants.sizeofSunPath();

    /** {@code SOCK_NOTIFY_REGISTER_EVENT_*}; the events of a packet have the same values. */
    public static final int REGISTER_EVENT_IN = NativeConstants.registerEventIn();
    public static final int REGISTER_EVENT_HANGUP = NativeConstants.registerEventHangup();
    /** A {@code SOCK_NOTIFY_EVENT_*} that comes whatever the filter says. */
    public static final int EVENT_REMOVE = NativeConstants.eventRemove();

    static final int OP_ENABLE = NativeConstants.opEnable();
    /** For a stream whose number is a handle of its base provider. Only the provider {@code afd} knows it. */
    static final int OP_ENABLE_DIRECT = NativeConstants.opEnableDirect();
    static final int OP_REMOVE = NativeConstants.opRemove();
    static final int TRIGGER_ONESHOT = NativeConstants.triggerOneshot();
    static final int TRIGGER_LEVEL = NativeConstants.triggerLevel();

    public static final int SOL_SOCKET = NativeConstants.solSocket();
    public static final int IPPROTO_TCP = NativeConstants.ipprotoTcp();
    public static final int IPPROTO_IP = NativeConstants.ipprotoIp();
    public static final int IPPROTO_IPV6 = NativeConstants.ipprotoIpv6();
    static final int SO_RCVBUF = NativeConstants.soRcvbuf();
    static final int SO_SNDBUF = NativeConstants.soSndbuf();
    public static final int SO_KEEPALIVE = NativeConstants.soKeepalive();
    public static final int SO_REUSEADDR = NativeConstants.soReuseaddr();
    public static final int SO_EXCLUSIVEADDRUSE = NativeConstants.soExclusiveaddruse();
    static final int SO_ERROR = NativeConstants.soError();
    static final int SO_RANDOMIZE_PORT = NativeConstants.soRandomizePort();
    static final int SO_REUSE_UNICASTPORT = NativeConstants.soReuseUnicastport();
    static final int TCP_NODELAY = NativeConstants.tcpNodelay();
    static final int TCP_KEEPIDLE = NativeConstants.tcpKeepidle();
    static final int TCP_KEEPINTVL = NativeConstants.tcpKeepintvl();
    public static final int TCP_KEEPCNT = NativeConstants.tcpKeepcnt();
    public static final int TCP_MAXRT = NativeConstants.tcpMaxrt();
    public static final int TCP_MAXRTMS = NativeConstants.tcpMaxrtms();
    public static final int TCP_FASTOPEN = NativeConstants.tcpFastopen();
    public static final int IP_TOS = NativeConstants.ipTos();
    static final int IPV6_TCLASS = NativeConstants.ipv6Tclass();
    public static final int SO_BROADCAST = NativeConstants.soBroadcast();
    public static final int IPPROTO_UDP = NativeConstants.ipprotoUdp();
    public static final int IP_PKTINFO = NativeConstants.ipPktinfo();
    public static final int IPV6_PKTINFO = NativeConstants.ipv6Pktinfo();
    public static final int IP_MULTICAST_IF = NativeConstants.ipMulticastIf();
    public static final int IP_MULTICAST_TTL = NativeConstants.ipMulticastTtl();
    public static final int IP_MULTICAST_LOOP = NativeConstants.ipMulticastLoop();
    public static final int IPV6_MULTICAST_IF = NativeConstants.ipv6MulticastIf();
    public static final int IPV6_MULTICAST_HOPS = NativeConstants.ipv6MulticastHops();
    public static final int IPV6_MULTICAST_LOOP = NativeConstants.ipv6MulticastLoop();
    static final int UDP_SEND_MSG_SIZE = NativeConstants.udpSendMsgSize();
    public static final int UDP_RECV_MAX_COALESCED_SIZE = NativeConstants.udpRecvMaxCoalescedSize();

    /**
     * {@code CreateIoCompletionPort} for a new port.
     *
     * @param concurrency how many threads the system lets run at a time, 0 for as many as there are processors
     * @return the handle of the port, or a negative error code
     */
    static native long createPort(int concurrency);

    /**
     * Closes a port through the provider. No thread may be inside {@link #process} on it any more.
     *
     * @return 0 or a negative error code
     */
    public static native int closePort(long port);

    /**
     * {@code ProcessSocketNotifications} of the chosen provider: applies the registrations, then waits for packets. May
     * be called by any number of threads at once. The {@code registrationResult} of each registration is valid
     * whenever the result is not negative.
     *
     * @param port the port's handle
     * @param registrations address of an array of {@code SOCK_NOTIFY_REGISTRATION}, 0 when there is none
     * @param registrationCount how many there are, may be 0
     * @param timeoutMillis how long to wait for the first packet, 0 not at all, negative for ever. Must be 0 when
     *                      {@code entryCount} is
     * @param entries address of an array of {@code OVERLAPPED_ENTRY}, 0 when there is none
     * @param entryCount room in that array; 0 registers without dequeuing
     * @return how many packets were dequeued, 0 after a time-out, or a negative error code: then nothing was
     *         registered or dequeued
     */
    static native int process(long port, long registrations, int registrationCount, int timeoutMillis, long entries,
                              int entryCount);

    /**
     * {@code PostQueuedCompletionStatus} without an {@code OVERLAPPED}. May be called by any thread.
     *
     * @return 0 or a negative error code
     */
    static native int post(long port, long completionKey, int bytes);

    /** Returns how many nanoseconds lie between the ticks of the clock that end a wait. Programs may change it. */
    public static native int tickNanos();

    /** {@code GetDirectBufferAddress}: the address of index 0 of {@code buffer}, 0 when it is not direct. */
    public static native long directAddress(ByteBuffer buffer);

    /** The name of the library as {@link NativeLibraryLoader} wants it: no path, no suffix. */
    public static String libraryName() {
        return "netty_transport_native_iocpnotify_windows_" + PlatformDependent.normalizedArch();
    }

    private static void loadNativeLibrary() {
        // JNI_OnLoad looks up these classes, and no others. They are loaded here, so that no class loader runs while
        // the library is loaded. None of them has a static initialiser that could wait for another thread. Netty's
        // other transports open a Selector first. This one does not: on Windows that opens a loopback connection which
        // nobody needs.
        ClassInitializerUtil.tryLoadClasses(Native.class, NativeConstants.class, NativeProvider.class,
                NativeSocket.class, NativeStream.class, NativeOptions.class, NativeTcp.class, NativeDomain.class,
                NativeDatagram.class, NativeMulticast.class, NativeOverlapped.class, NativeAccept.class,
                NativeConnect.class, NativeTransmit.class);
        if (isLoaded()) {
            return;
        }
        String name = libraryName();
        String arch = PlatformDependent.normalizedArch();
        ClassLoader loader = PlatformDependent.getClassLoader(Native.class);
        try {
            NativeLibraryLoader.load(name, loader);
        } catch (UnsatisfiedLinkError e) {
            String file = "META-INF/native/" + name + ".dll";
            String reason = loader != null && loader.getResource(file) != null ?
                    file + " is on the class path but cannot be loaded, its cause and suppressed exceptions tell why" :
                    file + " is neither on the class path nor in a module: add the jar " +
                    "netty-transport-native-iocpnotify of the same version with the classifier windows-" + arch +
                    ". On the module path, name its module too: --add-modules io.netty.transport.iocpnotify.windows." +
                    arch;
            throw (Error) new UnsatisfiedLinkError(reason).initCause(e);
        }
    }

    /** Whether the library is linked statically, or was loaded by the application itself. */
    private static boolean isLoaded() {
        try {
            return NativeConstants.sizeofPacket() > 0;
        } catch (UnsatisfiedLinkError notLoaded) {
            return false;
        }
    }

    private static String chooseProvider() {
        String wanted = SystemPropertyUtil.get(Availability.PROVIDER_PROPERTY, "auto");
        boolean auto = "auto".equals(wanted);
        String refusal = tryProvider(auto ? "system" : wanted);
        if (refusal == null) {
            return null;
        }
        String property = "no provider of socket notifications (-D" + Availability.PROVIDER_PROPERTY + '=' + wanted +
                "), ";
        if (!auto) {
            // Who names a provider wants no other; and to run on one that has failed is to lose connections later.
            throw new UnsatisfiedLinkError(property + refusal + "; auto chooses one that works here");
        }
        String second = tryProvider("afd");
        if (second != null) {
            throw new UnsatisfiedLinkError(property + "system: " + refusal + "; afd: " + second + "; use NIO here");
        }
        return refusal;
    }

    /**
     * Chooses a provider, if it is there and does what it must on this machine.
     *
     * @return {@code null}, or why it was not chosen
     */
    private static String tryProvider(String name) {
        int result = NativeProvider.choose(name);
        if (result < 0) {
            String missing = NativeProvider.missing();
            return "missing is " + (missing == null ? "something unknown" : missing) +
                    " (" + Errors.text(-result) + ')';
        }
        result = NativeProvider.check();
        if (result == 0) {
            return null;
        }
        String words = NativeProvider.missing() + " (" + Errors.text(Math.abs(result)) + ')';
        // No answer in either case: without memory a socket may be refused that would be taken a moment later.
        if (result > 0 || Errors.isResourceExhausted(-result)) {
            logger.warn("Provider {} could not be tried, and is used. Missing was {}", name, words);
            return null;
        }
        NativeProvider.choose(null);
        String refusal = "the self-test failed at " + words;
        logger.warn("Provider {} is not used: {}", name, refusal);
        return refusal;
    }

    private Native() { }
}
