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

# Builds everything and runs random programs of channel operations in a Windows JVM under Wine, on this transport and on
# NIO, and compares. Sets up first what is missing. Ends with 0 only if nothing was found.
#   ./run fuzz                                two minutes, with a seed that it prints
#   ./run fuzz --minutes 60 --seed 7 --provider system --loops strands
#   ./run fuzz --faults --rate 0.5            while the system's calls fail, half as often as usual
#   ./run fuzz --replay "tcp(|) / 0c@out:w.direct.8,f"
# docs/robustness.md tells more, --help all options.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/setup.sh
set_up
setup_lock_checkout
setup_yield_to_others

# With the native tests: the DLL that stands in for the system's function is one of them.
setup_build testsuite/fuzz "building the library and the fuzzer" -pl testsuite/fuzz -Dmaven.test.skip=true

target=transport-native-iocpnotify/target natives="$PWD/transport-native-iocpnotify/target/native"
# From the first read on: most connections of these programs are too short to get there by themselves.
reads=on
case "$*" in
*"--provider system"* | *"--provider=system"*)
    # A library for tests, whose provider "system" has the functions of the DLL that the variable names.
    natives="$PWD/$target/cmake/bin/stand-in"
    export IOCPNOTIFY_STAND_IN="$PWD/$target/cmake/bin/iocpnotify_psn.dll"
    reads=auto
    ;;
esac

# C1 and the collector with the fewest threads: the run is short, and shares the processors with Wine.
exec "$SETUP_JVM" -ea -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
    "-Dio.netty.iocpnotify.overlappedReads=$reads" "-Diocpnotify.faults.dll=$PWD/$target/cmake/bin/iocpnotify_faults.dll" \
    -cp "$natives;$(printf '%s;' testsuite/fuzz/target/classes testsuite/fuzz/target/lib/*.jar)" io.netty.iocpnotify.fuzz.RunFuzz "$@" 8>&-
