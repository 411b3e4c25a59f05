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
package io.netty.iocpnotify.agent;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

import static io.netty.iocpnotify.agent.AgentTest.assertContains;
import static io.netty.iocpnotify.agent.AgentTest.count;
import static org.junit.jupiter.api.Assertions.assertEquals;

/** Programs that work with channels of NIO alone have them, and one line tells why. */
class KeptNioTest {

    private static final String NEEDS_NIO = "com.example.service.NeedsNio";
    private static final String SERVED = "served: NioSocketChannel with NioServerSocketChannel\n";

    @ParameterizedTest
    @ValueSource(strings = { "", "=loops=shared" })
    void initializerThatCasts(String options) throws Exception {
        String output = ChildJvm.run(options, NEEDS_NIO, "initializer");
        assertContains(output, SERVED);
        assertContains(output, "NeedsNio$CastingInitializer casts channels to NioSocketChannel: stays on NIO\n");
    }

    @Tag("long")
    @Test
    void handlerThatCastsAndIsLoadedWithTheFirstConnection() throws Exception {
        String output = ChildJvm.run("", NEEDS_NIO, "late");
        assertContains(output, SERVED);
        assertContains(output, " casts channels to NioSocketChannel: stays on NIO\n");
    }

    @Tag("long")
    @Test
    void subclass() throws Exception {
        String output = ChildJvm.run("", NEEDS_NIO, "subclass");
        assertContains(output, "served: OwnChannel with NioServerSocketChannel\n");
        assertContains(output, ": stays on NIO\n");
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = { "", "=loops=shared" })
    void channelOfNioBesideThoseOfTheTransport(String options) throws Exception {
        String output = ChildJvm.run(options, NEEDS_NIO, "beside");
        assertContains(output, "served: IocpNotifySocketChannel with IocpNotifyServerSocketChannel\n");
        assertEquals(2, count(output, "served: OtherChannel with "), output);
    }

    /** The memory of a selector may be written to until the system is done with all that it waited for. */
    @Tag("long")
    @Test
    void selectorsBesideTheTransportCloseInTheirOwnThreads() throws Exception {
        String[] program = new String[81];
        Arrays.fill(program, "adopted");
        program[0] = "com.example.service.Service";
        String output = ChildJvm.run("", program);
        assertEquals(80, count(output, "adopted: NioSocketChannel\n"), output);
    }

    @Tag("long")
    @Test
    void groupOnNioThatIsFilledAfterTheBind() throws Exception {
        String output = ChildJvm.run("", NEEDS_NIO, "later");
        assertEquals(2, count(output, SERVED), output);
    }

    @Tag("long")
    @Test
    void otherSelectorProvider() throws Exception {
        String output = ChildJvm.run("", NEEDS_NIO, "provider");
        assertContains(output, SERVED);
        assertContains(output, "a group with the selector provider com.example.service.OwnProvider: stays on NIO\n");
    }

    @Test
    void selectableChannel() throws Exception {
        String output = ChildJvm.run("", NEEDS_NIO, "selectable");
        assertContains(output, "read: 42\n");
        assertContains(output, SERVED);
        assertContains(output, ": stays on NIO\n");
    }

    @Tag("long")
    @Test
    void factoryThatSetsOptions() throws Exception {
        String output = ChildJvm.run("", NEEDS_NIO, "prepared");
        assertContains(output, SERVED);
        assertContains(output, " sets SO_BACKLOG: stays on NIO\n");
    }
}
