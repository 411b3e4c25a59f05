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

# Builds wine_facts.c with the cross compiler and runs it in the Wine of the tests.

set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"
set_up
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
x86_64-w64-mingw32-gcc -std=c11 -Wall -Wextra -Werror -O2 -D_WIN32_WINNT=0x0A00 -static \
    -o "$work/wine_facts.exe" "$SETUP_TOOLS/proofs/wine_facts.c" -lws2_32 -lntdll
# The last fact is about what happens when descriptors run out, which should not take long.
ulimit -n 2048 2>/dev/null || true
"$SETUP_WINE" --version 2>/dev/null
setup_wine "$work/wine_facts.exe"
