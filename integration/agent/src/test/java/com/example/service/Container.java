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
import java.util.Arrays;
import java.util.List;

/** The same program in class loaders of its own below that of a container, which has a Netty and the program, too. */
public final class Container {

    private Container() { }

    /** @param args the class path of two applications, and what the program is told */
    public static void main(String[] args) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String part : args[0].split(File.pathSeparator)) {
            urls.add(new File(part).toURI().toURL());
        }
        String[] parts = Arrays.copyOfRange(args, 1, args.length);
        for (int i = 0; i < 2; i++) {
            try (URLClassLoader loader = new Application(urls.toArray(new URL[0]))) {
                Thread.currentThread().setContextClassLoader(loader);
                loader.loadClass("com.example.service.Service").getMethod("main", String[].class)
                        .invoke(null, (Object) parts);
            }
        }
        Service.main(parts);
    }

    /** Looks in the application first, and then in the container. */
    private static final class Application extends URLClassLoader {

        Application(URL[] urls) {
            super(urls, Container.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> found = findLoadedClass(name);
                if (found == null) {
                    try {
                        found = findClass(name);
                    } catch (ClassNotFoundException e) {
                        found = super.loadClass(name, resolve);
                    }
                }
                return found;
            }
        }

        @Override
        public URL getResource(String name) {
            URL found = findResource(name);
            return found != null ? found : super.getResource(name);
        }
    }
}
