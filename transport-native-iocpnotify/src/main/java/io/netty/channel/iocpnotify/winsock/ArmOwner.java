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
package io.netty.channel.iocpnotify.winsock;

/**
 * What an {@link ArmBatch} arms a socket for, and who hears of it if that fails.
 */
public interface ArmOwner {

    long socket();

    long key();

    /** Whether to arm by {@code OP_ENABLE_DIRECT}. */
    boolean isDirectStream();

    /** There was no memory for the arm: it is pending again. For whoever handed it over. */
    void notArmed();

    /** The port refused the arm. For whoever handed it over. */
    void armRefused(int error);
}
