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

import java.util.Locale;

/**
 * Two channels that talk to each other: {@code tcp(hc|na,fix.64)}, what is before the bar being the client's.
 */
final class LinkSpec {

    /** The kind of a link. */
    enum Kind {
        TCP,
        TLS,
        /** Two channels, neither of which is connected. */
        UDP,
        /** The same, but the client is connected to the other. */
        UDPC;

        boolean isStream() {
            return this == TCP || this == TLS;
        }
    }

    final Kind kind;
    final SideSpec client;
    final SideSpec server;

    LinkSpec(Kind kind, SideSpec client, SideSpec server) {
        this.kind = kind;
        this.client = client;
        this.server = server;
    }

    SideSpec side(boolean ofClient) {
        return ofClient ? client : server;
    }

    static LinkSpec parse(String text) {
        int open = text.indexOf('(');
        int bar = text.indexOf('|');
        if (open < 0 || bar < open || !text.endsWith(")")) {
            throw new IllegalArgumentException(text + ": not like tcp(|)");
        }
        return new LinkSpec(Kind.valueOf(text.substring(0, open).toUpperCase(Locale.ROOT)),
                SideSpec.parse(text.substring(open + 1, bar)),
                SideSpec.parse(text.substring(bar + 1, text.length() - 1)));
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + '(' + client + '|' + server + ')';
    }
}
