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

# Builds everything and measures this transport against NIO, side by side: servers in Windows JVMs under Wine, the load
# from a JVM of Linux. Sets up first what is missing. Takes an hour; the machine should have nothing else to do.
#   ./run bench                               everything
#   ./run bench echo uneven-sleep             some workloads; --list names them all
#   ./run bench echo-64:connections=100 --rounds 3
#   ./run bench churn --server=--accepts=8    with other parameters
#   ./run bench --quick                       shows in a few minutes that everything works
#   ./run bench --scale                       echo with 1, 2, 4, ... threads, up to all processors
#   ./run bench --simulate                    other orders of the run queue, in a model
#   ./run bench --jmh [PIECE] [OPTIONS]       the inner pieces alone; the options are those of JMH

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/setup.sh
set_up
set_up_loom
setup_lock_checkout
setup_yield_to_others

setup_build microbench "building the library and the benchmark" \
    -pl microbench -Dmaven.test.skip=true -Dnative.tests=OFF

jars=(microbench/target/classes microbench/target/lib/*.jar)
class_path() {
    local IFS="$1"
    echo "${jars[*]}"
}

if [ "${1:-}" = --jmh ]; then
    shift
    # What has a port, or asks C for the layout of memory, needs the library, and so Windows; the rest does not.
    windows_pieces='ArmBatch|CarrierPool|TimerLateness|EchoBeside'
    chosen=()
    case "${1:--}" in -*) chosen=("$windows_pieces") ;; esac
    # If all that was chosen needs Windows, nothing is left here, which JMH takes for a mistake.
    "$JAVA_HOME/bin/java" -cp "$(class_path :)" org.openjdk.jmh.Main -e "$windows_pieces" "$@" 8>&- || [ $# -gt 0 ]
    # On the path of the provider "system", for which a library stands in: only there a carrier has pending arms.
    native="$PWD/microbench/target/native"
    IOCPNOTIFY_STAND_IN="$native/iocpnotify_psn.dll" exec "$SETUP_JVM" -Dio.netty.iocpnotify.provider=system \
        -Dio.netty.native.detectNativeLibraryDuplicates=false -cp "$native/stand-in;$(class_path ';')" \
        org.openjdk.jmh.Main "${chosen[@]}" "$@" 8>&-
fi

# The collector with the fewest threads, in a heap that needs it hardly ever: the load shares the processors.
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xms256m -Xmx256m -cp "$(class_path :)" \
    io.netty.iocpnotify.bench.RunBench --jvm "$SETUP_JVM" --loom-jdk "$SETUP_LOOM_JDK" --natives microbench/target/native \
    --wine "$SETUP_WINE" --wine-prefix "$SETUP_WINEPREFIX" "$@" 8>&-
