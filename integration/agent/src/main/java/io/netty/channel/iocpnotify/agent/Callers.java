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
package io.netty.channel.iocpnotify.agent;

import java.util.ArrayList;
import java.util.List;

/** Tells which classes of the program have called. */
final class Callers extends SecurityManager {

    private static final String[] OTHERS = { "java.", "javax.", "jdk.", "sun.", "io.netty.channel.",
            "io.netty.bootstrap.", "io.netty.util." };

    private Callers() { }

    /** The classes of the program on the stack of this thread, each once. */
    static Class<?>[] classes() {
        List<Class<?>> found = new ArrayList<Class<?>>();
        // Only this method of the class is used. It is what tells classes in Java 8, too.
        for (Class<?> type : new Callers().getClassContext()) {
            if (type.getClassLoader() != null && !found.contains(type) && !isOther(type.getName())) {
                found.add(type);
            }
        }
        return found.toArray(new Class<?>[0]);
    }

    private static boolean isOther(String name) {
        for (String prefix : OTHERS) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}
