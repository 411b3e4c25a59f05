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

# test-summary.sh LOG FOLDER: counts the tests in Surefire's reports in that folder of the modules: one closing line for each module
# and one for all. The totals that a report gives itself count tests of the same name in two nested classes as one. Fails when no test
# ran, or when one failed, so that a build which lost its tests does not pass for a green one. Fails too when LOG, which is Maven's
# output, holds a complaint of -Xcheck:jni: Surefire passes those by.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
log="$1" folder="$2"

failed=
total_run=0 total_failures=0 total_errors=0 total_skipped=0

# elements NAME FILES...: how many such elements there are.
elements() {
    local name="$1"
    shift
    { grep -hoE "<$name[ />]" "$@" || true; } | wc -l
}

# The line after a complaint names the native method; but JVMs write at the same time, so it may be further on, or twice. These
# are the JDK's own, which take a few local references too many, and those of Netty's QUIC, which asks for no exception after a call:
# each of their complaints has one such line.
if awk '/java\.net\.NetworkInterface\.getAll\(.*Native Method|java\.lang\.ProcessHandleImpl\$Info\.info0\(.*Native Method/ ||
            /io\.netty\.handler\.codec\.quic\.Quiche\.quiche_conn_[a-z_]*\(.*Native Method/ { known++; complaint = "" }
        complaint != "" { others = others complaint "\n" $0 "\n"; complaint = "" }
        /^(WARNING: JNI|WARNING in native method|FATAL ERROR in native method)/ { complaints++; complaint = $0 }
        END { if (complaints > known) printf "%s%s", others, complaint; exit complaints <= known }' "$log"; then
    echo "The JVM complains of native code." >&2
    failed=1
fi

echo
for reports in ./*/"$folder"/surefire-reports ./*/*/"$folder"/surefire-reports; do
    files=("$reports"/TEST-*.xml)
    [ -e "${files[0]}" ] || continue
    run="$(elements testcase "${files[@]}")" failures="$(elements failure "${files[@]}")"
    errors="$(elements error "${files[@]}")" skipped="$(elements skipped "${files[@]}")"
    module="${reports#./}"
    echo "Tests run: $run, Failures: $failures, Errors: $errors, Skipped: $skipped - in ${module%/target/*}"
    total_run=$((total_run + run)) total_failures=$((total_failures + failures))
    total_errors=$((total_errors + errors)) total_skipped=$((total_skipped + skipped))
done
echo "Tests run: $total_run, Failures: $total_failures, Errors: $total_errors, Skipped: $total_skipped"

# Which random programs there were, and what they found: run fuzz runs a seed, or a --replay, again.
grep -hsE '^(seed|FOUND|RARE|UNDECIDED|  --replay|ended:) ' testsuite/fuzz/target/surefire-reports/*.FuzzTest*-output.txt || true

# Where what failed has written: Surefire's report, and beside it what the class has printed.
{ grep -lE '<(failure|error)[ >]' ./*/"$folder"/surefire-reports/TEST-*.xml \
    ./*/*/"$folder"/surefire-reports/TEST-*.xml 2>/dev/null || true; } | while IFS= read -r file; do
    name="${file##*/TEST-}" name="${name%.xml}"
    for output in "${file%/*}/$name.txt" "${file%/*}/$name-output.txt"; do
        [ ! -e "$output" ] || echo "failed: $name: ${output#./}"
    done
done

if [ "$total_run" -eq 0 ]; then
    echo "No test ran." >&2
    exit 1
fi
[ $((total_failures + total_errors)) -eq 0 ] && [ -z "$failed" ]
