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

import io.netty.channel.iocpnotify.winsock.Native.Constants;
import io.netty.util.internal.logging.InternalLogLevel;
import io.netty.util.internal.logging.InternalLogger;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Turns the error codes of Winsock into the exceptions that users of NIO and epoll catch already. "Result" is what a
 * native returned, negative on failure; "code" is the positive error code.
 */
public final class Errors {

    /**
     * What a message says after a code. For those that users meet these are words of ours, in English everywhere: many
     * programs look for "reset" or "refused" in the text. For all others they are the system's, asked once each. The
     * codes are few, so it cannot grow.
     */
    private static final ConcurrentMap<Integer, String> WORDS = new ConcurrentHashMap<Integer, String>();

    static final int WSAEACCES = known("WSAEACCES", "Permission denied");
    public static final int WSAEINVAL = known("WSAEINVAL", "Invalid argument");
    static final int WSAEMFILE = known("WSAEMFILE", "Too many open sockets");
    static final int WSAEWOULDBLOCK = known("WSAEWOULDBLOCK", "Operation would block");
    static final int WSAEINPROGRESS = Constants.of("WSAEINPROGRESS");
    static final int WSAEALREADY = Constants.of("WSAEALREADY");
    static final int WSAENOTSOCK = known("WSAENOTSOCK", "Not a socket");
    public static final int WSAEMSGSIZE = known("WSAEMSGSIZE", "Message too long for a datagram");
    public static final int WSAENOPROTOOPT = known("WSAENOPROTOOPT", "Option not supported here");
    public static final int WSAEOPNOTSUPP = known("WSAEOPNOTSUPP", "Operation not supported");
    static final int WSAEAFNOSUPPORT = known("WSAEAFNOSUPPORT", "Address family not supported");
    static final int WSAEADDRINUSE = known("WSAEADDRINUSE", "Address already in use");
    static final int WSAEADDRNOTAVAIL = known("WSAEADDRNOTAVAIL", "Cannot assign requested address");
    static final int WSAENETDOWN = known("WSAENETDOWN", "Network is down");
    static final int WSAENETUNREACH = known("WSAENETUNREACH", "Network is unreachable");
    static final int WSAENETRESET = known("WSAENETRESET", "Connection reset by the network");
    static final int WSAECONNABORTED = known("WSAECONNABORTED", "Connection reset (aborted by this host)");
    public static final int WSAECONNRESET = known("WSAECONNRESET", "Connection reset by peer");
    static final int WSAENOBUFS = known("WSAENOBUFS", "No buffer space available");
    static final int WSAEISCONN = known("WSAEISCONN", "Socket is already connected");
    static final int WSAENOTCONN = known("WSAENOTCONN", "Socket is not connected");
    static final int WSAESHUTDOWN = known("WSAESHUTDOWN", "Cannot send after the socket was shut down");
    public static final int WSAETIMEDOUT = known("WSAETIMEDOUT", "Connection timed out");
    static final int WSAECONNREFUSED = known("WSAECONNREFUSED", "Connection refused");
    static final int WSAEHOSTUNREACH = known("WSAEHOSTUNREACH", "No route to host");
    static final int ERROR_TOO_MANY_OPEN_FILES = Constants.of("ERROR_TOO_MANY_OPEN_FILES");
    public static final int ERROR_NOT_ENOUGH_MEMORY = Constants.of("ERROR_NOT_ENOUGH_MEMORY");
    static final int ERROR_NO_SYSTEM_RESOURCES = Constants.of("ERROR_NO_SYSTEM_RESOURCES");
    static final int ERROR_WORKING_SET_QUOTA = Constants.of("ERROR_WORKING_SET_QUOTA");
    static final int ERROR_PAGEFILE_QUOTA = Constants.of("ERROR_PAGEFILE_QUOTA");
    static final int ERROR_COMMITMENT_LIMIT = Constants.of("ERROR_COMMITMENT_LIMIT");
    static final int ERROR_NOT_ENOUGH_QUOTA = Constants.of("ERROR_NOT_ENOUGH_QUOTA");
    public static final int ERROR_NOT_FOUND = Constants.of("ERROR_NOT_FOUND");

    /** The negative of a status is more; see the C code that returns one. */
    private static final int MOST_CODE = 0x20000000;

    private static int known(String name, String text) {
        int code = Constants.of(name);
        WORDS.put(code, " (" + name + "): " + text);
        return code;
    }

    /** Returns 0 when a call would have blocked; else throws what its negative result says. */
    static int ioResult(String method, int result) throws IOException {
        if (result == -WSAEWOULDBLOCK) {
            return 0;
        }
        if (result == -WSAENOTCONN) {
            throw new NotYetConnectedException();
        }
        throw newIOException(method, result);
    }

    /** Returns the result of a call that is not connect or bind, unless it is an error. */
    public static int check(String method, long result) throws IOException {
        if (result < 0) {
            throw newIOException(method, (int) result);
        }
        return (int) result;
    }

    /** The exception for a call that is not connect or bind. */
    public static IOException newIOException(String method, int result) {
        if (result == -WSAENOTSOCK) {
            return new ClosedChannelException();
        }
        return new WinsockException(method, -result);
    }

    /** WSAEACCES means that another socket holds the port exclusively, or that the system reserves it. */
    static IOException newBindException(int result) {
        if (result == -WSAEADDRINUSE || result == -WSAEADDRNOTAVAIL || result == -WSAEACCES) {
            String message = message("bind", -result);
            return new BindException(result == -WSAEACCES ?
                    message + " (the address is already in use exclusively, or reserved by the system)" : message);
        }
        return newIOException("bind", result);
    }

    /** The exception for a failed connect. Throws one if the socket is connected, or a connect is under way. */
    public static IOException newConnectException(String method, int result) {
        if (result == -WSAENETUNREACH || result == -WSAEHOSTUNREACH) {
            return new NoRouteToHostException(message(method, -result));
        }
        if (result == -WSAEISCONN) {
            throw new AlreadyConnectedException();
        }
        if (result == -WSAEALREADY || result == -WSAEINPROGRESS) {
            throw new ConnectionPendingException();
        }
        if (result == -WSAENOTSOCK) {
            return new ClosedChannelException();
        }
        return new ConnectException(message(method, -result));
    }

    /**
     * The exception of a reset connection, for a caller that knows of the reset from an event. The call itself may not
     * say so: after a reset, recv on Wine reports an end of stream.
     */
    public static IOException connectionReset(String method) {
        return new WinsockException(method, WSAECONNRESET);
    }

    /** Of a connect that does not block: {@code true} when connected at once, {@code false} while it goes on. */
    static boolean isConnected(int result) throws IOException {
        if (result == 0) {
            return true;
        }
        if (result == -WSAEWOULDBLOCK) {
            return false;
        }
        throw newConnectException("connect", result);
    }

    /** Whether the process or the system has run out of sockets or memory: worth another try a little later. */
    public static boolean isResourceExhausted(int code) {
        return code == WSAEMFILE || code == WSAENOBUFS || code == ERROR_TOO_MANY_OPEN_FILES ||
                code == ERROR_NOT_ENOUGH_MEMORY || code == ERROR_NO_SYSTEM_RESOURCES ||
                // What RtlNtStatusToDosError makes of a process or a system that is at its limit.
                code == ERROR_WORKING_SET_QUOTA || code == ERROR_PAGEFILE_QUOTA || code == ERROR_COMMITMENT_LIMIT ||
                code == ERROR_NOT_ENOUGH_QUOTA;
    }

    /** By the peer, the network or this host. */
    public static boolean isReset(int code) {
        return code == WSAECONNRESET || code == WSAECONNABORTED || code == WSAENETRESET;
    }

    public static boolean isConnectionLost(int code) {
        return isReset(code) || code == WSAETIMEDOUT || code == WSAENETDOWN || code == WSAENETUNREACH ||
                code == WSAEHOSTUNREACH;
    }

    /** {@code recv(..) failed with error 10054 (WSAECONNRESET): Connection reset by peer}. */
    public static String message(String method, int code) {
        return method + "(..) failed with " + text(code);
    }

    /** {@code error 10054 (WSAECONNRESET): Connection reset by peer}. */
    static String text(int code) {
        // A status of the kernel that is no error code of Windows: a native has returned it as it was.
        return code > MOST_CODE ? "status 0x" + Integer.toHexString(-code).toUpperCase(Locale.ROOT) :
                "error " + code + WORDS.computeIfAbsent(code, Errors::wordsOfSystem);
    }

    private static String wordsOfSystem(int code) {
        String words = Constants.systemMessage(code);
        return words == null ? "" : ": " + words;
    }

    /** Logs a fault of ours. What goes on after it must go on even if there is no memory left to log it. */
    public static void logUnexpected(InternalLogger logger, String message, Throwable fault) {
        log(logger, InternalLogLevel.ERROR, message, null, fault);
    }

    /** As {@link #logUnexpected}, for a call with a negative result. */
    public static void logFailed(InternalLogger logger, String message, String method, int result) {
        try {
            logger.error(message, newIOException(method, result));
        } catch (Throwable ignored) {
            // Nobody is left to tell.
        }
    }

    /** As {@link #logUnexpected}, when what was logged before is over. */
    static void logOver(InternalLogger logger, String message) {
        log(logger, InternalLogLevel.INFO, message, null, null);
    }

    /** As {@link #logUnexpected}, for what code of users threw; a warning, with what they are to be named by. */
    public static void logThrown(InternalLogger logger, String format, Object subject, Throwable fault) {
        log(logger, InternalLogLevel.WARN, format, subject, fault);
    }

    private static void log(InternalLogger logger, InternalLogLevel level, String format, Object subject,
                            Throwable fault) {
        try {
            logger.log(level, format, subject, fault);
        } catch (Throwable ignored) {
            // Nobody is left to tell.
        }
    }

    private Errors() { }
}
