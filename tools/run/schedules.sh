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

# Builds the transport and runs its scheduler in schedules that are drawn from seeds, on this machine's own kernel, without Windows. Sets
# up first what is missing. Ends with 0 only if nothing was found.
#   ./run schedules                     two minutes
#   ./run schedules --minutes 120
#   ./run schedules --seed 1234         the schedule of that seed again
# CONTRIBUTING.md tells more. All other arguments go to Maven.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

arguments=()
while [ $# -gt 0 ]; do
    case "$1" in
    --minutes | --seed)
        [ $# -gt 1 ] || { echo "run schedules: $1 takes a number" >&2; exit 2; }
        arguments+=("-Dexploration.${1#--}=$2")
        shift
        ;;
    *) arguments+=("$1") ;;
    esac
    shift
done

. tools/setup.sh
set_up
set_up_exploration
setup_lock_checkout
setup_yield_to_others
setup_maven verify -pl testsuite/schedules -am -DskipTests -Dother-platform.phase=none -Dcheckstyle.skip \
    "-Dexploration.java.home=$SETUP_JAVA_25" \
    ${arguments[@]+"${arguments[@]}"}
