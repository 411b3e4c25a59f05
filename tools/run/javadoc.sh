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

# Makes the sites of the public API from the Javadoc of the sources, one for each jar that is released, and fails on any warning of
# javadoc. It needs a JDK and nothing else; if there is none, everything is set up that the other run-* scripts need. Links to
# Netty's API need no network. Arguments go to Maven:
#   ./run javadoc
#   ./run javadoc --offline

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/setup.sh
JAVA_HOME="$(setup_find_jdk)"
[ -n "$JAVA_HOME" ] || set_up
export JAVA_HOME
setup_lock_checkout

modules=(transport-native-iocpnotify integration/micrometer integration/reactor integration/vertx)
# Pages of classes that are gone would stay.
rm -rf "${modules[@]/%//target/apidocs}"
./mvnw -B -ntp -q compile -Pjavadoc -pl "$(IFS=, && echo "${modules[*]}")" -am -Dcheckstyle.skip=true "$@" 8>&-
printf 'run javadoc: %s\n' "${modules[@]/%//target/apidocs/index.html}"
