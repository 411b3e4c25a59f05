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
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;

/** A program in a layer of modules that another has made, as plug-ins are. */
public final class InLayer {

    private InLayer() { }

    /** @param args how many class loaders there are, {@code one} or {@code many}; the modules; the main class */
    public static void main(String[] args) throws Exception {
        ModuleFinder modules = ModuleFinder.of(Arrays.stream(args[1].split(File.pathSeparator)).map(File::new)
                .map(File::toPath).toArray(Path[]::new));
        Configuration configuration = ModuleLayer.boot().configuration().resolve(modules, ModuleFinder.of(),
                Collections.singleton("com.example.service"));
        ClassLoader parent = ClassLoader.getPlatformClassLoader();
        ModuleLayer layer = args[0].equals("one") ?
                ModuleLayer.boot().defineModulesWithOneLoader(configuration, parent) :
                ModuleLayer.boot().defineModulesWithManyLoaders(configuration, parent);
        layer.findLoader("com.example.service").loadClass(args[2]).getMethod("main", String[].class)
                .invoke(null, (Object) Arrays.copyOfRange(args, 3, args.length));
    }
}
