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

# Whether the C code has the format of .clang-format: all of it, or the files that are named.
#   tools/check-format.sh --mend       changes what has not

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup.sh
set_up_clang_format
mode=(--dry-run --Werror)
[ "${1:-}" != --mend ] || { mode=(-i); shift; }
files=("$@")
[ $# -gt 0 ] || mapfile -t files < <(git ls-files '*.c' '*.h')
"$SETUP_CLANG_FORMAT" "${mode[@]}" "${files[@]}"
