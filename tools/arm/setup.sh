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

# Sourced after tools/setup.sh: an emulated machine for Windows on Arm, which is qemu with a Linux of Debian and its Wine. Nobody
# installs that Linux: the files of a few packages are the whole of it.

# Which Debian: the first whose Wine for arm64 has programs for Windows on Arm. apt checks its signature, and by that each package.
SETUP_ARM_SUITE=trixie
# Wine, and what it loads; a shell for the machine's first process.
SETUP_ARM_PACKAGES=(libwine wine64 libc6 libgcc-s1 busybox-static)
# What the programs that run there load of Wine. A program does not start if something is missing here.
SETUP_ARM_DLLS=(advapi32 apisetschema kernel32 kernelbase msvcrt mswsock ntdll sechost ucrtbase ws2_32)

# After set_up. Sets SETUP_ARM, the folder with the kernel, vmlinuz, and the files of the machine, base.cpio.
set_up_arm() {
    local packages=()
    SETUP_ARM="$IOCPNOTIFY_CACHE/arm-$SETUP_ARM_SUITE"
    setup_lock
    command -v qemu-system-aarch64 >/dev/null || packages+=(qemu-system-arm)
    command -v cpio >/dev/null || packages+=(cpio)
    if [ ${#packages[@]} -gt 0 ]; then
        [ "$(id -u)" -eq 0 ] || sudo -v || setup_die "to install ${packages[*]} takes root or sudo"
        setup_step "installing ${packages[*]}" setup_apt "${packages[@]}"
    fi
    # How it was made is kept beside it: what is made in another way is made anew.
    cmp -s "$SETUP_TOOLS/arm/setup.sh" "$SETUP_ARM/setup.sh" ||
        setup_step "making an emulated machine for Windows on Arm (100 MiB to download)" setup_arm_make
    exec 9>&-
}

setup_arm_make() {
    local work="$SETUP_ARM.tmp"
    rm -rf "$work" "$SETUP_ARM" && mkdir -p "$work/debs" "$work/root" &&
        setup_arm_download "$work" &&
        setup_arm_root "$work" "$work/root" &&
        cp "$SETUP_TOOLS/arm/setup.sh" "$work/" &&
        rm -rf "$work/apt" "$work/debs" "$work/unpacked" "$work/root" && mv "$work" "$SETUP_ARM"
}

# apt with a configuration and a state of its own: what this machine has installed, and from where, stays as it is.
setup_arm_apt() {
    APT_CONFIG="$1/apt/apt.conf" "${@:2}"
}

# setup_arm_download WORK: the packages, in WORK/debs. They come from where this machine has its Debian from.
setup_arm_download() {
    local work="$1" apt="$1/apt" key mirror kernel
    mirror="$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(REPO_URI)' | sed -n 's/^Debian|Debian|//p' | head -n 1)"
    [ -n "$mirror" ] || { echo "this machine has no packages of Debian: Debian 12 or 13 is needed" && return 1; }
    for key in /usr/share/keyrings/debian-archive-keyring.{pgp,gpg}; do
        [ ! -e "$key" ] || break
    done
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/sources" && : >"$apt/status" || return
    cat >"$apt/sources/debian.sources" <<END || return
Types: deb
URIs: $mirror
Suites: $SETUP_ARM_SUITE
Components: main
Signed-By: $key
END
    cat >"$apt/apt.conf" <<END || return
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$apt/sources";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$apt";
Dir::State::Lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
Acquire::Languages "none";
END
    setup_arm_apt "$work" apt-get -q update || return
    # The package without a version depends on the newest.
    kernel="$(setup_arm_apt "$work" apt-cache depends linux-image-cloud-arm64 | sed -n 's/^ *Depends: \(linux-image-.*\)/\1/p')"
    [ -n "$kernel" ] || { echo "there is no kernel for arm64 in $SETUP_ARM_SUITE" && return 1; }
    (cd "$work/debs" && setup_arm_apt "$work" apt-get -q download "${SETUP_ARM_PACKAGES[@]}" "$kernel")
}

# setup_arm_root WORK ROOT: the files of the machine in ROOT, as an archive that the kernel unpacks into memory, and the kernel.
setup_arm_root() {
    local work="$1" root="$2" deb dll
    local wine=usr/lib/aarch64-linux-gnu/wine dlls=usr/lib/aarch64-linux-gnu/wine/aarch64-windows
    local system32=root/prefix/drive_c/windows/system32
    for deb in "$work"/debs/*.deb; do
        dpkg-deb -x "$deb" "$work/unpacked" || return
    done
    mv "$work"/unpacked/boot/vmlinuz-* "$work/vmlinuz" || return
    # Without the modules of the kernel: nobody needs their drivers.
    (cd "$work/unpacked" && cp -al --parents usr/bin/busybox usr/lib/wine "$wine/aarch64-unix" usr/lib/ld-linux-* \
        usr/lib/aarch64-linux-gnu/*.so* usr/share/wine/nls "$root") || return
    ln -s usr/lib "$root/lib" && mkdir -p "$root"/{bin,dev,proc,sys,tmp} "$root/$dlls" "$root/$system32" || return
    # It is a script for a shell that is not there.
    mv "$root/usr/lib/wine/wineserver64" "$root/usr/lib/wine/wineserver" || return
    for dll in "${SETUP_ARM_DLLS[@]/%/.dll}"; do
        cp -al "$work/unpacked/$dlls/$dll" "$root/$dlls/" && ln -s "/$dlls/$dll" "$root/$system32/" || return
    done
    # A prefix without a registry. Wine's own way to make one, wineboot, is long in this machine, and the programs that run there need
    # nothing of it. In its place is one of Wine's programs that do nothing.
    cp -al "$work/unpacked/$dlls/aspnet_regiis.exe" "$root/$dlls/wineboot.exe" &&
        ln -s "/$dlls/wineboot.exe" "$root/$system32/" || return
    mkdir "$root/root/prefix/dosdevices" && ln -s ../drive_c "$root/root/prefix/dosdevices/c:" &&
        ln -s / "$root/root/prefix/dosdevices/z:" || return
    (cd "$root" && find . | cpio -o -H newc -R 0:0 --quiet) >"$work/base.cpio"
}
