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
package io.netty.iocpnotify.fuzz;

/**
 * Differences to NIO that are meant, or Wine's, each with its reason.
 */
enum KnownDifference {

    /** On Wine {@code recv} after a reset is a clean end of stream to who asks for no events, as NIO (docs/wine.md). */
    RESET_IS_AN_EXCEPTION {
        @Override
        boolean explains(Program program, String fact, String nio, String ours) {
            return fact.endsWith(" exceptions") && program.toString().contains("rst") &&
                    without(ours, "i/o").equals(without(nio, "i/o"));
        }
    },

    /**
     * TLS answers a close, and closes at a reset. If that answer sees the reset before a read does, the write closes
     * the channel, and nobody says that the input is over. NIO shows both.
     */
    RESET_IS_SEEN_BY_A_WRITE {
        @Override
        boolean explains(Program program, String fact, String nio, String ours) {
            String text = program.toString();
            return fact.endsWith(" life") && text.contains("rst") && text.contains("tls(") &&
                    without(ours, "input read").equals(without(nio, "input read"));
        }
    },

    /**
     * The model does not know of the session tickets that a server of TLS sends. A client that reads little at a time,
     * or nothing, and closes leaves them unread, so the server is reset. On Wine NIO reads a clean end then, as above.
     * Here the read fails, {@code SslHandler} closes the channel, and the end is told of as by any failed read.
     */
    RESET_FOR_UNREAD_TICKETS {
        @Override
        boolean explains(Program program, String fact, String nio, String ours) {
            for (int i = 0; i < program.links.size(); i++) {
                LinkSpec link = program.links.get(i);
                if (fact.endsWith("/" + i + "s life")) {
                    return link.kind == LinkSpec.Kind.TLS && (link.client.receive != 0 || !link.client.autoRead) &&
                            without(ours, "input read").equals(without(nio, ""));
                }
            }
            return false;
        }
    },

    /** NIO does not set the traffic class of a stream on Windows; this transport remembers it. */
    NIO_KNOWS_NO_TRAFFIC_CLASS {
        @Override
        boolean explains(Program program, String fact, String nio, String ours) {
            int at = fact.indexOf(" opt.tos.");
            return at >= 0 && ours.equals("true " + Options.trafficClass(
                    Integer.parseInt(fact.substring(at + " opt.tos.".length())))) && nio.equals("true 0");
        }
    };

    /** Whether this is why the fact differs. */
    abstract boolean explains(Program program, String fact, String nio, String ours);

    static boolean isKnown(Program program, String fact, String nio, String ours) {
        for (KnownDifference difference : values()) {
            if (difference.explains(program, fact, nio, ours)) {
                return true;
            }
        }
        return false;
    }

    private static String without(String list, String entry) {
        StringBuilder rest = new StringBuilder();
        for (String part : list.substring(1, list.length() - 1).split(", ")) {
            if (!part.equals(entry)) {
                rest.append(part).append(' ');
            }
        }
        return rest.toString().trim();
    }
}
