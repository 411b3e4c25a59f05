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

import io.netty.channel.DefaultFileRegion;
import io.netty.channel.FileRegion;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;

import java.nio.channels.WritableByteChannel;

/** What a {@link DefaultFileRegion} keeps to itself: its file, and how much of it counts as transferred. */
public final class RegionFile {

    private static final InternalLogger logger = InternalLoggerFactory.getInstance(RegionFile.class);

    /** Whether C can get at it. If not, {@link DefaultFileRegion#transferTo} is the only way. */
    public static final boolean ACCESSIBLE = NativeOverlapped.findFields(DefaultFileRegion.class) >= 0;

    static {
        if (!ACCESSIBLE) {
            logger.debug("Files are sent slowly: a private field of the JDK or of Netty has changed");
        }
    }

    /** Of subclasses of {@link DefaultFileRegion}. */
    private static final ClassValue<Boolean> IS_PLAIN = new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isInherited(type, "transferTo", WritableByteChannel.class, long.class) &&
                    isInherited(type, "position") && isInherited(type, "count") && isInherited(type, "transferred") &&
                    isInherited(type, "isOpen") && isInherited(type, "open");
        }
    };

    /**
     * Whether a region sends what its file has there, and nothing else. A subclass that overrides what tells its bytes
     * may send any. Most override only how they end, because others use the file too.
     */
    public static boolean isPlain(FileRegion region) {
        return region.getClass() == DefaultFileRegion.class ||
                region instanceof DefaultFileRegion && IS_PLAIN.get(region.getClass());
    }

    /** If it cannot be seen, as in a native image, it may be overridden. */
    private static boolean isInherited(Class<?> type, String method, Class<?>... parameters) {
        try {
            return type.getMethod(method, parameters).getDeclaringClass() == DefaultFileRegion.class;
        } catch (NoSuchMethodException | LinkageError | RuntimeException e) {
            return false;
        }
    }

    public static void addTransferred(DefaultFileRegion region, int bytes) {
        NativeOverlapped.setTransferred(region, region.transferred() + bytes);
    }

    private RegionFile() { }
}
