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

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets channels send files in one of the two ways while a test runs, whatever the edition of Windows makes the default.
 */
final class WayOfFiles implements BeforeEachCallback, AfterEachCallback {

    private final boolean bySystem;
    private boolean wasBySystem;
    private String property;

    private WayOfFiles(boolean bySystem) {
        this.bySystem = bySystem;
    }

    /** {@code TransmitFile}. */
    static WayOfFiles bySystem() {
        return new WayOfFiles(true);
    }

    static WayOfFiles byCopying() {
        return new WayOfFiles(false);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        IocpNotify.ensureAvailability();
        wasBySystem = TransmitFileWriter.isEnabled();
        property = System.getProperty(TransmitFileWriter.TRANSMIT_FILE_PROPERTY);
        System.setProperty(TransmitFileWriter.TRANSMIT_FILE_PROPERTY, Boolean.toString(bySystem));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (property == null) {
            System.clearProperty(TransmitFileWriter.TRANSMIT_FILE_PROPERTY);
        } else {
            System.setProperty(TransmitFileWriter.TRANSMIT_FILE_PROPERTY, property);
        }
    }

    /** What the user of this JVM has said of the two. */
    String property() {
        return property == null ? "auto" : property;
    }

    /** Whether the system sends files when nobody says otherwise. */
    boolean isBySystemByDefault() {
        return wasBySystem;
    }
}
