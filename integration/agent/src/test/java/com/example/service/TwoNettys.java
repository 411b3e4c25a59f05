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
package com.example.service;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** The same program in class loaders of its own, as a container of web applications has them. */
public final class TwoNettys {

    private TwoNettys() { }

    /** @param args the class paths of the applications */
    public static void main(String[] args) throws Exception {
        for (String path : args) {
            List<URL> urls = new ArrayList<>();
            for (String part : path.split(File.pathSeparator)) {
                urls.add(new File(part).toURI().toURL());
            }
            // Not below the application's class loader.
            try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), null)) {
                Thread.currentThread().setContextClassLoader(loader);
                loader.loadClass("com.example.service.Service").getMethod("main", String[].class)
                        .invoke(null, (Object) new String[] { "group", "direct" });
            }
        }
    }
}
