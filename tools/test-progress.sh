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

# test-progress.sh CLASSES: shows of Maven's output, from standard input, what somebody who waits wants to see: the module, how
# far the run is, at most every 20 seconds, and whatever is wrong. CLASSES is how many test classes there are, 0 if that is not
# known. When Maven has said nothing for a quarter of an hour, it names the classes that run, shows the processes of this run and
# what Maven waits for, and kills the test JVMs and all Windows programs of the run: Maven then fails and tells what they wrote. If
# that does not help, or if the run takes longer than IOCPNOTIFY_RUN_MINUTES, which is 70 unless set, it kills Maven, too. A JVM
# whose threads all wait for Wine heeds neither the limits of its tests nor Surefire's.

set -euo pipefail
classes="$1" done=0 tests=0 failed=0 begun=
usual=900 grace=120 longest="$((${IOCPNOTIFY_RUN_MINUTES:-70} * 60))" pause=20
silence=$usual heard=$SECONDS said=$SECONDS line= part= other= unsaid= killed=
declare -A running=()

command_line() { { tr '\0' ' ' <"/proc/$1/cmdline"; } 2>/dev/null || true; }

# started_by_run NUMBER: whether that process comes from the shell that runs this script.
started_by_run() {
    local number="$1"
    while [ "${number:-0}" -gt 1 ]; do
        [ "$number" -ne "$PPID" ] || return 0
        number="$(ps -o ppid= -p "$number" | tr -d ' ')"
    done
    return 1
}

# start_of NUMBER: when that process began, in ticks since the machine did; 0 if it has ended.
start_of() {
    local start
    start="$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20)"
    printf '%s' "${start:-0}"
}
own_start="$(start_of $$)"

# own_processes: those in this checkout that come from the run, except its shells and tee. A wineserver starts programs whose parent
# is nobody; theirs are the Windows programs that are younger than this script.
own_processes() {
    local process number
    for process in /proc/[0-9]*; do
        number="${process##*/}"
        [[ "$(readlink "$process/cwd")/" == "$(pwd -P)"/* ]] || continue
        ! [[ "$(cat "$process/comm" 2>/dev/null)" =~ ^(bash|tee|run-tests|test-progress.*)$ ]] || continue
        if started_by_run "$number" ||
            { [[ "$(command_line "$number")" == *.exe* ]] && [ "$(start_of "$number")" -ge "$own_start" ]; }; then
            printf '%s\n' "$number"
        fi
    done
}

# stop_run WHY: the first time it kills the test JVMs and the Windows programs, later everything.
stop_run() {
    local process class command
    printf '[ERROR] %s. Test classes that run: %s\n' "$1" "${#running[@]}"
    for class in "${!running[@]}"; do
        printf '[ERROR]   %s\n' "$class"
    done
    for process in $(own_processes); do
        command="$(command_line "$process")"
        printf '[ERROR] process %s: %.150s\n' "$process" "$command"
        if [[ $command == *plexus-classworlds* ]]; then
            timeout 20 "${JAVA_HOME:-/usr}/bin/jstack" "$process" 2>&1 |
                awk '/^"/ { shown = /^"(main|mvn-builder|.*surefire|.*fork)/; frames = 0 } shown && frames++ < 30' || true
        fi
        if [ -n "$killed" ] || [[ $command == *.exe* || $command == *-Dtest.fork=* ]]; then
            kill -KILL "$process" 2>/dev/null || true
        fi
    done
    killed=1
}

# time_left: by the classes that were done since the first one, and the time that they took; once there are some.
time_left() {
    if [ "$done" -ge 10 ] && [ "$done" -lt "$classes" ]; then
        printf ', about %s min left' "$((((SECONDS - begun) * (classes - done) / (done - 1) + 59) / 60))"
    fi
}

say() {
    local of=
    [ "$classes" -eq 0 ] || of=" of $classes"
    printf '%d%s classes, %d tests, %d failed%s: %s\n' "$done" "$of" "$tests" "$failed" "$(time_left)" "$unsaid"
    unsaid= said=$SECONDS
}

class_line='Tests run: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+), Skipped: [0-9]+, Time elapsed: ([0-9.,]+) s.* in (.*)'
while :; do
    if IFS= read -r -t "$pause" line; then
        line="$part$line" part= heard=$SECONDS silence=$usual killed=
    elif [ "$?" -le 128 ]; then
        # The input is over; more than 128 says that the time is.
        break
    else
        part+="$line" line=
        if [ "$((SECONDS - heard))" -ge "$silence" ]; then
            stop_run "Maven has said nothing for $(((SECONDS - heard) / 60)) min"
            heard=$SECONDS silence=$grace
            continue
        fi
    fi
    if [ "$SECONDS" -ge "$longest" ]; then
        killed=1
        stop_run "the run has taken $((SECONDS / 60)) min"
        longest=$((SECONDS + grace))
    fi
    if [[ $line =~ $class_line ]]; then
        class="${BASH_REMATCH[5]}"
        unset 'running[$class]'
        begun="${begun:-$SECONDS}"
        done=$((done + 1)) tests=$((tests + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2] + BASH_REMATCH[3]))
        unsaid="${class##*.}, ${BASH_REMATCH[4]} s"
    fi
    [ -z "$unsaid" ] || [ "$((SECONDS - said))" -lt "$pause" ] || say
    case "$line" in
    # What a JVM said that could not begin. Maven says it of one that has crashed as well.
    '[ERROR] The forked VM terminated'*) printf '%s\n%s\n' "$other" "$line" ;;
    '[INFO] Running '*) running["${line#'[INFO] Running '}"]=1 ;;
    '[ERROR]'* | '[INFO] BUILD '* | '[INFO] Total time'* | '[INFO] Netty/'*) printf '%s\n' "$line" ;;
    [!\[]*) other="$line" ;;
    esac
    line=
done
[ -z "$unsaid" ] || say
