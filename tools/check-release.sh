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

# Checks what a release rests on, in copies of the committed files: other coordinates change all modules; two builds in
# different folders give the same jars and the same DLLs, byte for byte; each artifact has what Maven Central wants; and each file is
# signed, as release.yml has it done, here with a key that is thrown away. Takes a few minutes. Arguments go to Maven.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup.sh
set_up
set_up_aarch_64
command -v gpg >/dev/null || setup_step "installing gpg" setup_apt gpg gpg-agent

work="$(mktemp -d)"
trap 'GNUPGHOME="$work/keys" gpgconf --kill all 2>/dev/null || true; rm -rf "$work"' EXIT
GROUP=com.example.check
VERSION=9.8.7
released() { printf '%s\n' transport-native-iocpnotify integration/*/ | grep -v recipes | sed 's|/$||'; }
modules="bom,$(released | paste -sd, -)"

build() (
    local copy="$work/$1"
    mkdir "$copy" && git archive HEAD | tar -x -C "$copy"
    "$copy/tools/coordinates.sh" "$GROUP" "$VERSION"
    # The jar of the agent has this library, too.
    deploy "$copy" transport-native-iocpnotify "${SETUP_AARCH_64[@]}" "${@:2}"
    deploy "$copy" "$modules" "${@:2}"
)
# deploy COPY MODULES ARGUMENTS...: no tests, since this is about what is packed.
deploy() {
    "$1/mvnw" -B -ntp -q -f "$1" deploy -Prelease -Dmaven.test.skip -Dcheckstyle.skip \
        "-DaltDeploymentRepository=staging::file://$1.staging" -pl "$2" -am "${@:3}" >"$1.log" 2>&1 ||
        { tail -40 "$1.log" >&2; exit 1; }
}
fail() { echo "check-release: $*" >&2; exit 1; }

mkdir -m 700 "$work/keys"
MAVEN_GPG_PASSPHRASE=thrown-away
gpg() { command gpg --homedir "$work/keys" --batch --quiet --pinentry-mode loopback --passphrase "$MAVEN_GPG_PASSPHRASE" "$@"; }
gpg --quick-generate-key 'check-release <check@example.com>' rsa3072 sign never 2>/dev/null || fail "gpg makes no key"
MAVEN_GPG_KEY="$(gpg --armor --export-secret-keys)"
export MAVEN_GPG_KEY MAVEN_GPG_PASSPHRASE
build first -Dgpg.skip=false -Dgpg.signer=bc "$@"
unset MAVEN_GPG_KEY
build second-in-another-folder "$@"

# What a module inherits: Maven would add its path to each address.
"$work/first/mvnw" -B -ntp -q -f "$work/first" org.apache.maven.plugins:maven-help-plugin:3.5.1:effective-pom \
    -Doutput="$work/effective.xml" -pl "$modules" >"$work/effective.log" 2>&1 || { tail -40 "$work/effective.log" >&2; exit 1; }
values() { sed -n "s/^ *<$1>\(.*\)<\/$1>$/\1/p" "$2" | sort -u; }
for element in connection developerConnection tag; do
    expected="$(values "$element" "$work/first/pom.xml")"
    [ "$(values "$element" "$work/effective.xml")" = "$expected" ] ||
        fail "not all modules have <$element>$expected"
done
[ "$expected" = "$VERSION" ] || fail "the POMs name the tag $expected"

one="$work/first.staging"
two="$work/second-in-another-folder.staging"
cd "$one"
files="$(find . -type f ! -name 'maven-metadata*' ! -name '*.md5' ! -name '*.sha1' ! -name '*.asc' | sort)"
[ -n "$files" ] || fail "nothing was staged"
while IFS= read -r file; do
    case "$file" in ./com/example/check/*/"$VERSION"/*) ;; *) fail "$file has other coordinates" ;; esac
    cmp -s "$file" "$two/$file" || fail "$file differs from build to build"
    gpg --verify "$file.asc" "$file" 2>/dev/null || fail "$file is not signed, or by another key"
done <<<"$files"
for pom in $(find . -name '*.pom'); do
    for element in name description url licenses developers scm; do
        # A child inherits them.
        grep -q "<$element[ >]\|<parent>" "$pom" || fail "$pom has no <$element>"
    done
    jar="${pom%.pom}.jar"
    [ -e "$jar" ] || continue
    for kind in sources.jar javadoc.jar cyclonedx.json; do
        [ -e "${jar%.jar}-$kind" ] || fail "$jar has no $kind"
    done
    artifact="$(basename "$(dirname "$(dirname "$pom")")")"
    grep -q "<artifactId>$artifact</artifactId>" ./*/*/*/*-bom/*/*.pom || fail "the BOM does not name $artifact"
done
agent="com/example/check/netty-transport-iocpnotify-agent/$VERSION/netty-transport-iocpnotify-agent-$VERSION.jar"
# What it says of itself ends with 1 here, since programs get NIO where there is no Windows.
told="$(java -jar "$agent")" || [ $? -eq 1 ] || fail "java -jar $agent fails"
for part in "netty-transport-iocpnotify-agent $VERSION" "netty-transport-native-iocpnotify $VERSION" "asm [0-9]" \
    "library for x86_64" "library for aarch_64"; do
    grep -qE "(^|[:,] )$part" <<<"$told" || fail "java -jar $agent does not name $part"
done
! grep "no library" <<<"$told" || fail "$agent lacks a library"
for part in '"asm"' '"netty-transport-native-iocpnotify"'; do
    grep -q "\"name\" : $part" "${agent%.jar}-cyclonedx.json" || fail "the SBOM of $agent does not name $part"
done
[ "$(stat -c %s "$agent")" -le $((6 << 20)) ] || fail "$agent is larger than 6 MiB"
echo "check-release: $(wc -l <<<"$files") files, signed, and the same in both builds; sha256 of the jars of the library:"
for arch in x86_64 aarch_64; do
    native="com/example/check/netty-transport-native-iocpnotify/$VERSION/netty-transport-native-iocpnotify-$VERSION-windows-$arch.jar"
    [ -e "$native" ] || fail "there is no $native"
    sha256sum "$native"
done
