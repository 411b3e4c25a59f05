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

import io.netty.iocpnotify.machine.Wine;

import java.util.List;
import java.util.function.Predicate;

/**
 * Differences to NIO that are meant, or Wine's, each with its reason.
 */
enum KnownDifference {

    /** On Wine {@code recv} after a reset is a clean end of stream to who asks for no events, as NIO (docs/wine.md). */
    RESET_IS_AN_EXCEPTION {
        @Override
        boolean explains(Program program, String fact, String nio, String ours) {
            int link = linkOfASide(program, fact, "exceptions");
            return Wine.IS_HERE && link >= 0 && isReset(program, link) &&
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
            int link = linkOfASide(program, fact, "life");
            return isResetTls(program, link) && without(ours, "input read").equals(without(nio, "input read"));
        }
    },

    /**
     * TLS says goodbye before its channel closes, with a reset here. Wine 10 and Windows throw away what a reset finds
     * unread, so who reads a moment later misses that goodbye. Wine 8 keeps it (docs/wine.md).
     */
    RESET_TAKES_A_GOODBYE {
        @Override
        boolean explains(Program program, String fact, String nio, String ours) {
            int link = linkOfASide(program, fact, "user events");
            return isResetTls(program, link) &&
                    ours.replace("ssl cut", "ssl closed").equals(nio.replace("ssl cut", "ssl closed"));
        }
    },

    /**
     * The model does not know of the session tickets that a server of TLS sends. A client leaves them unread that reads
     * little at a time, or nothing, or closes right after the handshake. The server is reset then. On Wine NIO reads a
     * clean end, as above. Here the read fails, {@code SslHandler} closes the channel, and the end is told of as by any
     * failed read.
     */
    RESET_FOR_UNREAD_TICKETS {
        @Override
        boolean explains(Program program, String fact, String nio, String ours) {
            int at = linkOf(program, fact, "s life");
            if (at < 0) {
                return false;
            }
            LinkSpec link = program.links.get(at);
            return link.kind == LinkSpec.Kind.TLS &&
                    (link.client.receive != 0 || !link.client.autoRead || isClosedAtOnce(program, at)) &&
                    without(ours, "input read").equals(without(nio, ""));
        }
    },

    /**
     * Netty takes the allocator of receive buffers at the first read. A program that changes it races with that read,
     * which comes sooner or later and may find nothing. So datagrams are cut to the former size or to the new one.
     */
    RECEIVE_BUFFER_OF_DATAGRAMS {
        @Override
        boolean explains(Program program, String fact, String nio, String ours) {
            return isOfASideThat(program::changesReceiveOfDatagrams, program, fact, "received") &&
                    withoutLengths(nio).equals(withoutLengths(ours));
        }
    },

    /**
     * A handler that throws as it is added, to a channel that the same thread, not the loop's, has closed before. The
     * other handlers hear of that, or are gone by then. NIO shows both.
     */
    BAD_HANDLER_AFTER_A_CLOSE {
        @Override
        boolean explains(Program program, String fact, String nio, String ours) {
            return isOfASideThat(KnownDifference::addsABadHandlerAfterAClose, program, fact, "exceptions") &&
                    without(nio, "option").equals(without(ours, "option"));
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

    /** The index of the link that a fact is about, if it is the given one of a link; otherwise -1. */
    private static int linkOf(Program program, String fact, String name) {
        for (int i = 0; i < program.links.size(); i++) {
            if (fact.endsWith("/" + i + name)) {
                return i;
            }
        }
        return -1;
    }

    /** The index of the link that a fact is about, if it is the given one of either side; otherwise -1. */
    private static int linkOfASide(Program program, String fact, String name) {
        return Math.max(linkOf(program, fact, "c " + name), linkOf(program, fact, "s " + name));
    }

    /** Whether the fact is such a one of one side of a link, and that side does something in one of the phases. */
    private static boolean isOfASideThat(Predicate<Group> does, Program program, String fact, String name) {
        boolean client = linkOf(program, fact, "c " + name) >= 0;
        int link = linkOfASide(program, fact, name);
        return anyGroup(program.phases, link, group -> group.client == client && does.test(group));
    }

    private static boolean anyGroup(List<List<Group>> phases, int link, Predicate<Group> wanted) {
        return phases.stream().flatMap(List::stream).anyMatch(group -> group.link == link && wanted.test(group));
    }

    private static boolean addsABadHandlerAfterAClose(Group group) {
        boolean closed = false;
        for (Op op : group.ops) {
            if (closed && op.is(OpKind.PIPELINE, "bad")) {
                return !group.origin.inOwnLoop();
            }
            closed |= op.kind.isEnd();
        }
        return false;
    }

    /** Of what was received, {@code [first byte:length, …]}, the first bytes alone. */
    private static String withoutLengths(String received) {
        return received.replaceAll(":[0-9]+", "");
    }

    /** Whether the client of the link closes in the first phase. */
    private static boolean isClosedAtOnce(Program program, int link) {
        return anyGroup(program.phases.subList(0, 1), link, group -> group.client && group.ends() > 0);
    }

    /** Whether one side of the link resets it. */
    private static boolean isReset(Program program, int link) {
        return anyGroup(program.phases, link, group -> group.has(OpKind.RESET));
    }

    private static boolean isResetTls(Program program, int link) {
        return isReset(program, link) && program.links.get(link).kind == LinkSpec.Kind.TLS;
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
