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

import io.netty.util.internal.PlatformDependent;
import io.netty.util.internal.SystemPropertyUtil;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

/**
 * Whether the library is loaded, on which provider, or why not. {@code IocpNotify} tells users; everything in between
 * asks here. The first use of this class loads the library.
 */
public final class Availability {

    public static final String PROVIDER_PROPERTY = "io.netty.iocpnotify.provider";

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(Availability.class);

    private static final Throwable CAUSE;
    private static final String PROVIDER;
    private static final String FALLBACK_REASON;

    static {
        Throwable cause = null;
        String provider = null;
        try {
            provider = load();
        } catch (Throwable t) {
            cause = t;
            logger.debug("netty-transport-native-iocpnotify is not available: {}", cause.getMessage(), cause);
        }
        CAUSE = cause;
        PROVIDER = provider;
        FALLBACK_REASON = provider == null ? null : Native.FALLBACK_REASON;
    }

    /** Why the transport cannot be used, or {@code null} if it can. */
    public static Throwable cause() {
        return CAUSE;
    }

    /** Returns {@code "system"} or {@code "afd"}, or {@code null} if the transport cannot be used. */
    public static String provider() {
        return PROVIDER;
    }

    /** Returns why the provider is not the first choice of {@code auto}, or {@code null}. */
    public static String fallbackReason() {
        return FALLBACK_REASON;
    }

    /** @throws UnsatisfiedLinkError if the transport cannot be used */
    public static void ensure() {
        if (CAUSE != null) {
            throw (Error) new UnsatisfiedLinkError("netty-transport-native-iocpnotify is not available: " +
                    CAUSE.getMessage()).initCause(CAUSE);
        }
    }

    /** Why a JVM like this cannot load the library at all; {@code null} if nothing is known against it. */
    public static Throwable refusal(boolean noNative, boolean windows, String osName, String arch, String provider) {
        if (noNative) {
            return new UnsupportedOperationException(
                    "native transports are switched off by -Dio.netty.transport.noNative=true");
        }
        if (!windows) {
            return new UnsupportedOperationException("this transport needs Windows, this is " + osName +
                    "; use netty-transport-native-epoll, -kqueue or NIO here");
        }
        if (!"x86_64".equals(arch) && !"aarch_64".equals(arch)) {
            return new UnsupportedOperationException("there is no native library for a JVM of architecture " + arch +
                    "; use a 64-bit JVM, for x86_64 or for aarch_64");
        }
        if (!"auto".equals(provider) && !"system".equals(provider) && !"afd".equals(provider)) {
            return new IllegalArgumentException("-D" + PROVIDER_PROPERTY + '=' + provider +
                    " is not one of auto, system, afd");
        }
        return null;
    }

    /** Initialises {@link Native}; what that throws is unwrapped and completed with what to do about it. */
    private static String load() throws Throwable {
        Throwable refusal = refusal(SystemPropertyUtil.getBoolean("io.netty.transport.noNative", false),
                PlatformDependent.isWindows(), SystemPropertyUtil.get("os.name", "an unknown system"),
                PlatformDependent.normalizedArch(), SystemPropertyUtil.get(PROVIDER_PROPERTY, "auto"));
        if (refusal == null) {
            refusal = NettyRelease.refusal();
        }
        if (refusal != null) {
            throw refusal;
        }
        try {
            return Native.provider();
        } catch (ExceptionInInitializerError e) {
            throw e.getCause() == null ? e : e.getCause();
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException("the native library failed to load before; the first failure has the " +
                    "reason", e);
        }
    }

    private Availability() { }
}
