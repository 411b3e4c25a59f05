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

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ProgramTest {

    @Test
    void theLineOfAProgramMakesTheSameProgram() {
        for (int i = 0; i < 2000; i++) {
            String line = Generator.program(1, i).toString();
            assertEquals(line, Program.parse(line).toString());
        }
    }

    @Test
    void aSeedMakesTheSameProgramsEachTime() {
        assertEquals(Generator.program(5, 7).toString(), Generator.program(5, 7).toString());
        assertNotEquals(Generator.program(5, 7).toString(), Generator.program(6, 7).toString());
    }

    @Test
    void whatCannotBeIsRefused() {
        for (String line : new String[] {
                "tcp", "sctp(|)", "tcp(xx|)", "tcp(|) / 1c@out:f", "tcp(|) / 0x@out:f", "tcp(|) / 0c@nowhere:f",
                "tcp(|) / 0c@out:nothing", "tcp(|) / 0c@out:w.8", "tcp(|) / 0c@out:w.paper.8", "tcp(|) / 0c@out:f.1",
                "tcp(|) / 0c@out:f 0c@out:f"
        }) {
            assertThrows(IllegalArgumentException.class, () -> Program.parse(line), line);
        }
    }

    /** TLS sends at a close what was written, so a reset after it may throw that away. */
    @Test
    void aResetBehindAWriteIsARace() {
        assertNotNull(restOf("tcp(|) / 0s@loop:w.direct.8,rst"));
        assertNull(restOf("tcp(|) / 0s@loop:w.direct.8,f,rst"));
        assertNull(restOf("tls(|) / 0s@loop:w.direct.8,rst"));
        assertNotNull(restOf("tls(|) / 0s@loop:rst"));
    }

    /** What is sent in parts may not be gone when the channel closes, and what comes so may not be read by then. */
    @Test
    void anEndInTheMidstOfWhatIsCutShortIsARace() {
        for (String ops : new String[] { "@loop:w.direct.8,f,cl", "@read:cl" }) {
            assertNotNull(restOf("tcp(|) / 0s" + ops));
            assertNull(restOf("tcp(|) / 0s" + ops, true));
        }
        assertNotNull(restOf("tcp(|) / 0s@listener:cl", true));
        assertNotNull(restOf("tcp(|) / 0s@loop:w.direct.8,f", true));
    }

    @Test
    void aChangeOfTheReceiveBuffersOfDatagramsIsKnown() {
        assertTrue(Program.parse("tcp(|) udp(|) / 0c@out:f 1s@out:f,rcv.fix.64").changesReceiveOfDatagrams());
        assertFalse(Program.parse("tcp(|) udp(fix.64|) / 0c@out:rcv.fix.64").changesReceiveOfDatagrams());
    }

    /** A client that has not read the session tickets resets the server when it closes. */
    @Test
    void anInputReadTooMuchIsKnownOnlyWhereTicketsStayUnread() {
        String nio = "[registered, active, ssl, inactive]";
        String ours = "[registered, active, ssl, input read, inactive]";
        assertTrue(isKnown("tls(fix.16|) / 0c@out:cl", "0/0s life", nio, ours));
        assertTrue(isKnown("tcp(|) tls(na|) / 1c@out:dc", "0/1s life", nio, ours));
        assertTrue(isKnown("tls(|) / 0s@loop:w.heap.8,f 0c@out:f,dc / 0s@out:f", "0/0s life", nio, ours));
        assertFalse(isKnown("tls(fix.16|) / 0c@out:cl", "0/0s life", ours, nio), "less than NIO");
        assertFalse(isKnown("tls(fix.16|) / 0c@out:cl", "0/0c life", nio, ours), "the client");
        assertFalse(isKnown("tls(|fix.16) / 0c@out:f / 0c@out:cl", "0/0s life", nio, ours), "the client reads all");
        assertFalse(isKnown("tls(|) / 0s@out:cl", "0/0s life", nio, ours), "the server closes");
        assertFalse(isKnown("tls(|) tls(|) / 0c@out:cl", "0/1s life", nio, ours), "the other closes at once");
        assertFalse(isKnown("tcp(fix.16|) / 0c@out:cl", "0/0s life", nio, ours), "no TLS");
        assertFalse(isKnown("tls(fix.16|) tls(|) / 0c@out:cl", "0/1s life", nio, ours), "another link");
    }

    /** Neither a link without TLS beside one with it, nor one beside another that is reset. */
    @Test
    void anInputReadThatAWriteForestalledIsKnownOnlyOnTheLinkThatIsReset() {
        String without = "[registered, active, inactive]";
        String with = "[registered, active, input read, inactive]";
        for (String side : new String[] {"c", "s"}) {
            assertTrue(isKnown("tcp(|) tls(|) / 1c@out:rst", "0/1" + side + " life", without, with));
            assertTrue(isKnown("tcp(|) tls(|) / 0c@out:f / 1s@out:f,rst", "1/1" + side + " life", with, without));
            assertFalse(isKnown("tcp(|) tls(|) / 0c@out:rst 1c@out:rst", "0/0" + side + " life", without, with));
            assertFalse(isKnown("tcp(|) tls(|) / 0c@out:rst / 1c@out:cl", "0/1" + side + " life", without, with));
            assertFalse(isKnown("tls(|) / 0c@out:rst", "0/0" + side + " life", "[registered]", with));
        }
    }

    /** Neither without a reset of that link, nor a goodbye that is not told at all. */
    @Test
    void aGoodbyeMayBeMissingOnlyOnTheLinkThatIsReset() {
        String program = "tls(|) tls(|) / 0c@out:rst 1c@out:cl";
        assertTrue(isKnown(program, "0/0s user events", "[planned, ssl closed]", "[planned, ssl cut]"));
        assertTrue(isKnown(program, "0/0c user events", "[ssl cut]", "[ssl closed]"));
        assertFalse(isKnown(program, "0/1s user events", "[ssl closed]", "[ssl cut]"), "the other only closes");
        assertFalse(isKnown(program, "0/0s user events", "[ssl closed]", "[]"));
        assertFalse(isKnown(program, "0/0s user events", "[planned, ssl closed]", "[ssl cut]"));
        assertFalse(isKnown(program, "0/0s life", "[ssl closed]", "[ssl cut]"), "another fact");
    }

    /** Neither on the side that changes nothing, nor another datagram. */
    @Test
    void aDatagramOfAnotherLengthIsKnownOnlyWhereTheReceiveBufferChanges() {
        String program = "tcp(|) udp(|) / 0s@out:rcv.fix.64 1s@out:rcv.fix.64 / 1c@out:w.heap.99,f";
        assertTrue(isKnown(program, "end/1s received", "[0:21, 21:64]", "[0:21, 21:99]"));
        assertFalse(isKnown(program, "end/1c received", "[0:21, 21:64]", "[0:21, 21:99]"));
        assertFalse(isKnown(program, "end/1s received", "[0:21, 21:64]", "[0:21, 64:99]"));
        assertFalse(isKnown(program, "end/1s received", "[0:21, 21:64]", "[0:21]"));
        assertFalse(isKnown(program, "end/0s received", "[0:21]", "[0:64]"), "a stream");
        assertFalse(isKnown(program, "end/1s life", "[0:21]", "[0:64]"));
    }

    @Test
    void anExceptionIsKnownToBeMissingOnlyIfTheHandlerCameAfterTheClose() {
        String program = "udp(|) tcp(|) / 0c@out:cl,f,pipe.bad 1s@out:pipe.bad,cl";
        assertTrue(isKnown(program, "0/0c exceptions", "[option]", "[]"));
        assertTrue(isKnown(program, "0/0c exceptions", "[]", "[option]"));
        assertFalse(isKnown(program, "0/0s exceptions", "[option]", "[]"), "the other side");
        assertFalse(isKnown(program, "0/1s exceptions", "[option]", "[]"), "added before the close");
        assertFalse(isKnown("udp(|) / 0c@loop:cl,pipe.bad", "0/0c exceptions", "[option]", "[]"), "in the loop");
        assertFalse(isKnown(program, "0/0c life", "[option]", "[]"), "another fact");
        assertFalse(isKnown(program, "0/0c exceptions", "[option, planned]", "[]"));
    }

    private static boolean isKnown(String line, String fact, String nio, String ours) {
        return KnownDifference.isKnown(Program.parse(line), fact, nio, ours);
    }

    private static Rest[] restOf(String line) {
        return restOf(line, false);
    }

    private static Rest[] restOf(String line, boolean cutShort) {
        Program program = Program.parse(line);
        LinkModel model = new LinkModel(0, program.links.get(0), cutShort);
        model.plan(0, program.phases.get(0));
        return model.rest();
    }
}
