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

import io.netty.channel.iocpnotify.winsock.Native;
import io.netty.channel.iocpnotify.winsock.NettyRelease;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.Version;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * In an OSGi framework the transport is a bundle beside Netty's own, and the library comes from a fragment of it.
 */
@Timeout(120)
class OsgiTest {

    private static final String NAME = "io.netty.transport-native-iocpnotify";
    /** The jars that the transport needs, with their versions cut off, and its own two. */
    private static final Pattern BUNDLES = Pattern.compile(
            "netty-(common|buffer|resolver|transport|transport-native-unix-common|transport-native-iocpnotify)" +
            "-\\d[^-]*(-SNAPSHOT)?(-windows-\\w+)?\\.jar");

    @TempDir
    File storage;

    @Test
    void bundleAndFragment() throws Exception {
        Framework framework = start(new HashMap<String, String>());
        try {
            Bundle transport = install(framework.getBundleContext());
            Class<?> inside = transport.loadClass(IocpNotify.class.getName());
            assertNotSame(IocpNotify.class, inside);
            // Netty's loader has the library look for its classes from there.
            Bundle common = bundle(framework.getBundleContext(), "io.netty.common");
            assertSame(transport.loadClass(Native.class.getName()), common.loadClass(Native.class.getName()));
            Throwable cause = (Throwable) inside.getMethod("unavailabilityCause").invoke(null);
            assertTrue((Boolean) inside.getMethod("isAvailable").invoke(null), () -> "" + cause);
        } finally {
            framework.stop();
            framework.waitForStop(0);
        }
    }

    /** Of two fragments with libraries a framework takes the one that the JVM can load, on each Windows. */
    @Test
    void theFragmentIsForItsArchitectureAlone() throws Exception {
        String[][] architectures = { { "amd64", "x86_64" }, { "aarch64", "aarch_64" } };
        for (String[] architecture : architectures) {
            for (String system : new String[] { "Windows 10", "Windows 11", "Windows Server 2025" }) {
                Map<String, String> configuration = new HashMap<String, String>();
                configuration.put(Constants.FRAMEWORK_PROCESSOR, architecture[0]);
                configuration.put(Constants.FRAMEWORK_OS_NAME, system);
                Framework framework = start(configuration);
                try {
                    install(framework.getBundleContext());
                    int state = architecture[1].equals(System.getProperty("iocpnotify.arch")) ?
                            Bundle.RESOLVED : Bundle.INSTALLED;
                    assertEquals(state, fragment(framework.getBundleContext()).getState(), configuration.toString());
                } finally {
                    framework.stop();
                    framework.waitForStop(0);
                }
            }
        }
    }

    /** The jars beside it are of one release; which others a framework may take, the bundle alone says. */
    @Test
    void takesEachNettyFromTheLowestToTheNextMajorVersion() throws Exception {
        Version lowest = Version.parseVersion(NettyRelease.LOWEST.replace(".Final", ""));
        Version[] right = {
                lowest, new Version(lowest.getMajor(), lowest.getMinor(), lowest.getMicro() + 1),
                new Version(lowest.getMajor(), lowest.getMinor() + 1, 0), new Version(lowest.getMajor(), 999, 999)
        };
        Version[] wrong = {
                new Version(4, 1, 0), new Version(4, 1, 999), before(lowest), new Version(lowest.getMajor() + 1, 0, 0)
        };
        Framework framework = start(new HashMap<String, String>());
        try {
            Bundle transport = install(framework.getBundleContext());
            int packages = 0;
            for (BundleRequirement requirement : transport.adapt(BundleRevision.class)
                    .getDeclaredRequirements(PackageNamespace.PACKAGE_NAMESPACE)) {
                String filter = requirement.getDirectives().get(Constants.FILTER_DIRECTIVE);
                if (!filter.contains("=io.netty.")) {
                    continue;
                }
                packages++;
                assertNull(requirement.getDirectives().get(Constants.RESOLUTION_DIRECTIVE), filter);
                for (Version version : right) {
                    assertTrue(isTaken(filter, version), () -> filter + " refuses " + version);
                }
                for (Version version : wrong) {
                    assertFalse(isTaken(filter, version), () -> filter + " takes " + version);
                }
            }
            assertTrue(packages >= 5, "only " + packages + " packages of Netty are imported");
        } finally {
            framework.stop();
            framework.waitForStop(0);
        }
    }

    /** A release that comes before the given one, as close as versions can tell. */
    private static Version before(Version version) {
        return version.getMicro() > 0 ? new Version(version.getMajor(), version.getMinor(), version.getMicro() - 1) :
                new Version(version.getMajor(), version.getMinor() - 1, 999);
    }

    private static boolean isTaken(String filter, Version version) throws Exception {
        Map<String, Object> exported = new HashMap<String, Object>();
        exported.put(PackageNamespace.PACKAGE_NAMESPACE, filter.replaceAll(".*=(io\\.netty[a-z.]*)\\).*", "$1"));
        exported.put(PackageNamespace.CAPABILITY_VERSION_ATTRIBUTE, version);
        return FrameworkUtil.createFilter(filter).matches(exported);
    }

    private static Bundle bundle(BundleContext context, String name) {
        return Arrays.stream(context.getBundles()).filter(bundle -> name.equals(bundle.getSymbolicName())).findFirst()
                .orElseThrow(AssertionError::new);
    }

    private static Bundle fragment(BundleContext context) {
        Bundle fragment = null;
        for (Bundle bundle : context.getBundles()) {
            if (bundle.getHeaders().get(Constants.FRAGMENT_HOST) != null) {
                assertNull(fragment, "more than one fragment");
                fragment = bundle;
            }
        }
        assertNotNull(fragment, "no fragment");
        return fragment;
    }

    private Framework start(Map<String, String> configuration) throws Exception {
        configuration.put(Constants.FRAMEWORK_STORAGE, storage.getPath());
        configuration.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        Framework framework = ServiceLoader.load(FrameworkFactory.class).iterator().next().newFramework(configuration);
        framework.start();
        return framework;
    }

    private static Bundle install(BundleContext context) throws Exception {
        List<Bundle> bundles = new ArrayList<Bundle>();
        Bundle transport = null;
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            File jar = new File(path);
            if (BUNDLES.matcher(jar.getName()).matches()) {
                Bundle bundle = context.installBundle(jar.toURI().toString());
                if (bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null) {
                    bundles.add(bundle);
                }
                if (NAME.equals(bundle.getSymbolicName())) {
                    transport = bundle;
                }
            }
        }
        assertEquals(6, bundles.size(), bundles.toString());
        for (Bundle bundle : bundles) {
            bundle.start();
        }
        return transport;
    }
}
