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
package io.netty.channel.iocpnotify.group;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.iocpnotify.IocpNotifyEventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyIoHandler;
import io.netty.channel.iocpnotify.PrivateField;
import io.netty.channel.iocpnotify.loop.RegistrationTable;
import io.netty.util.concurrent.EventExecutor;

/**
 * How many slots of its registration table a group has in use: for sockets, and for their overlapped operations.
 */
public final class ReservedKeys {

    private ReservedKeys() {
    }

    /** Of the table of the group, or of those that its loops have. */
    public static int of(EventLoopGroup group) {
        if (group instanceof IocpNotifyEventLoopGroup) {
            return of(PrivateField.<CarrierPool>get(IocpNotifyEventLoopGroup.class, "pool", group).table());
        }
        int keys = 0;
        for (EventExecutor loop : group) {
            Object handler = PrivateField.get(SingleThreadIoEventLoop.class, "ioHandler", loop);
            keys += of(PrivateField.<RegistrationTable>get(IocpNotifyIoHandler.class, "table", handler));
        }
        return keys;
    }

    private static int of(RegistrationTable table) {
        synchronized (table) {
            return PrivateField.<Integer>get(RegistrationTable.class, "usedSlots", table) -
                    PrivateField.<Integer>get(RegistrationTable.class, "freeCount", table);
        }
    }
}
