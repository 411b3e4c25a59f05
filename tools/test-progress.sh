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

# test-progress.sh CLASSES: shows of Maven's output, from standard input, what somebody who waits wants to see: the module,
# each finished test class with how far the run is, and whatever is wrong. CLASSES is how many test classes there are, 0
# if that is not known. When nothing has begun or ended for a quarter of an hour, it names the classes that run and kills the
# test JVMs of this checkout: Maven then fails and tells what they wrote. A JVM whose threads all wait for Wine heeds neither
# the limits of its tests nor Surefire's.

set -euo pipefail
classes="$1" done=0 tests=0 failed=0 begun=
silence=900
declare -A running=()

stop_test_jvms() {
    local process class
    for class in "${!running[@]}"; do
        printf '[ERROR] nothing has ended for %d min, and this class runs: %s\n' "$((silence / 60))" "$class"
    done
    for process in /proc/[0-9]*; do
        if [[ "$(readlink "$process/cwd")/" == "$PWD"/* ]] && grep -qszE -e '^-Dtest\.fork=' "$process/cmdline"; then
            kill -KILL "${process##*/}" || true
        fi
    done
}

# time_left: by the classes that were done since the first one, and the time that they took; once there are some.
time_left() {
    if [ "$done" -ge 10 ] && [ "$done" -lt "$classes" ]; then
        printf ', about %s min left' "$((((SECONDS - begun) * (classes - done) / (done - 1) + 59) / 60))"
    fi
}

class_line='Tests run: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+), Skipped: [0-9]+, Time elapsed: ([0-9.,]+) s.* in (.*)'
while :; do
    IFS= read -r -t "$silence" line || {
        # More than 128: the time is over. Else the input is.
        [ "$?" -gt 128 ] || break
        stop_test_jvms
        continue
    }
    if [[ $line =~ $class_line ]]; then
        class="${BASH_REMATCH[5]}"
        unset 'running[$class]'
        begun="${begun:-$SECONDS}"
        done=$((done + 1)) tests=$((tests + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2] + BASH_REMATCH[3]))
        of=
        [ "$classes" -eq 0 ] || of=" of $classes"
        printf '%d%s classes, %d tests, %d failed%s: %s, %s s\n' "$done" "$of" "$tests" "$failed" "$(time_left)" \
            "${class##*.}" "${BASH_REMATCH[4]}"
    fi
    case "$line" in
    '[INFO] Running '*) running["${line#'[INFO] Running '}"]=1 ;;
    '[ERROR]'* | '[INFO] BUILD '* | '[INFO] Total time'* | '[INFO] Netty/'*) printf '%s\n' "$line" ;;
    esac
done
