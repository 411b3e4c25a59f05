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

# Builds everything and loads a server in a Windows JVM under Wine for a long time with connections of all kinds, from a JVM of
# Linux. Every byte is checked, and nothing that the server needs may grow. Sets up first what is missing. Ends with 0 only
# if nothing was wrong.
#   ./run soak                                          30 minutes and a million connections, whichever takes longer
#   ./run soak --minutes 5 --connections 100000
#   ./run soak --transport nio                          the same with NIO, or --handler with a thread for each loop
# docs/robustness.md tells more, --help all options.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/setup.sh
set_up
setup_lock_checkout
setup_yield_to_others

setup_build microbench "building the library and the soak" \
    -pl microbench -Dmaven.test.skip=true -Dnative.tests=OFF

class_path="$(printf '%s:' microbench/target/classes microbench/target/lib/*.jar)"

# The load's own memory is not watched, and fixed.
exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xms256m -Xmx256m -cp "$class_path" \
    io.netty.iocpnotify.soak.RunSoak --jvm "$SETUP_JVM" --natives microbench/target/native \
    --wine "$SETUP_WINE" --wine-prefix "$SETUP_WINEPREFIX" "$@" 8>&-
