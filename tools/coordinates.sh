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

# Changes the group id and the version of all modules. Maven takes neither from a property where a project or its parent
# is named, and io.netty is Netty's own namespace on Maven Central: who releases under another one changes it with this.
#   tools/coordinates.sh com.example 0.1.0       in this checkout
#   tools/coordinates.sh --show                  prints what they are now
# A version that is no snapshot is released with this: CHANGELOG.md gets today's date, the POMs name the tag, and it fails if a
# page still says that there is no release. A snapshot begins the next version in CHANGELOG.md.
# Names of packages, modules and bundles stay: they do not depend on who releases.
# Who releases under another group id also changes url, scm, developers and organization in pom.xml and bom/pom.xml.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

group="$(sed -n 's/^  <groupId>\(.*\)<\/groupId>$/\1/p' pom.xml)"
version="$(sed -n 's/^  <version>\(.*\)<\/version>$/\1/p' pom.xml)"
[ -n "$group" ] && [ -n "$version" ] || { echo "coordinates: pom.xml names no group id or version" >&2; exit 1; }
case "${1:-}" in
--show)
    echo "$group $version"
    exit
    ;;
-* | "")
    echo "usage: tools/coordinates.sh GROUP VERSION | --show" >&2
    exit 2
    ;;
esac
[ $# -eq 2 ] || { echo "usage: tools/coordinates.sh GROUP VERSION | --show" >&2; exit 2; }
[[ $1 =~ ^[A-Za-z0-9_.-]+$ && $2 =~ ^[A-Za-z0-9_.-]+$ ]] ||
    { echo "coordinates: '$1' or '$2' is not a group id or a version" >&2; exit 2; }

# Ours are the artifacts whose names say so; netty-common and the others keep the group id that they have.
find . -name target -prune -o -name .git -prune -o \( -name pom.xml -o -name '*.md' \) -print | while IFS= read -r file; do
    OLD_GROUP="$group" NEW_GROUP="$1" OLD_VERSION="$version" NEW_VERSION="$2" perl -0pi -e '
        my $ours = qr/netty-transport-(?:native-)?iocpnotify/;
        s{<groupId>\Q$ENV{OLD_GROUP}\E</groupId>(\s*<artifactId>$ours)}{<groupId>$ENV{NEW_GROUP}</groupId>$1}g;
        s{>\Q$ENV{OLD_GROUP}\E:($ours)}{>$ENV{NEW_GROUP}:$1}g;
        s{(<artifactId>$ours[^<]*</artifactId>\s*<version>)\Q$ENV{OLD_VERSION}\E<}{$1$ENV{NEW_VERSION}<}g' "$file"
done
case "$2" in
*-SNAPSHOT)
    tag=HEAD
    grep -q '^## .*, not released$' CHANGELOG.md ||
        next="${2%-SNAPSHOT}" perl -0pi -e 's{^## }{## $ENV{next}, not released\n\n## }m' CHANGELOG.md
    ;;
*)
    tag="$2"
    version="$2" date="$(date -u +%F)" perl -pi -e 's{^## .*, not released$}{## $ENV{version}, $ENV{date}}' CHANGELOG.md
    # What a page says of a version that is not released would be wrong under its tag.
    ! find . -name target -prune -o -name .git -prune -o -name '*.md' -exec grep -nEH ', not released$|no release yet|-SNAPSHOT' {} + |
        grep . >&2 || { echo "coordinates: a page does not know of the release" >&2; exit 1; }
    ;;
esac
tag="$tag" perl -pi -e 's{<tag>[^<]*</tag>}{<tag>$ENV{tag}</tag>}' pom.xml bom/pom.xml
echo "coordinates: $group -> $1 $2"
