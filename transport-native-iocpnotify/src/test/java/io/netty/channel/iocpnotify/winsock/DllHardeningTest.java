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

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Reads the library's file, as it was built, for what it needs from others and what protects it. Offsets and flags are
 * those of the PE format's specification.
 */
@Tag("one-provider")
public class DllHardeningTest {
    private static final int MACHINE_AMD64 = 0x8664;
    private static final int MACHINE_ARM64 = 0xaa64;
    private static final int PE32_PLUS = 0x20b;
    private static final int DLLCHARACTERISTICS_HIGH_ENTROPY_VA = 0x0020;
    private static final int DLLCHARACTERISTICS_DYNAMIC_BASE = 0x0040;
    private static final int DLLCHARACTERISTICS_NX_COMPAT = 0x0100;
    private static final int DLLCHARACTERISTICS_GUARD_CF = 0x4000;
    private static final int FILE_RELOCS_STRIPPED = 0x0001;
    private static final int SECTION_EXECUTE = 0x20000000;
    private static final int SECTION_WRITE = 0x80000000;
    private static final int DIRECTORY_EXPORT = 0;
    private static final int DIRECTORY_IMPORT = 1;
    private static final int DIRECTORY_BASE_RELOCATION = 5;
    private static final int DIRECTORY_DEBUG = 6;
    private static final int DIRECTORY_LOAD_CONFIG = 10;
    private static final int DIRECTORY_DELAY_IMPORT = 13;
    private static final int DEBUG_EX_DLLCHARACTERISTICS = 20;
    private static final int EX_CET_COMPAT = 1;

    /**
     * What the loader takes from System32 alone: "known DLLs", and what these need. Others are first looked for beside
     * the program, even if they are a part of Windows, as mswsock.dll is. For names of API sets it takes known DLLs.
     */
    private static final Set<String> KNOWN_DLLS = new HashSet<>(Arrays.asList(
            "advapi32.dll", "kernel32.dll", "msvcrt.dll", "ntdll.dll", "ucrtbase.dll", "ws2_32.dll"));
    private static final String API_SETS_OF_C = "api-ms-win-crt-";

    private static PeFile dll;

    @BeforeAll
    static void read() throws IOException {
        String path = System.getProperty("io.netty.iocpnotify.dll");
        assertNotNull(path, "-Dio.netty.iocpnotify.dll names the file");
        dll = new PeFile(Paths.get(path));
    }

    @Test
    public void isForTheArchitectureThatItsNameSays() throws IOException {
        String path = System.getProperty("io.netty.iocpnotify.dll");
        int machine = path.endsWith("_windows_aarch_64.dll") ? MACHINE_ARM64 : MACHINE_AMD64;
        assertTrue(path.endsWith("_windows_" + System.getProperty("iocpnotify.arch") + ".dll"), path);
        assertEquals(machine, dll.machine);
        assertEquals(PE32_PLUS, dll.magic);
        // What tests it is for the same one.
        for (String property : Arrays.asList("iocpnotify.contract.exe", "iocpnotify.contract.psn",
                "iocpnotify.overlapped.dll", "iocpnotify.standIn.dll")) {
            assertEquals(machine, new PeFile(Paths.get(System.getProperty(property))).machine, property);
        }
    }

    @Test
    public void importsKnownDllsOnly() {
        assertFalse(dll.imports.isEmpty());
        assertEquals(0, dll.directorySize(DIRECTORY_DELAY_IMPORT), "what is loaded late is not looked at");
        for (String name : dll.imports.keySet()) {
            assertTrue(KNOWN_DLLS.contains(name) || name.startsWith(API_SETS_OF_C),
                    name + " may be taken from the program's folder");
        }
    }

    /** An import by name would keep the library from loading on every Windows before 11 and Server 2022. */
    @Test
    public void findsTheNotificationsAtRunTime() {
        int named = 0;
        for (List<String> functions : dll.imports.values()) {
            assertFalse(functions.contains("ProcessSocketNotifications"));
            named += functions.size();
        }
        assertNotEquals(0, named, "no import has a name: the reader of this test is wrong");
        assertTrue(dll.contains("ProcessSocketNotifications"), "it is not looked up either");
    }

    /** What it calls is in DLLs that Windows has loaded before it. MSVC's run-time has LoadLibraryExW for itself. */
    @Test
    public void loadsNoLibrary() {
        for (List<String> functions : dll.imports.values()) {
            for (String name : functions) {
                assertFalse(name.equals("LoadLibraryA") || name.equals("LoadLibraryW"), name);
            }
        }
    }

    /** The build that calls a stand-in instead of the system has all of it, so that it would be found. */
    @Test
    public void hasNothingForTests() throws IOException {
        PeFile standIn = new PeFile(Paths.get(System.getProperty("iocpnotify.standIn.dll")));
        assertTrue(standIn.imports.get("kernel32.dll").contains("LoadLibraryW"));
        for (String word : Arrays.asList("IocpNotifyForget", "IocpNotifyClosePort",
                new String("IOCPNOTIFY_STAND_IN".getBytes(StandardCharsets.UTF_16LE), StandardCharsets.ISO_8859_1))) {
            assertTrue(standIn.contains(word), word);
            assertFalse(dll.contains(word), word);
        }
    }

    @Test
    public void hasNoFixedAddress() {
        assertNotEquals(0, dll.dllCharacteristics & DLLCHARACTERISTICS_DYNAMIC_BASE);
        assertNotEquals(0, dll.dllCharacteristics & DLLCHARACTERISTICS_HIGH_ENTROPY_VA);
        // Without relocations the flags are but a promise.
        assertEquals(0, dll.characteristics & FILE_RELOCS_STRIPPED);
        assertNotEquals(0, dll.directorySize(DIRECTORY_BASE_RELOCATION));
    }

    @Test
    public void hasNoExecutableData() {
        assertNotEquals(0, dll.dllCharacteristics & DLLCHARACTERISTICS_NX_COMPAT);
        for (Section section : dll.sections) {
            assertNotEquals(SECTION_EXECUTE | SECTION_WRITE, section.flags & (SECTION_EXECUTE | SECTION_WRITE),
                    section.name);
        }
    }

    @Test
    public void hasAStackProtector() {
        // gcc's comes with a message of its own, MSVC's with a cookie that the load configuration points to. That of
        // zig's run-time is linked only where a function is protected, and known by its guard, which no string holds.
        assertTrue(dll.contains("stack smashing detected") || dll.securityCookie() != 0 ||
                dll.contains("\0\0\0\0\0\0\n\u00ff"));
    }

    /** Of the three compilers MSVC alone has it, and a load configuration. */
    @Test
    public void hasControlFlowGuardIfMsvcBuiltIt() {
        assertEquals(dll.securityCookie() != 0, (dll.dllCharacteristics & DLLCHARACTERISTICS_GUARD_CF) != 0);
    }

    /** {@code /CETCOMPAT}: the processor keeps return addresses a second time. Processors of Arm have other means. */
    @Test
    public void allowsShadowStacksIfMsvcBuiltIt() {
        boolean expected = dll.securityCookie() != 0 && dll.machine == MACHINE_AMD64;
        assertEquals(expected, (dll.extendedCharacteristics() & EX_CET_COMPAT) != 0);
    }

    @Test
    public void exportsWhatAJvmLooksForOnly() {
        assertTrue(dll.exports.contains("JNI_OnLoad"), dll.exports.toString());
        for (String name : dll.exports) {
            assertTrue(name.startsWith("JNI_On"), name);
        }
    }

    private static final class Section {
        final String name;
        final int address;
        final int size;
        final int file;
        final int flags;

        Section(String name, int address, int size, int file, int flags) {
            this.name = name;
            this.address = address;
            this.size = size;
            this.file = file;
            this.flags = flags;
        }
    }

    private static final class PeFile {
        final ByteBuffer bytes;
        final int machine;
        final int characteristics;
        final int magic;
        final int dllCharacteristics;
        final int optionalHeader;
        final List<Section> sections = new ArrayList<>();
        /** Lower-case name of a DLL, and the functions that are imported from it by name. */
        final Map<String, List<String>> imports = new LinkedHashMap<>();
        final List<String> exports = new ArrayList<>();

        PeFile(Path path) throws IOException {
            bytes = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
            assertEquals(0x5a4d, u16(0), "MZ");
            int header = bytes.getInt(0x3c);
            assertEquals(0x4550, bytes.getInt(header), "PE");
            machine = u16(header + 4);
            characteristics = u16(header + 22);
            optionalHeader = header + 24;
            magic = u16(optionalHeader);
            dllCharacteristics = u16(optionalHeader + 70);
            int section = optionalHeader + u16(header + 20);
            for (int i = u16(header + 6); i > 0; i--, section += 40) {
                // Some linkers leave the size in memory 0 or smaller than in the file.
                sections.add(new Section(string(section, 8), bytes.getInt(section + 12),
                        Math.max(bytes.getInt(section + 8), bytes.getInt(section + 16)),
                        bytes.getInt(section + 20), bytes.getInt(section + 36)));
            }
            readImports();
            readExports();
        }

        private void readImports() {
            int address = directoryAddress(DIRECTORY_IMPORT);
            assertNotEquals(0, address, "no import directory");
            for (int entry = offset(address); bytes.getInt(entry + 12) != 0; entry += 20) {
                List<String> functions = new ArrayList<>();
                int lookup = bytes.getInt(entry) != 0 ? bytes.getInt(entry) : bytes.getInt(entry + 16);
                for (int i = offset(lookup); bytes.getLong(i) != 0; i += 8) {
                    if (bytes.getLong(i) > 0) { // the sign marks an import by number
                        functions.add(string(offset((int) bytes.getLong(i)) + 2, Integer.MAX_VALUE));
                    }
                }
                String name = string(offset(bytes.getInt(entry + 12)), Integer.MAX_VALUE);
                imports.put(name.toLowerCase(Locale.ROOT), functions);
            }
        }

        private void readExports() {
            int address = directoryAddress(DIRECTORY_EXPORT);
            if (address == 0) {
                return; // a program
            }
            int directory = offset(address);
            int functions = bytes.getInt(directory + 20);
            int names = bytes.getInt(directory + 24);
            assertEquals(functions, names, "exports without a name");
            int table = offset(bytes.getInt(directory + 32));
            for (int i = 0; i < names; i++) {
                exports.add(string(offset(bytes.getInt(table + 4 * i)), Integer.MAX_VALUE));
            }
        }

        /** The address of the cookie of MSVC's stack protector, 0 if there is none. */
        long securityCookie() {
            int address = directoryAddress(DIRECTORY_LOAD_CONFIG);
            return address == 0 ? 0 : bytes.getLong(offset(address) + 88);
        }

        /** They are the content of an entry of the debug directory; 0 without one. */
        int extendedCharacteristics() {
            int address = directoryAddress(DIRECTORY_DEBUG);
            for (int entry = 0; entry < directorySize(DIRECTORY_DEBUG); entry += 28) {
                int at = offset(address) + entry;
                if (bytes.getInt(at + 12) == DEBUG_EX_DLLCHARACTERISTICS) {
                    return bytes.getInt(bytes.getInt(at + 24));
                }
            }
            return 0;
        }

        boolean contains(String text) {
            return new String(bytes.array(), StandardCharsets.ISO_8859_1).contains(text);
        }

        int directorySize(int directory) {
            return bytes.getInt(optionalHeader + 112 + 8 * directory + 4);
        }

        private int directoryAddress(int directory) {
            return bytes.getInt(optionalHeader + 112 + 8 * directory);
        }

        /** Where in the file lies what will be at this address, counted from the image's. */
        private int offset(int address) {
            for (Section section : sections) {
                if (address >= section.address && address < section.address + section.size) {
                    return section.file + address - section.address;
                }
            }
            throw new AssertionError("no section holds address 0x" + Integer.toHexString(address));
        }

        private int u16(int offset) {
            return bytes.getShort(offset) & 0xffff;
        }

        /** Ends at a zero or after {@code max} bytes. */
        private String string(int offset, int max) {
            int length = 0;
            while (length < max && bytes.get(offset + length) != 0) {
                length++;
            }
            return new String(bytes.array(), offset, length, StandardCharsets.ISO_8859_1);
        }
    }
}
