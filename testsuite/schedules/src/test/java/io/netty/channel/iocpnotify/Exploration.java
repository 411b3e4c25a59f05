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

import java.io.File;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;

/** The program: see {@link Explorer}. */
public final class Exploration {

    public static void main(String[] args) throws Exception {
        List<URL> classPath = new ArrayList<URL>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            classPath.add(new File(entry).toURI().toURL());
        }
        ClassLoader loader = new ExploredClasses(classPath.toArray(new URL[0]), Exploration.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        Class.forName("io.netty.channel.iocpnotify.Explorer", true, loader).getMethod("explore").invoke(null);
    }

    private Exploration() { }
}
