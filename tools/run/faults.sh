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

# Traffic in a Windows JVM under Wine, while the system refuses, delays and cuts short what it is asked for; see
# docs/robustness.md. Sets up first what is missing. Both providers, one after the other, or the one that is named.
#   ./run faults                              5 minutes for each provider, with a new seed
#   ./run faults --minutes 30 --seed 1        what is to be repeated
#   ./run faults --rate 0.1                   fewer faults; 1 is usual
#   ./run faults --provider afd
#   ./run faults --memory                     OutOfMemoryError at each place that allocates, one after the other
#   ./run faults --memory OverlappedOperation  only where the name of the place contains it
#   ./run faults --suite                      Netty's shared suite under faults that must go unnoticed
#   ./run faults --suite SocketEcho           one class of it; --seed and --rate as above

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/setup.sh

providers=(afd system)
main=FaultRun
arguments=()
while [ $# -gt 0 ]; do
    case "$1" in
    --provider)
        [ $# -gt 1 ] || { echo "run faults: --provider takes afd or system" >&2; exit 2; }
        providers=("$2")
        shift
        ;;
    --suite) main=SuiteRun ;;
    --minutes | --seed | --rate)
        [ $# -gt 1 ] || { echo "run faults: $1 takes a number" >&2; exit 2; }
        arguments+=("$1" "$2")
        shift
        ;;
    --memory) arguments+=("$1") ;;
    --help)
        sed -n '/^# Traffic/,/^$/s/^# \{0,1\}//p' tools/run/faults.sh
        exit
        ;;
    -*)
        echo "run faults: there is no option $1 (--help names them all)" >&2
        exit 2
        ;;
    *) arguments+=("$1") ;;
    esac
    shift
done

set_up
setup_lock_checkout
setup_yield_to_others

if [ "$main" = SuiteRun ]; then
    setup_build testsuite/netty "building the library, the faults and Netty's suite" -pl testsuite/faults,testsuite/netty -DskipTests
else
    setup_build testsuite/faults "building the library and the faults" -pl testsuite/faults -Dmaven.test.skip=true
fi

bin=transport-native-iocpnotify/target/cmake/bin
class_path="$(printf '%s;' testsuite/faults/target/classes testsuite/faults/target/lib/*.jar)"
options=("-javaagent:$(echo testsuite/faults/target/*-agent.jar)")
if [ "$main" = SuiteRun ]; then
    class_path="$(printf '%s;' testsuite/faults/target/classes testsuite/netty/target/test-classes testsuite/netty/target/lib/*.jar)"
    # As Maven starts these tests: the slow compiler would take half of the processors' time.
    options=(-Dio.netty.leakDetection.level=paranoid -XX:TieredStopAtLevel=1)
fi
rc=0
for provider in "${providers[@]}"; do
    properties=("-Dio.netty.iocpnotify.provider=$provider")
    if [ "$provider" = system ]; then
        # The test DLL stands in for the system's own function.
        export IOCPNOTIFY_STAND_IN="$PWD/$bin/iocpnotify_psn.dll"
        properties+=("-Diocpnotify.faults.transport=$(echo "$PWD/$bin"/stand-in/META-INF/native/*.dll)" -Dio.netty.iocpnotify.transmitFile=true)
    else
        # From the first read on: most connections of this traffic are too short to get there by themselves.
        properties+=(-Dio.netty.iocpnotify.overlappedReads=on)
    fi
    "$SETUP_JVM" -ea -Xmx1g "-Diocpnotify.faults.dll=$PWD/$bin/iocpnotify_faults.dll" "${options[@]}" "${properties[@]}" \
        -cp "$class_path" "io.netty.iocpnotify.faults.$main" ${arguments[@]+"${arguments[@]}"} 8>&- || rc=1
done
exit "$rc"
