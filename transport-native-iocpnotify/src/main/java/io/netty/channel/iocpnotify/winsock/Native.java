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

/**
 * The native library: loads it, chooses the provider, and holds the constants of C. Once this class is initialised
 * every native of the package may be called.
 * <p>
 * All natives of this package return a result {@code >= 0} or the negative Winsock or Win32 error code, and throw
 * nothing. Addresses are those of off-heap memory, which the caller keeps alive for the length of the call.
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
    static final int SIZEOF_REGISTRATION = Constants.of("sizeof(SOCK_NOTIFY_REGISTRATION)");
    static final int REGISTRATION_SOCKET_OFFSET = Constants.of("SOCK_NOTIFY_REGISTRATION.socket");
    static final int REGISTRATION_KEY_OFFSET = Constants.of("SOCK_NOTIFY_REGISTRATION.completionKey");
    static final int REGISTRATION_FILTER_OFFSET = Constants.of("SOCK_NOTIFY_REGISTRATION.eventFilter");
    static final int REGISTRATION_OPERATION_OFFSET = Constants.of("SOCK_NOTIFY_REGISTRATION.operation");
    static final int REGISTRATION_TRIGGERS_OFFSET = Constants.of("SOCK_NOTIFY_REGISTRATION.triggerFlags");
    static final int REGISTRATION_RESULT_OFFSET = Constants.of("SOCK_NOTIFY_REGISTRATION.registrationResult");

    /** Layout of {@code OVERLAPPED_ENTRY}, in bytes. */
    static final int SIZEOF_PACKET = Constants.of("sizeof(OVERLAPPED_ENTRY)");
    static final int PACKET_KEY_OFFSET = Constants.of("OVERLAPPED_ENTRY.lpCompletionKey");
    static final int PACKET_OVERLAPPED_OFFSET = Constants.of("OVERLAPPED_ENTRY.lpOverlapped");
    static final int PACKET_BYTES_OFFSET = Constants.of("OVERLAPPED_ENTRY.dwNumberOfBytesTransferred");
    static final int PACKET_STATUS_OFFSET = Constants.of("OVERLAPPED_ENTRY.Internal");

    static final int SIZEOF_OVERLAPPED = Constants.of("sizeof(OVERLAPPED)");

    /** Layout of {@code WSABUF}, in bytes. */
    static final int SIZEOF_WSABUF = Constants.of("sizeof(WSABUF)");
    static final int WSABUF_LEN_OFFSET = Constants.of("WSABUF.len");
    static final int WSABUF_POINTER_OFFSET = Constants.of("WSABUF.buf");

    /** Room for the path in a {@code sockaddr_un} and the NUL that ends it, in bytes. */
    static final int SIZEOF_SUN_PATH = Constants.of("sizeof(sockaddr_un.sun_path)");

    /** {@code SOCK_NOTIFY_REGISTER_EVENT_*}; the events of a packet have the same values. */
    public static final int REGISTER_EVENT_IN = Constants.of("SOCK_NOTIFY_REGISTER_EVENT_IN");
    public static final int REGISTER_EVENT_HANGUP = Constants.of("SOCK_NOTIFY_REGISTER_EVENT_HANGUP");
    /** A {@code SOCK_NOTIFY_EVENT_*} that comes whatever the filter says. */
    public static final int EVENT_REMOVE = Constants.of("SOCK_NOTIFY_EVENT_REMOVE");

    static final int OP_ENABLE = Constants.of("SOCK_NOTIFY_OP_ENABLE");
    /** For a stream whose number is a handle of its base provider. Only the provider {@code afd} knows it. */
    static final int OP_ENABLE_DIRECT = Constants.of("SOCK_NOTIFY_OP_ENABLE_DIRECT");
    static final int OP_REMOVE = Constants.of("SOCK_NOTIFY_OP_REMOVE");
    static final int TRIGGER_ONESHOT = Constants.of("SOCK_NOTIFY_TRIGGER_ONESHOT");
    static final int TRIGGER_LEVEL = Constants.of("SOCK_NOTIFY_TRIGGER_LEVEL");

    public static final int SOL_SOCKET = Constants.of("SOL_SOCKET");
    public static final int IPPROTO_TCP = Constants.of("IPPROTO_TCP");
    public static final int IPPROTO_IP = Constants.of("IPPROTO_IP");
    public static final int IPPROTO_IPV6 = Constants.of("IPPROTO_IPV6");
    public static final int SO_RCVBUF = Constants.of("SO_RCVBUF");
    public static final int SO_SNDBUF = Constants.of("SO_SNDBUF");
    public static final int SO_KEEPALIVE = Constants.of("SO_KEEPALIVE");
    public static final int SO_REUSEADDR = Constants.of("SO_REUSEADDR");
    public static final int SO_EXCLUSIVEADDRUSE = Constants.of("SO_EXCLUSIVEADDRUSE");
    static final int SO_LINGER = Constants.of("SO_LINGER");
    static final int SO_ERROR = Constants.of("SO_ERROR");
    public static final int SO_RANDOMIZE_PORT = Constants.of("SO_RANDOMIZE_PORT");
    public static final int SO_REUSE_UNICASTPORT = Constants.of("SO_REUSE_UNICASTPORT");
    static final int TCP_NODELAY = Constants.of("TCP_NODELAY");
    static final int TCP_KEEPIDLE = Constants.of("TCP_KEEPIDLE");
    static final int TCP_KEEPINTVL = Constants.of("TCP_KEEPINTVL");
    public static final int TCP_KEEPCNT = Constants.of("TCP_KEEPCNT");
    public static final int TCP_MAXRT = Constants.of("TCP_MAXRT");
    public static final int TCP_MAXRTMS = Constants.of("TCP_MAXRTMS");
    public static final int TCP_FASTOPEN = Constants.of("TCP_FASTOPEN");
    public static final int IP_TOS = Constants.of("IP_TOS");
    static final int IPV6_TCLASS = Constants.of("IPV6_TCLASS");
    public static final int SO_BROADCAST = Constants.of("SO_BROADCAST");
    public static final int IPPROTO_UDP = Constants.of("IPPROTO_UDP");
    public static final int IP_PKTINFO = Constants.of("IP_PKTINFO");
    public static final int IPV6_PKTINFO = Constants.of("IPV6_PKTINFO");
    public static final int IP_MULTICAST_IF = Constants.of("IP_MULTICAST_IF");
    public static final int IP_MULTICAST_TTL = Constants.of("IP_MULTICAST_TTL");
    public static final int IP_MULTICAST_LOOP = Constants.of("IP_MULTICAST_LOOP");
    public static final int IPV6_MULTICAST_IF = Constants.of("IPV6_MULTICAST_IF");
    public static final int IPV6_MULTICAST_HOPS = Constants.of("IPV6_MULTICAST_HOPS");
    public static final int IPV6_MULTICAST_LOOP = Constants.of("IPV6_MULTICAST_LOOP");
    static final int UDP_SEND_MSG_SIZE = Constants.of("UDP_SEND_MSG_SIZE");
    public static final int UDP_RECV_MAX_COALESCED_SIZE = Constants.of("UDP_RECV_MAX_COALESCED_SIZE");

    static String provider() {
        return NativePort.provider();
    }

    /** The name of the library as {@link NativeLibraryLoader} wants it: no path, no suffix. */
    public static String libraryName() {
        return "netty_transport_native_iocpnotify_windows_" + PlatformDependent.normalizedArch();
    }

    private static void loadNativeLibrary() {
        // JNI_OnLoad looks up these classes, and no others. They are loaded here, so that no class loader runs while
        // the library is loaded. None of them has a static initialiser that could wait for another thread. Netty's
        // other transports open a Selector first. This one does not: on Windows that opens a loopback connection which
        // nobody needs.
        ClassInitializerUtil.tryLoadClasses(Native.class, Constants.class, NativePort.class, NativeSocket.class,
                NativeOverlapped.class);
        try {
            // It is linked statically, or was loaded by the application itself, if this does not throw.
            Constants.of("SOL_SOCKET");
            return;
        } catch (UnsatisfiedLinkError notLoaded) {
            // The usual case.
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

    /** Chooses a provider, if it does what it must on this machine; returns {@code null}, or why it was not chosen. */
    private static String tryProvider(String name) {
        int result = NativePort.choose(name);
        if (result < 0) {
            String missing = NativePort.missing();
            return "missing is " + (missing == null ? "something unknown" : missing) +
                    " (" + Errors.text(-result) + ')';
        }
        result = NativePort.check();
        if (result == 0) {
            return null;
        }
        String words = NativePort.missing() + " (" + Errors.text(Math.abs(result)) + ')';
        // No answer in either case: without memory a socket may be refused that would be taken a moment later.
        if (result > 0 || Errors.isResourceExhausted(-result)) {
            logger.warn("Provider {} could not be tried, and is used. Missing was {}", name, words);
            return null;
        }
        NativePort.choose(null);
        String refusal = "the self-test failed at " + words;
        logger.warn("Provider {} is not used: {}", name, refusal);
        return refusal;
    }

    private Native() { }

    /**
     * The natives that are registered first, because the static fields of {@link Native} and {@link Errors} call them
     * while the library is being loaded. For the same reason this class has no static state. Only {@link Native} loads
     * the library.
     */
    static final class Constants {

        /** A number that only the C compiler knows, by its name there; so no value is written down twice. */
        static int of(String name) {
            int value = find(name);
            if (value == Integer.MIN_VALUE) {
                throw new IllegalArgumentException("the library does not tell " + name);
            }
            return value;
        }

        /** Returns {@link Integer#MIN_VALUE} if there is none. */
        private static native int find(String name);

        /** {@code FormatMessageW}, in the language of the system, without line ends; {@code null} when it has none. */
        static native String systemMessage(int code);

        private Constants() { }
    }
}
