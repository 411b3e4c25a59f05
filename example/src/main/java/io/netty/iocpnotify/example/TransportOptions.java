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
package io.netty.iocpnotify.example;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.iocpnotify.IocpNotifyTransport;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that all programs have.
 */
final class TransportOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--transport", defaultValue = "iocpnotify", paramLabel = "NAME",
            description = "One of ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless given.")
    private IocpNotifyTransport transport;

    private int threads;

    @Option(names = "--threads", defaultValue = "0", paramLabel = "N",
            description = "Threads of the event loop group; 0, unless given, for Netty's default.")
    void setThreads(int threads) {
        this.threads = inRange(spec, "--threads", threads, 0, 1024);
    }

    IocpNotifyTransport transport() {
        return transport;
    }

    EventLoopGroup newGroup() {
        return transport.newGroup(threads);
    }

    /**
     * Runs a program with the arguments of its command line, and ends the JVM with its exit code: 0 for success, 1 for
     * a failure, 2 for arguments that it does not understand.
     */
    static void run(Object program, String... args) {
        System.exit(new CommandLine(program).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
    }

    static int inRange(CommandSpec spec, String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new ParameterException(spec.commandLine(),
                    option + " is " + value + ", which is not within " + min + " and " + max);
        }
        return value;
    }
}
