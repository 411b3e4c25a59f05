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

import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** A program that is a bundle of an OSGi framework, beside those of Netty. */
public final class InBundles {

    private InBundles() { }

    /** @param args a folder for the framework, the bundles, of which the program is the last, and its main class */
    public static void main(String[] args) throws Exception {
        Map<String, String> configuration = new HashMap<>();
        configuration.put(Constants.FRAMEWORK_STORAGE, args[0]);
        Framework framework = ServiceLoader.load(FrameworkFactory.class).iterator().next().newFramework(configuration);
        framework.start();
        List<Bundle> bundles = new ArrayList<>();
        for (String path : args[1].split(File.pathSeparator)) {
            bundles.add(framework.getBundleContext().installBundle(new File(path).toURI().toString()));
        }
        for (Bundle bundle : bundles) {
            bundle.start();
        }
        bundles.get(bundles.size() - 1).loadClass(args[2]).getMethod("main", String[].class)
                .invoke(null, (Object) Arrays.copyOfRange(args, 3, args.length));
        framework.stop();
        framework.waitForStop(0);
    }
}
