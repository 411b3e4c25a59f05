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
package io.netty.channel.iocpnotify;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.DefaultMessageSizeEstimator;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.reflect.Field;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

/**
 * Every option of every kind of channel.
 */
@Timeout(120)
class ChannelOptionsTest {

    /** The names of options that only Java knows of: they can be read and written when the socket is gone. */
    private static final Set<String> WITHOUT_SOCKET = new HashSet<String>(Arrays.asList("ALLOW_HALF_CLOSURE",
            "SO_BACKLOG", "OUTSTANDING_ACCEPTS", "TCP_FASTOPEN",
            "TCP_FASTOPEN_CONNECT", "DATAGRAM_CHANNEL_ACTIVE_ON_REGISTRATION"));

    /** Options that have no value until they are given one: IocpNotifyDatagramChannelConfigTest has them. */
    private static final Set<String> UNSET =
            new HashSet<String>(Arrays.asList("IP_MULTICAST_ADDR", "IP_MULTICAST_IF"));

    /** Another valid value for options where neither its opposite nor the next number is one. */
    private static final Map<String, Object> OTHER = new HashMap<String, Object>();
    private static final Map<String, Object[]> OUT_OF_RANGE = new HashMap<String, Object[]>();

    static {
        OTHER.put("ALLOCATOR", UnpooledByteBufAllocator.DEFAULT);
        OTHER.put("RECVBUF_ALLOCATOR", new FixedRecvByteBufAllocator(100));
        OTHER.put("MESSAGE_SIZE_ESTIMATOR", new DefaultMessageSizeEstimator(1));
        OTHER.put("WRITE_BUFFER_WATER_MARK", new WriteBufferWaterMark(10, 20));
        OTHER.put("SO_LINGER", 5);
        OTHER.put("TCP_INITIAL_RTT", 1000);
        OTHER.put("TCP_MAX_SYN_RETRANSMISSIONS", 3);
        OTHER.put("TCP_MAXRT", 7);
        OTHER.put("TCP_MAXRTMS", 7000);

        OUT_OF_RANGE.put("SO_RCVBUF", new Object[] { 0, -1 });
        OUT_OF_RANGE.put("SO_SNDBUF", new Object[] { 0, -1 });
        OUT_OF_RANGE.put("SO_BACKLOG", new Object[] { -1 });
        OUT_OF_RANGE.put("IP_TOS", new Object[] { -1, 256 });
        OUT_OF_RANGE.put("TCP_KEEPIDLE", new Object[] { 0, -1, 4294968 });
        OUT_OF_RANGE.put("TCP_KEEPINTVL", new Object[] { 0, -1, 4294968 });
        OUT_OF_RANGE.put("TCP_KEEPCNT", new Object[] { 0, -1, 256 });
        OUT_OF_RANGE.put("TCP_MAXRT", new Object[] { -2 });
        OUT_OF_RANGE.put("TCP_MAXRTMS", new Object[] { -2 });
        OUT_OF_RANGE.put("TCP_INITIAL_RTT", new Object[] { 0, -2, 65535 });
        OUT_OF_RANGE.put("TCP_MAX_SYN_RETRANSMISSIONS", new Object[] { -2, 254 });
        OUT_OF_RANGE.put("UDP_RECV_MAX_COALESCED_SIZE", new Object[] { -1, 65536 });
        OUT_OF_RANGE.put("CONNECT_TIMEOUT_MILLIS", new Object[] { -1 });
        OUT_OF_RANGE.put("WRITE_SPIN_COUNT", new Object[] { 0 });
        OUT_OF_RANGE.put("MAX_MESSAGES_PER_READ", new Object[] { 0 });
        OUT_OF_RANGE.put("MAX_MESSAGES_PER_WRITE", new Object[] { 0 });
    }

    private static String shortName(ChannelOption<?> option) {
        return option.name().substring(option.name().indexOf('#') + 1);
    }

    @SuppressWarnings("unchecked")
    private static boolean set(ChannelConfig config, ChannelOption<?> option, Object value) {
        return config.setOption((ChannelOption<Object>) option, value);
    }

    /** One channel each, because some options exclude others. */
    private interface Check {
        void accept(ChannelConfig config, ChannelOption<?> option, Object value) throws Exception;
    }

    private static void forEachOption(ChannelKind kind, Check check) throws Exception {
        for (ChannelOption<?> option : listed(kind)) {
            AbstractIocpNotifyChannel channel = kind.newChannel();
            try {
                ChannelConfig config = channel.config();
                Object value = config.getOptions().get(option);
                if (value == null && UNSET.contains(shortName(option))) {
                    continue;
                }
                assertNotNull(value, option.name());
                check.accept(config, option, value);
            } finally {
                channel.unsafe().closeForcibly();
            }
        }
    }

    private static List<ChannelOption<?>> listed(ChannelKind kind) {
        AbstractIocpNotifyChannel channel = kind.newChannel();
        try {
            List<ChannelOption<?>> options = new ArrayList<ChannelOption<?>>(channel.config().getOptions().keySet());
            assertFalse(options.isEmpty());
            return options;
        } finally {
            channel.unsafe().closeForcibly();
        }
    }

    @ParameterizedTest
    @EnumSource(ChannelKind.class)
    void everyOptionTakesTheValueThatItHas(ChannelKind kind) throws Exception {
        forEachOption(kind, (config, option, value) -> {
            assertEquals(value, config.getOption(option), option.name());
            assertTrue(set(config, option, value), option.name());
            assertSameValue(option, value, config.getOption(option));
        });
    }

    @ParameterizedTest
    @EnumSource(ChannelKind.class)
    void everyOptionTakesAnotherValue(ChannelKind kind) throws Exception {
        forEachOption(kind, (config, option, value) -> {
            Object other = otherValue(option, value);
            assertTrue(set(config, option, other), option.name());
            assertSameValue(option, other, config.getOption(option));
            if (option != ChannelOption.AUTO_READ) { // which would read at once, from a channel that is not registered
                assertTrue(set(config, option, value), option.name());
                assertSameValue(option, value, config.getOption(option));
            }
        });
    }

    private static Object otherValue(ChannelOption<?> option, Object value) {
        Object other = OTHER.get(shortName(option));
        if (other != null) {
            return other;
        }
        if (value instanceof Boolean) {
            return !(Boolean) value;
        }
        if (value instanceof Integer) {
            // Towards 0: a number may be the largest already.
            return (Integer) value > 1 ? (Integer) value - 1 : (Integer) value + 1;
        }
        return fail("no other value for " + option + ", which is " + value);
    }

    private static void assertSameValue(ChannelOption<?> option, Object expected, Object actual) {
        if (option == ChannelOption.SO_RCVBUF || option == ChannelOption.SO_SNDBUF) {
            // A system may give more than it was asked for.
            assertTrue((Integer) actual >= (Integer) expected, option + ": " + actual + " < " + expected);
        } else {
            assertEquals(expected, actual, option.name());
        }
    }

    @ParameterizedTest
    @EnumSource(ChannelKind.class)
    void everyOptionRefusesNullAndOtherTypes(ChannelKind kind) throws Exception {
        forEachOption(kind, (config, option, value) -> {
            assertThrows(NullPointerException.class, () -> set(config, option, null), option.name());
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                    () -> set(config, option, new Thread()), option.name());
            assertTrue(e.getMessage().contains(option.name()), e.getMessage());
            assertEquals(value, config.getOption(option), option.name());
        });
    }

    @ParameterizedTest
    @EnumSource(ChannelKind.class)
    void numbersOutOfRangeAreRefused(ChannelKind kind) throws Exception {
        forEachOption(kind, (config, option, value) -> {
            Object[] wrong = OUT_OF_RANGE.get(shortName(option));
            if (wrong == null) {
                return;
            }
            for (Object each : wrong) {
                IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
                        () -> set(config, option, each), option + " = " + each);
                assertTrue(e.getMessage().contains(each.toString()), e.getMessage());
                assertEquals(value, config.getOption(option), option.name());
            }
        });
    }

    @ParameterizedTest
    @EnumSource(ChannelKind.class)
    void closedChannelSaysSo(ChannelKind kind) throws Exception {
        AbstractIocpNotifyChannel channel = kind.newChannel();
        IocpNotifyChannelConfig<?> config = channel.config();
        Map<ChannelOption<?>, Object> options = config.getOptions();
        Set<ChannelOption<?>> ofNetty = new DefaultChannelConfig(channel).getOptions().keySet();
        channel.unsafe().closeForcibly();
        for (Map.Entry<ChannelOption<?>, Object> entry : options.entrySet()) {
            ChannelOption<?> option = entry.getKey();
            if (ofNetty.contains(option) || WITHOUT_SOCKET.contains(shortName(option))) {
                assertNotNull(config.getOption(option), option.name());
                assertTrue(set(config, option, entry.getValue()));
            } else {
                assertClosed(option, () -> config.getOption(option));
                if (entry.getValue() != null) {
                    assertClosed(option, () -> set(config, option, entry.getValue()));
                }
            }
        }
        ChannelException e = assertThrows(ChannelException.class, config::getOptions);
        assertInstanceOf(ClosedChannelException.class, e.getCause());
    }

    private static void assertClosed(ChannelOption<?> option, Executable call) {
        ChannelException e = assertThrows(ChannelException.class, call, option.name());
        assertInstanceOf(ClosedChannelException.class, e.getCause(), option.name());
        assertTrue(e.getMessage().contains(option.name()), e.getMessage());
    }

    /** Whether the channel or the system lacks it: as with NIO it is unknown, and that is no exception. */
    @ParameterizedTest
    @EnumSource(ChannelKind.class)
    void whatIsNotListedIsUnknown(ChannelKind kind) throws Exception {
        AbstractIocpNotifyChannel channel = kind.newChannel();
        try {
            ChannelConfig config = channel.config();
            int known = 0;
            for (Field field : IocpNotifyChannelOption.class.getFields()) {
                if (field.getType() != ChannelOption.class || field.getDeclaringClass() == ChannelOption.class) {
                    continue;
                }
                ChannelOption<?> option = (ChannelOption<?>) field.get(null);
                if (config.getOptions().containsKey(option)) {
                    known++;
                } else if (option != IocpNotifyChannelOption.IDEAL_SEND_BACKLOG || kind != ChannelKind.TCP_CLIENT) {
                    assertFalse(set(config, option, 1), option.name());
                    assertNull(config.getOption(option), option.name());
                }
            }
            // Channels of AF_UNIX have none but Netty's own.
            assertEquals(kind != ChannelKind.DOMAIN_CLIENT && kind != ChannelKind.DOMAIN_SERVER, known > 0);
        } finally {
            channel.unsafe().closeForcibly();
        }
    }
}
