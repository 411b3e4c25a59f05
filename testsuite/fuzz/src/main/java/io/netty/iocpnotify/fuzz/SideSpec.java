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

import java.util.Objects;

/**
 * How one side of a link is set up.
 */
final class SideSpec {

    static final SideSpec PLAIN = new SideSpec(false, true, 0, false);

    final boolean halfClosure;
    final boolean autoRead;
    /** The size of receive buffers; 0 for Netty's default. */
    final int receive;
    /** Whether it was accepted before anybody asked; for a server's side, on this transport. */
    final boolean outstandingAccepts;

    SideSpec(boolean halfClosure, boolean autoRead, int receive, boolean outstandingAccepts) {
        this.halfClosure = halfClosure;
        this.autoRead = autoRead;
        this.receive = receive;
        this.outstandingAccepts = outstandingAccepts;
    }

    static SideSpec parse(String text) {
        boolean halfClosure = false;
        boolean autoRead = true;
        int receive = 0;
        boolean outstandingAccepts = false;
        for (String part : text.isEmpty() ? new String[0] : text.split(",")) {
            if (part.equals("hc")) {
                halfClosure = true;
            } else if (part.equals("na")) {
                autoRead = false;
            } else if (part.startsWith("fix.")) {
                receive = Integer.parseInt(part.substring(4));
            } else if (part.equals("oa")) {
                outstandingAccepts = true;
            } else {
                throw new IllegalArgumentException("a side is set up with hc, na, fix.N or oa, not " + part);
            }
        }
        return new SideSpec(halfClosure, autoRead, receive, outstandingAccepts);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(halfClosure ? ",hc" : "").append(autoRead ? "" : ",na");
        text.append(receive == 0 ? "" : ",fix." + receive).append(outstandingAccepts ? ",oa" : "");
        return text.length() == 0 ? "" : text.substring(1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SideSpec && toString().equals(other.toString());
    }

    @Override
    public int hashCode() {
        return Objects.hash(halfClosure, autoRead, receive, outstandingAccepts);
    }
}
