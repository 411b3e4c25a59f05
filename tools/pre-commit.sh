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

# What is cheap to find before a commit: the style of Java and C, scripts that do not parse, and trailing blanks. To have git run it:
#   ln -s ../../tools/pre-commit.sh .git/hooks/pre-commit

set -euo pipefail
cd "$(git rev-parse --show-toplevel)"
git diff --cached --check
mapfile -t changed < <(git diff --cached --name-only --diff-filter=d)
java= c=()
for file in "${changed[@]}"; do
    case "$file" in
    *.java | *pom.xml) java=1 ;;
    *.c | *.h) c+=("$file") ;;
    run | mvnw | *.sh | tools/windows-jvm/bin/java) bash -n "$file" ;;
    esac
done
[ ${#c[@]} -eq 0 ] || tools/check-format.sh "${c[@]}"
[ -z "$java" ] || ./mvnw -B -ntp -q validate -DskipScriptExecution
