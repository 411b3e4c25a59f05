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

# Builds everything, starts the echo server of the example in a Windows JVM under Wine, and loads it over TCP from a
# second one; then asks the HTTP server of the example with curl, from Linux. Sets up first what is missing. Succeeds
# only if every byte came back right. Arguments go to both JVMs:
#   ./run example --transport nio --threads 2
# Or shows live charts of a service on this transport and on NIO, until it is stopped; --help tells what else to give:
#   ./run example live --port 8080
# Or loads a published server without and with the flag of the agent, side by side, and shows the figures of both:
#   ./run example agent --seconds 10

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/setup.sh
set_up
setup_lock_checkout

server=
log="$(mktemp)"
stop() {
    # The wrapper became the JVM, so this ends the JVM itself.
    local process
    for process in $server $SETUP_STEP; do
        kill "$process" 2>/dev/null && wait "$process" 2>/dev/null || true
    done
    server=
}
trap 'stop; rm -f "$log"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

if [ "${1:-}" = agent ]; then
    shift
    setup_build testsuite/programs "building the agent, a server and the example" -pl example,testsuite/programs \
        -Dmaven.test.skip=true -Dnative.tests=OFF
    exec 8>&-
    programs='testsuite/programs/target/classes;testsuite/programs/target/lib/*'
    agent="$(ls integration/agent/target/netty-transport-iocpnotify-agent-*.jar | grep -v sources)"
    "$SETUP_JVM" -cp 'example/target/classes;example/target/lib/*' io.netty.iocpnotify.example.AgentComparison \
        --agent "$agent" --server "$programs" "$@"
    exit
fi

setup_build example "building the library and the example" -pl example -Dmaven.test.skip=true -Dnative.tests=OFF

class_path="$(printf '%s;' example/target/classes example/target/lib/*.jar)"
java() { "$SETUP_JVM" -cp "$class_path" "$@" 8>&-; }

if [ "${1:-}" = live ]; then
    shift
    # It runs for as long as somebody looks at it: other builds must not wait for it.
    exec 8>&-
    java io.netty.iocpnotify.example.LiveCharts "$@"
    exit
fi

# start CLASS ARGUMENTS...: starts a server; sets port when it listens.
start() {
    : >"$log"
    "$SETUP_JVM" -cp "$class_path" "io.netty.iocpnotify.example.$@" --port 0 >"$log" 2>&1 8>&- </dev/null &
    server=$!
    local deadline=$((SECONDS + 60))
    until port="$(sed -n 's/.* listens on port \([0-9]*\),.*/\1/p' "$log")" && [ -n "$port" ]; do
        if ! kill -0 "$server" 2>/dev/null || [ "$SECONDS" -ge "$deadline" ]; then
            echo "run example: the server did not start:" >&2
            cat "$log" >&2
            exit 1
        fi
        sleep 0.1
    done
    tr -d '\r' <"$log"
}

start EchoServer "$@"
rc=0
java io.netty.iocpnotify.example.EchoClient --port "$port" --connections 64 --messages 200 --size 64 "$@" || rc=$?
stop

start HttpHelloServer "$@"
curl --silent --show-error --fail --max-time 30 --noproxy '*' "http://127.0.0.1:$port/" || rc=1
stop

[ "$rc" -eq 0 ] && echo "run example: every byte came back right" || echo "run example: FAILED" >&2
exit "$rc"
