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

# How large the project is: what a reader has to go through. Generated files do not count, nor does the licence at the head of a file.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
main=transport-native-iocpnotify/src/main

# count KIND FILES...: the lines of a kind: code (without imports), comment or all.
count() {
    local kind="$1"
    shift
    [ "$kind" != all ] || { cat "$@" | wc -l; return; }
    awk -v kind="$kind" '
        FNR == 1 { licence = 1; block = 0 }
        { line = $0; gsub(/^[ \t]+|[ \t]+$/, "", line) }
        licence { if (line ~ /\*\/$/) licence = 0; next }
        block { comment++; if (line ~ /\*\//) block = 0; next }
        line == "" || line ~ /^(package|import) / { next }
        line ~ /^\/\*/ { comment++; block = line !~ /\*\//; next }
        line ~ /^\/\// { comment++; next }
        { code++ }
        END { print (kind == "code" ? code : comment) + 0 }' "$@"
}

row() { printf '%-52s %7s   %s\n' "$1" "$2" "${3:-}"; }

mapfile -t java < <(git ls-files "$main/java/*.java")
mapfile -t c < <(git ls-files "$main/c/*.c" "$main/c/*.h")
row "main Java of the transport, files" "${#java[@]}" "at most 115"
row "  lines" "$(count all "${java[@]}")" "20500"
row "  lines of code, without imports" "$(count code "${java[@]}")" "11500"
row "  lines of comments, without licences" "$(count comment "${java[@]}")" "3900"
row "  public types that users see" "$(grep -lE '^public .*(class|interface|enum) ' $(printf '%s\n' "${java[@]}" | grep -E '/channel/iocpnotify/[A-Za-z]+\.java') | wc -l)" "27"
row "  the longest file, lines" "$(wc -l "${java[@]}" | grep -v total | sort -rn | awk 'NR == 1 { print $1 }')" "450"
row "  files under 60 lines" "$(wc -l "${java[@]}" | awk '$1 < 60' | wc -l)"
row "C of the library, lines" "$(count all "${c[@]}")" "5092"
row "folders of the package" "$(printf '%s\n' "${java[@]}" | xargs -n 1 dirname | sort -u | wc -l)"
row "entries of the root" "$(git ls-files | cut -d / -f 1 | sort -u | grep -vc '^\.')"
row "README, lines" "$(wc -l <README.md)" "110"
mapfile -t pages < <(git ls-files '*.md')
row "pages, words" "$(cat "${pages[@]}" | wc -w)" "25000"
for page in ARCHITECTURE.md:4500 CONTRIBUTING.md:1500 docs/figures.md:2500 docs/wine.md:2500 docs/scaling.md:900; do
    [ ! -e "${page%:*}" ] || row "  ${page%:*}" "$(wc -w <"${page%:*}")" "${page#*:}"
done
