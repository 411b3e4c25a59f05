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

# Checks `./mvnw install` without flags, in copies of the committed files. With a tool chain the local repository holds the jar of
# the library, and the DLL in it is the one that run tests builds. Without a tool chain the build succeeds, says once what is
# missing, and there is no such jar. Takes some ten minutes.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup.sh
set_up

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
fail() { echo "check-install: $*" >&2; exit 1; }

# Coordinates that no repository has, so that each jar of ours is of this build.
GROUP=com.example.check
VERSION=9.8.7
LIBRARY="netty-transport-native-iocpnotify-$VERSION-windows-x86_64.jar"
DLL=META-INF/native/netty_transport_native_iocpnotify_windows_x86_64.dll

# copy NAME: the committed files, as $work/NAME.
copy() {
    mkdir "$work/$1" && git archive HEAD | tar -x -C "$work/$1"
    "$work/$1/tools/coordinates.sh" "$GROUP" "$VERSION"
}

# install NAME: what was downloaded before is read; what is installed goes to the empty repository $work/NAME.repository.
install() {
    copy "$1"
    "$work/$1/mvnw" -B -ntp -f "$work/$1" "-Dmaven.repo.local=$work/$1.repository" \
        "-Dmaven.repo.local.tail=${MAVEN_USER_HOME:-$HOME/.m2}/repository" install >"$work/$1.log" 2>&1 ||
        { tail -40 "$work/$1.log" >&2; fail "install failed: $1"; }
}

installed() { (cd "$work/$1.repository/com/example/check" && ls -- */*/*.jar | sed 's|.*/||' | sort); }
has() { installed "$1" | grep -qxF "$2"; }

install with-tool-chain
! grep "cannot be built" "$work/with-tool-chain.log" >&2 || fail "the tool chain was not found"
for jar in "$LIBRARY" "netty-transport-native-iocpnotify-$VERSION.jar" "netty-transport-iocpnotify-micrometer-$VERSION.jar" \
    "netty-transport-iocpnotify-reactor-$VERSION.jar" "netty-transport-iocpnotify-vertx-$VERSION.jar"; do
    has with-tool-chain "$jar" || fail "$jar was not installed"
done
library="$work/with-tool-chain.repository/com/example/check/netty-transport-native-iocpnotify/$VERSION/$LIBRARY"
unzip -q "$library" "$DLL" -d "$work"

# As "run tests" builds it, the native tests beside it, in another folder.
copy run-tests
(SETUP_TOOLS="$work/run-tests/tools" setup_maven -q -f "$work/run-tests" package -Dmaven.test.skip -Dcheckstyle.skip \
    -pl transport-native-iocpnotify -am >"$work/run-tests.log" 2>&1) || { tail -40 "$work/run-tests.log" >&2; fail "the build failed"; }
cmp "$work/$DLL" "$work/run-tests/transport-native-iocpnotify/target/native/$DLL" || fail "run tests builds another DLL"

# A PATH with all programs but those of the tool chain.
mkdir "$work/bin"
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}"; do
    for program in "$folder"/*; do
        case "${program##*/}" in
        cmake | ninja | x86_64-w64-mingw32-*) continue ;;
        esac
        # What comes first on the PATH, as there.
        [ ! -x "$program" ] || [ -e "$work/bin/${program##*/}" ] || ln -s "$program" "$work/bin/"
    done
done
PATH="$work/bin" install without-tool-chain
[ "$(grep -c "cannot be built. Not found: cmake, ninja, x86_64-w64-mingw32-gcc" "$work/without-tool-chain.log")" -eq 1 ] ||
    fail "the build does not say once what is missing: $(grep WARNING "$work/without-tool-chain.log")"
has without-tool-chain "netty-transport-native-iocpnotify-$VERSION.jar" || fail "the classes were not installed"
! installed without-tool-chain | grep -e "windows-" -e "-reactor-" -e "-vertx-" || fail "there is a jar that needs the library"

echo "check-install: sha256 of the DLL, as run tests builds it: $(sha256sum "$work/$DLL" | cut -d ' ' -f 1)"
