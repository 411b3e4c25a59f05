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

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.resolver.AddressResolver;
import io.netty.util.internal.PlatformDependent;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The transport loaded a second time, by a class loader of its own, so that one JVM can see it become available or not
 * in different ways.
 */
public class IsolatedTransport extends URLClassLoader {

    private static final String NATIVE = "META-INF/native/";

    private final URL library;

    /**
     * @param library where the native library is found, {@code null} for nowhere
     */
    public IsolatedTransport(URL library) {
        this(library, location(Channel.class), location(ByteBuf.class), location(PlatformDependent.class),
                location(AddressResolver.class), location(DomainSocketAddress.class));
    }

    /**
     * @param library where the native library is found, {@code null} for nowhere
     * @param netty the jars of Netty
     */
    public IsolatedTransport(URL library, URL... netty) {
        super(netty, null);
        addURL(location(IocpNotify.class));
        this.library = library;
    }

    /** Where the tested library is, {@code null} if it is not on the class path. */
    public static URL testedLibrary() {
        return IocpNotify.class.getClassLoader().getResource(NATIVE + Native.libraryName() + ".dll");
    }

    public static URL location(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    public URL getResource(String name) {
        return name.startsWith(NATIVE) ? library : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        if (name.startsWith(NATIVE)) {
            return library == null ? Collections.<URL>emptyEnumeration() :
                    Collections.enumeration(Collections.singleton(library));
        }
        return super.getResources(name);
    }

    /**
     * Calls a method of {@link IocpNotify} without parameters, while the system properties are as given by pairs of
     * name and value.
     */
    public Object call(String method, String... properties) throws Exception {
        return with(() -> loadClass(IocpNotify.class.getName()).getMethod(method).invoke(null), properties);
    }

    /** Does something while the system properties are as given by pairs of name and value. */
    public static <T> T with(Callable<T> action, String... properties) throws Exception {
        Map<String, String> before = new HashMap<String, String>();
        for (int i = 0; i < properties.length; i += 2) {
            before.put(properties[i], System.setProperty(properties[i], properties[i + 1]));
        }
        try {
            return action.call();
        } finally {
            for (Map.Entry<String, String> property : before.entrySet()) {
                if (property.getValue() == null) {
                    System.clearProperty(property.getKey());
                } else {
                    System.setProperty(property.getKey(), property.getValue());
                }
            }
        }
    }
}
