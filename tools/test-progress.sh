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
# known. The time left is estimated by what the classes that are left took in another run (test-times.txt; --times writes it from a
# log of Maven). When Maven has said nothing for a quarter of an hour, it names the classes that run, shows the processes of this run and
# what Maven waits for, and kills the test JVMs and all Windows programs of the run: Maven then fails and tells what they wrote. If
# that does not help, or if the run takes longer than IOCPNOTIFY_RUN_MINUTES, which is 70 unless set, it kills Maven, too. A JVM
# whose threads all wait for Wine heeds neither the limits of its tests nor Surefire's.

set -euo pipefail
classes="$1" done=0 tests=0 failed=0 begun=
# In milliseconds: what one class takes that test-times.txt does not name, what all took once, what those took of them that are done,
# and what these took now.
usual_time= all_times=0 done_times=0 took=0
usual=900 grace=120 longest="$((${IOCPNOTIFY_RUN_MINUTES:-70} * 60))" pause=20
silence=$usual heard=$SECONDS said=$SECONDS line= part= other= unsaid= killed=
# By class: since when it runs, and how many of its runs are done. It may run for one provider, for the other, and for its races. By
# class and number: what a run of a class took that is not done.
declare -A running=() runs=() times=() nested=()

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
        ! [[ "$(cat "$process/comm" 2>/dev/null)" =~ ^(bash|tee|tests.sh|test-progress.*)$ ]] || continue
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

# milliseconds CLASS SECONDS: the number that Maven writes, such as 1,234.5, in the variable of that name. None for a class with nested
# ones: its time is theirs, and it comes after them.
milliseconds() {
    local seconds="${2//,/}" decimals=
    [[ $seconds != *.* ]] || decimals="${seconds#*.}" seconds="${seconds%%.*}"
    decimals="${decimals}000"
    milliseconds=$((seconds * 1000 + 10#${decimals:0:3}))
    [ -z "${nested[$1]:-}" ] || milliseconds=0
    [[ $1 != *\$* ]] || nested[${1%%\$*}]=1
}

read_times() {
    local time class listed=0
    while read -r time class; do
        if [ "$class" = '*' ]; then
            usual_time="$time"
        else
            runs[$class]=$((${runs[$class]:-0} + 1)) times["$class ${runs[$class]}"]="$time"
            all_times=$((all_times + time)) listed=$((listed + 1))
        fi
    done < <(grep -v '^#' "$times_file")
    if [ "$classes" -lt "$listed" ]; then
        # A part of the tests, and it is not known which: all of them count alike.
        times=() all_times=0 listed=0
    fi
    all_times=$((all_times + usual_time * (classes - listed))) runs=()
}

# count_time CLASS SECONDS: it is done.
count_time() {
    local run
    milliseconds "$1" "$2"
    took=$((took + milliseconds)) runs[$1]=$((${runs[$1]:-0} + 1)) run="$1 ${runs[$1]}"
    done_times=$((done_times + ${times[$run]:-$usual_time}))
    unset 'times[$run]'
}

# time_left: once some classes are done. The others take as long as they once did, by the measure of those that are done; and the
# longest of them does not end before its time.
time_left() {
    local run since seconds left
    if [ "$done" -lt 10 ] || [ "$done" -ge "$classes" ]; then
        return
    fi
    left=$(((SECONDS - begun) * (all_times - done_times) / done_times))
    for run in "${!times[@]}"; do
        since="${running[${run% *}]:-$SECONDS}"
        seconds=$((times[$run] * took / done_times / 1000 - (SECONDS - since)))
        [ "$left" -ge "$seconds" ] || left="$seconds"
    done
    printf ', about %s min left' "$(((left + 59) / 60))"
}

say() {
    local of=
    [ "$classes" -eq 0 ] || of=" of $classes"
    printf '%d%s classes, %d tests, %d failed%s: %s\n' "$done" "$of" "$tests" "$failed" "$(time_left)" "$unsaid"
    unsaid= said=$SECONDS
}

class_line='Tests run: ([0-9]+), Failures: ([0-9]+), Errors: ([0-9]+), Skipped: [0-9]+, Time elapsed: ([0-9.,]+) s.* in (.*)'
times_file="${BASH_SOURCE[0]%/*}/test-times.txt"
if [ "$classes" = --times ]; then
    grep '^#' "$times_file"
    while IFS= read -r line; do
        [[ $line =~ $class_line ]] || continue
        milliseconds "${BASH_REMATCH[5]}" "${BASH_REMATCH[4]}"
        if [ "$milliseconds" -ge 5000 ]; then
            printf '%d %s\n' "$milliseconds" "${BASH_REMATCH[5]}"
        else
            done=$((done + 1)) took=$((took + milliseconds))
        fi
    done
    printf '%d *\n' "$((done > 0 ? took / done : 0))"
    exit
fi
read_times
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
        count_time "$class" "${BASH_REMATCH[4]}"
        begun="${begun:-$SECONDS}"
        done=$((done + 1)) tests=$((tests + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2] + BASH_REMATCH[3]))
        unsaid="${class##*.}, ${BASH_REMATCH[4]} s"
    fi
    [ -z "$unsaid" ] || [ "$((SECONDS - said))" -lt "$pause" ] || say
    case "$line" in
    # What a JVM said that could not begin. Maven says it of one that has crashed as well.
    '[ERROR] The forked VM terminated'*) printf '%s\n%s\n' "$other" "$line" ;;
    '[INFO] Running '*) running["${line#'[INFO] Running '}"]=$SECONDS ;;
    '[ERROR]'* | '[INFO] BUILD '* | '[INFO] Total time'* | '[INFO] Netty/'*) printf '%s\n' "$line" ;;
    [!\[]*) other="$line" ;;
    esac
    line=
done
[ -z "$unsaid" ] || say
