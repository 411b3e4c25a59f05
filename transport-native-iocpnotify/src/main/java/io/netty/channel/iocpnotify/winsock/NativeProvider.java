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
 * Natives that choose what serves {@code ProcessSocketNotifications} in this process: the system's own function or the
 * library's equal of it on {@code IOCTL_AFD_POLL}. Called while {@link Native} is being initialised.
 */
final class NativeProvider {

    /**
     * Gives back what the last choice holds, and makes another. Before any port is open.
     *
     * @param name {@code system} or {@code afd}, or {@code null} for none
     * @return 0 or a negative error code, then {@link #missing()} has the words
     */
    static native int choose(String name);

    /**
     * Tries the chosen provider on sockets and a port of its own, for about a second at the most.
     *
     * @return 0, or a negative error code if the provider failed, or a positive one if it could not be tried. With
     *         either {@link #missing()} has the words
     */
    static native int check();

    /** The name of the chosen provider, {@code null} before a successful {@link #choose(String)}. */
    static native String name();

    /**
     * What the last {@link #choose(String)} did not find, or the step that the last {@link #check()} failed at;
     * {@code null} when it did not say.
     */
    static native String missing();

    private NativeProvider() { }
}
