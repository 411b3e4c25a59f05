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

# Runs native tests on emulated Windows on Arm.
#   run.sh PROGRAMS REPORTS      all; adds a report to Surefire's in REPORTS. Fails if the machine did not come to its end: what became
#                                of the tests is for the report to say
#   run.sh PROGRAMS --test NAME  one of the contract suite's, and prints its output
# PROGRAMS is the folder of what was built for aarch64.

set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../setup.sh"
. "$SETUP_TOOLS/arm/setup.sh"
programs="$1" reports="$2" test="${3:-}"
name=WindowsOnArm

set_up_arm

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/files/tests"
cp "$SETUP_TOOLS/arm/init" "$work/files/"
cp "$programs"/iocpnotify_{contract,probe,jni_host}.exe "$programs/netty_transport_native_iocpnotify_windows_aarch_64.dll" \
    "$work/files/tests/"
if [ -n "$test" ]; then
    echo "iocpnotify_contract.exe --provider afd --test $test" >"$work/files/tests/commands"
else
    # The probe asserts nothing, but it must come to its end.
    cat >"$work/files/tests/commands" <<'END'
iocpnotify_jni_host.exe
iocpnotify_probe.exe afd
iocpnotify_contract.exe --provider afd
END
fi
# The kernel unpacks one archive after the other.
(cat "$SETUP_ARM/base.cpio"; cd "$work/files"; find . | cpio -o -H newc -R 0:0 --quiet) >"$work/initrd"

# The console of the machine is the output of qemu. One thread runs both processors in turn, and the clock of the machine counts their
# instructions (-icount): so no limit of a test is reached because this machine is busy, and waits take no time. With a thread for each
# processor the same takes several times as long, since a call of Wine goes from one to the other and back. The time limit is for a
# machine that stands still: the suite itself ends each test.
emulate() {
    timeout 3600 qemu-system-aarch64 -M virt -cpu cortex-a57 -smp 2 -accel tcg,thread=single -icount shift=1,sleep=off -m 3072 \
        -nographic -no-reboot -nic none -kernel "$SETUP_ARM/vmlinuz" -initrd "$work/initrd" \
        -append "console=ttyAMA0 loglevel=1 panic=-1" | tee "$work/console"
}
setup_step "running the tests on emulated Windows on Arm (seven minutes of one processor)" emulate
# Windows programs end lines with a CR, and the console adds one.
sed -i 's/\r*$//' "$work/console"
if [ -n "$test" ]; then
    cat "$work/console"
    grep -qE '^== .* ends with (0|77)$' "$work/console"
    exit
fi

# One line for each test: what became of it, and its name. A program is a test of its own if it reports none. It is one that failed if
# it ended badly without a word, or if some of what it reported was lost.
awk '
    function end_of_program(code) {
        if (!reported) result[program] = code == 0 ? "passed" : code == 77 ? "skipped" : "failed"
        else if (!failed && (counted != reported || code != 0)) result[program] = "failed"
        program = ""
    }
    function report(name, outcome) {
        if (!(name in result)) reported++
        result[name] = outcome
        failed = failed || outcome == "failed"
    }
    /^== .* begins$/ { program = $2; reported = counted = failed = 0 }
    /^== .* ends with / { end_of_program($NF) }
    /^PASS / { report($2, "passed") }
    /^FAIL / { report($2, "failed") }
    /^     [^ ]+$/ { report($1, "skipped") }
    # The suite says so also of a test that could not say it itself.
    /^     [^ ]+ ended with [0-9]+$/ { report($1, "failed") }
    /^[0-9]+ passed, [0-9]+ skipped, [0-9]+ failed$/ { counted = $1 + $3 + $5 }
    END {
        if (program != "") end_of_program(1)
        for (name in result) print result[name], name
    }
' "$work/console" >"$work/results"

mkdir -p "$reports"
cp "$work/console" "$reports/$name-output.txt"
{
    echo "<testsuite name=\"$name\">"
    while read -r result test; do
        case "$result" in
        passed) echo "<testcase name=\"$test\" classname=\"$name\"/>" ;;
        skipped) echo "<testcase name=\"$test\" classname=\"$name\"><skipped/></testcase>" ;;
        *) echo "<testcase name=\"$test\" classname=\"$name\"><failure message=\"see its output\"/></testcase>" ;;
        esac
    done <"$work/results"
    echo "</testsuite>"
} >"$reports/TEST-$name.xml"

grep -E '^(== .* ends with|FAIL |[0-9]+ passed, )' "$work/console" || true
[ "$(grep -c '^== .* ends with' "$work/console")" -eq "$(wc -l <"$work/files/tests/commands")" ]
