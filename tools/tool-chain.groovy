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

// Looks for what compiles the library for Windows. The project of all modules runs it, which Maven builds first. A profile cannot
// do it: Maven chooses profiles by one file or one property, and the PATH names many folders.
// If something is missing, the build goes on without the library, unless it was asked for it by native.required. Modules that have
// the library among their dependencies are then compiled and packed without it. They are not installed: they need it.
// Who gives native.skip, true or false, has answered the question.

boolean onPath(String program) {
    System.getenv('PATH').split(File.pathSeparator).any { folder ->
        File file = new File(folder, program)
        file.file && file.canExecute()
    }
}

// The compiler of Visual Studio is not on the PATH. vswhere, which is in the same folder on every machine, knows what is installed.
boolean inVisualStudio(String component) {
    File vswhere = new File(System.getenv('ProgramFiles(x86)') ?: '', 'Microsoft Visual Studio/Installer/vswhere.exe')
    vswhere.exists() && [vswhere.path, '-products', '*', '-requires', component, '-property', 'installationPath'].execute().text.trim()
}

List<String> missing
String remedy
if (System.getProperty('os.name').startsWith('Windows')) {
    missing = onPath('cmake.exe') ? [] : ['cmake']
    String component = "Microsoft.VisualStudio.Component.VC.Tools.${platformArgs.contains('ARM64') ? 'ARM64' : 'x86.x64'}"
    // Those who name another generator than Visual Studio have its compiler.
    if (platformArgs.startsWith('-A ') && !inVisualStudio(component)) {
        missing << "Visual Studio with $component"
    }
    remedy = '''  winget install Kitware.CMake
  winget install Microsoft.VisualStudio.2022.BuildTools --override "--wait --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended"'''
} else {
    missing = ['cmake', 'ninja', compiler].findAll { !onPath(it) }
    remedy = '''  Debian, Ubuntu: apt-get install cmake ninja-build gcc-mingw-w64-x86-64
  Fedora: dnf install cmake ninja-build mingw64-gcc
  macOS: brew install cmake ninja mingw-w64
  for Windows on Arm: zig, as tools/setup.sh installs it, in place of mingw-w64'''
}

String answer = session.userProperties['native.skip']
boolean skip = answer == null ? missing : answer.toBoolean()
if (answer == null && missing) {
    String message = "The library for Windows cannot be built. Not found: ${missing.join(', ')}.\n$remedy"
    if (required.toBoolean()) {
        throw new IllegalStateException(message)
    }
    log.warn("$message\nThe build goes on without it: there is no jar $classifier, and what depends on that jar is not installed.")
}

if (skip) {
    session.projects.each { module ->
        module.properties['native.skip'] = 'true'
        // What an earlier build left.
        new File(module.build.directory, 'native').deleteDir()
        if (module.dependencies.removeAll { it.classifier == classifier }) {
            module.properties['maven.install.skip'] = 'true'
            module.properties['maven.deploy.skip'] = 'true'
        }
    }
}
