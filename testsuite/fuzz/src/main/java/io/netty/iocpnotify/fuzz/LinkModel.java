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

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a link from the program alone: what must arrive where, who must see an end, and from when on a race
 * decides, so that only the invariants can be asked for.
 */
final class LinkModel {

    /** As much as the system takes at once, so that a close behind it loses nothing. */
    private static final int SENT_AT_ONCE = 4096;

    private final int number;
    private final LinkSpec spec;
    /** Whether a part of what is sent may go at first, and a part of it be read. */
    private final boolean cutShort;
    private final SideModel client;
    private final SideModel server;
    private boolean races;
    private boolean racesNext;
    // Of the phase that is planned.
    private boolean[] hadAutoRead;
    private boolean[] hadPendingRead;
    private boolean[] mayWaitForRead;
    private boolean[] asked;
    private boolean[] wasOpen;

    LinkModel(int number, LinkSpec spec, boolean cutShort) {
        this.number = number;
        this.spec = spec;
        this.cutShort = cutShort;
        client = new SideModel(spec.client);
        server = new SideModel(spec.server);
    }

    private SideModel side(boolean ofClient) {
        return ofClient ? client : server;
    }

    /** Plans the groups of a phase, at most one for each side. */
    List<PlannedGroup> plan(int phase, List<Group> groups) {
        races |= racesNext;
        hadAutoRead = new boolean[] { client.autoRead, server.autoRead };
        hadPendingRead = new boolean[] { client.readMayBePending, server.readMayBePending };
        mayWaitForRead = new boolean[2];
        asked = new boolean[2];
        wasOpen = new boolean[] { client.open, server.open };
        races |= endsInARace(groups);
        List<PlannedGroup> planned = new ArrayList<PlannedGroup>();
        for (Group group : groups) {
            planned.add(plan(phase, group, groups.size() > 1));
        }
        return planned;
    }

    private PlannedGroup plan(int phase, Group group, boolean peerIsBusy) {
        SideModel own = side(group.client);
        SideModel peer = side(!group.client);
        String name = phase + "/" + group.link + (group.client ? 'c' : 's');
        Origin origin = group.origin;
        int trigger = -1;
        if (origin.needsPeersBytes()) {
            if (races || peerIsBusy || !own.open || !own.autoRead || own.inputShut || !peer.open || peer.outputShut) {
                origin = Origin.LOOP;
            } else {
                trigger = write(peer, !group.client, PlannedGroup.TRIGGER);
                peer.flush();
            }
        } else if (origin == Origin.LISTENER) {
            if (races || !own.open || own.outputShut) {
                origin = Origin.LOOP;
            } else {
                trigger = write(own, group.client, PlannedGroup.TRIGGER);
                own.flush();
            }
        }
        List<PlannedOp> ops = new ArrayList<PlannedOp>();
        for (int i = 0; i < group.ops.size(); i++) {
            Op op = group.ops.get(i);
            ops.add(new PlannedOp(op, apply(op, group.client), name + "/" + i + " " + op));
        }
        return new PlannedGroup(group, origin, trigger, name, ops);
    }

    private int write(SideModel own, boolean ofClient, int length) {
        int place = Tape.start(number, ofClient) + own.placed;
        // Even if it is to fail: where a race decides it may not, and the next one must not stand in its place.
        own.placed += length;
        if (own.open && !own.outputShut) {
            own.written += length;
            own.writtenDatagrams++;
        }
        if (spec.kind == LinkSpec.Kind.TLS) {
            // What TLS has to say by itself takes along what nobody has flushed, so no program leaves anything so.
            own.flush();
        }
        return place;
    }

    /** What the operation does, if nothing races with it. Returns the place of what it writes. */
    private int apply(Op op, boolean ofClient) {
        SideModel own = side(ofClient);
        SideModel peer = side(!ofClient);
        int index = ofClient ? 0 : 1;
        int place = -1;
        switch (op.kind) {
        case WRITE:
            return write(own, ofClient, op.first);
        case WRITE_CLOSE:
            place = write(own, ofClient, op.first);
            own.flush();
            close(own, peer);
            return place;
        case FLUSH:
            own.flush();
            return -1;
        case READ:
            own.readMayBePending = true;
            mayWaitForRead[index] = true;
            asked[index] = true;
            return -1;
        case AUTO_READ:
            if (own.autoRead == (op.first != 0)) {
                // Nothing changes: a read() that is pending stays so.
                return -1;
            }
            own.autoRead = op.first != 0;
            // Even if it is switched off again in this phase.
            asked[index] |= own.autoRead;
            own.readMayBePending = false;
            mayWaitForRead[index] = false;
            return -1;
        case MOVE:
            // Whether a read that is pending is one afterwards is the transport's business.
            mayWaitForRead[index] = false;
            own.readMayBePending = true;
            return -1;
        case CLOSE:
        case RESET:
            close(own, peer);
            return -1;
        case DISCONNECT:
            if (spec.kind.isStream()) {
                close(own, peer);
            }
            return -1;
        case SHUTDOWN:
            shutDown(op, own, peer);
            return -1;
        default:
            return -1;
        }
    }

    private void close(SideModel own, SideModel peer) {
        if (!own.open) {
            return;
        }
        own.open = false;
        if (spec.kind.isStream()) {
            peer.seesEnd();
        }
        // What the peer sends from now on is answered by a reset, some time.
        racesNext |= peer.open;
    }

    private void shutDown(Op op, SideModel own, SideModel peer) {
        if (!own.open) {
            return;
        }
        if (!op.variant.equals("in") && !own.outputShut) {
            own.outputShut = true;
            peer.seesEnd();
            if (!peer.open) {
                own.seesEnd();
                racesNext |= own.open;
            }
        }
        if (!op.variant.equals("out")) {
            own.inputShut = true;
            racesNext = true;
        }
    }

    /** Whether what happens in this phase depends on who is faster. */
    private boolean endsInARace(List<Group> groups) {
        Group ending = null;
        for (Group group : groups) {
            if (group.ends() > 0 && side(group.client).open) {
                if (ending != null) {
                    return true;
                }
                ending = group;
            }
        }
        if (ending == null) {
            return false;
        }
        SideModel own = side(ending.client);
        SideModel peer = side(!ending.client);
        boolean peerIsBusy = groups.size() > 1 && peer.open;
        boolean unread = peer.open && !peer.autoRead || !own.autoRead;
        // What the peer has not flushed comes along, ahead of the bytes that bring the callback about, which may
        // come one by one.
        boolean comesLate = ending.origin.needsPeersBytes() && (cutShort || peer.written > peer.flushed);
        // A listener may be called in the midst of a flush, and what it flushes wait until that is over: after a close.
        boolean waits = ending.origin == Origin.LISTENER && ending.has(OpKind.WRITE);
        return peerIsBusy || unread || comesLate || waits || ending.has(OpKind.MOVE) || ending.has(OpKind.AUTO_READ) ||
                racesWithItself(ending, own, peer);
    }

    private boolean racesWithItself(Group group, SideModel own, SideModel peer) {
        int sent = group.origin == Origin.LISTENER ? PlannedGroup.TRIGGER : 0;
        // The listener hears of bytes that are all gone.
        int most = cutShort ? sent : SENT_AT_ONCE;
        int unsent = own.written - own.flushed;
        boolean ended = false;
        for (Op op : group.ops) {
            if (op.kind == OpKind.WRITE_CLOSE && op != group.ops.get(group.ops.size() - 1)) {
                return true;
            }
            switch (op.kind) {
            case WRITE:
                if (spec.kind == LinkSpec.Kind.TLS) {
                    // Sent at the latest by what TLS writes when it closes.
                    sent += ended ? 0 : op.first;
                } else {
                    unsent += ended ? 0 : op.first;
                }
                break;
            case FLUSH:
                sent += ended ? 0 : unsent;
                unsent = 0;
                break;
            case OPTION:
            case RECEIVE:
            case MAX_MESSAGES:
            case WATER_MARK:
            case USER_EVENT:
                // From elsewhere it may come to a channel that has no handlers any more.
                if (ended && !group.origin.inOwnLoop()) {
                    return true;
                }
                break;
            case RESET:
                // What was sent may be thrown away, and what it is on Wine to NIO differs from the rest.
                if (!ended && (sent > 0 || peer.open && isHalfClosing(!group.client))) {
                    return true;
                }
                ended = true;
                break;
            case SHUTDOWN:
                if (spec.kind != LinkSpec.Kind.TCP || !op.variant.equals("out") || sent > most) {
                    return true;
                }
                ended = true;
                break;
            case WRITE_CLOSE:
                if (spec.kind != LinkSpec.Kind.TCP && op.first > most) {
                    return true;
                }
                ended = true;
                break;
            case CLOSE:
            case DISCONNECT:
                if (sent > most) {
                    return true;
                }
                ended = true;
                break;
            default:
                break;
            }
        }
        return false;
    }

    private boolean isHalfClosing(boolean ofClient) {
        return spec.side(ofClient).halfClosure;
    }

    /** How many bytes, or datagrams, that side has flushed. */
    int sentBy(boolean ofClient) {
        return spec.kind.isStream() ? side(ofClient).flushed : side(ofClient).flushedDatagrams;
    }

    /** How both sides are after the phase that was planned; {@code null} if a race decides. */
    Rest[] rest() {
        if (races) {
            return null;
        }
        return new Rest[] { rest(client, server, 0), rest(server, client, 1) };
    }

    private Rest rest(SideModel own, SideModel peer, int index) {
        int sent = sentBy(index != 0);
        boolean readsAll = own.autoRead && (own.open || wasOpen[index]);
        boolean readsMore = spec.kind == LinkSpec.Kind.TCP && mayWaitForRead[index] && !own.autoRead && own.open &&
                sent > own.mustReceive;
        boolean readsNothing = spec.kind != LinkSpec.Kind.TLS && !own.autoRead && !hadAutoRead[index] &&
                !hadPendingRead[index] && !own.readMayBePending && !asked[index];
        if (readsAll) {
            own.mustReceive = sent;
            own.readMayBePending = false;
        }
        boolean sendsAll = !peer.open || peer.autoRead;
        return new Rest(own, sent, readsAll, readsMore, readsNothing, sendsAll);
    }
}
