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


# Checks what the pages of the integrations promise, in fresh projects outside of this repository: tools/projects. A service with
# Spring Boot needs one dependency, one with Vert.x needs one and Vert.x's own switch. Each is built by Maven from the jars as they are
# installed, runs in the Windows JVM under Wine, and answers requests. It must say that it runs on the transport, and that it runs on
# NIO where native transports are turned off. Spring Boot is the release of pom.xml, and the first and a late one of 4.0. Others:
#   tools/check-projects.sh 4.0.3 4.1.2
# Takes some five minutes.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. tools/setup.sh
set_up

work="$(mktemp -d)"
server=
stop() {
    # The wrapper became the JVM, so this ends the JVM itself.
    [ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null || true; }
    server=
}
trap 'stop; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
fail() { echo "check-projects: $*" >&2; exit 1; }

# Coordinates that no repository has, so that each jar of ours is of this build.
GROUP=com.example.check
VERSION=9.8.7
DOWNLOADED="${MAVEN_USER_HOME:-$HOME/.m2}/repository"

property() { sed -n "s|^ *<$1>\(.*\)</$1>$|\1|p" pom.xml; }

# quietly NAME COMMAND...: shows the end of the output if the command fails.
quietly() {
    local log="$work/$1.log"
    shift
    "$@" >"$log" 2>&1 || { tail -40 "$log" >&2; fail "failed: $*"; }
}

# build NAME ARGUMENTS...: what is downloaded is kept for the next time; our jars come from where they were installed.
build() {
    local name="$1"
    shift
    quietly "$name" "$work/source/mvnw" -B -ntp -f "$work/$name" "-Dmaven.repo.local=$DOWNLOADED" \
        "-Dmaven.repo.local.tail=$work/repository" package "$@"
}

# start NAME ARGUMENTS OF JAVA...: sets port when it listens.
start() {
    local log="$work/$1.output" deadline=$((SECONDS + 120))
    shift
    "$SETUP_JVM" "$@" >"$log" 2>&1 </dev/null &
    server=$!
    until port="$(sed -n 's/.* started on port \([0-9]*\).*/\1/p; s/^started on port \([0-9]*\).*/\1/p' "$log")" && [ -n "$port" ]; do
        kill -0 "$server" 2>/dev/null && [ "$SECONDS" -lt "$deadline" ] || { cat "$log" >&2; fail "the service did not start: $*"; }
        sleep 0.2
    done
}

# says NAME TEXT: the output of the service has it.
says() { grep -qF "$2" "$work/$1.output" || { cat "$work/$1.output" >&2; fail "$1 does not say: $2"; }; }

# answers PATH PATTERN: the whole answer is as the pattern.
answers() {
    local answer
    answer="$(curl --silent --show-error --fail --max-time 60 --noproxy '*' "http://127.0.0.1:$port$1")" || fail "no answer: $1"
    [[ $answer =~ ^$2$ ]] || fail "$1 answers '$answer' and not '$2'"
}

# netty FILES...: the release of Netty among them.
netty() { printf '%s\n' "$@" | sed -n 's|^.*/netty-transport-\(4[0-9.]*\.Final\)\.jar$|\1|p'; }

spring_boot() {
    local name="spring-boot-$1"
    cp -R "$work/source/tools/projects/spring-boot" "$work/$name"
    sed -i "s/@spring-boot.version@/$1/" "$work/$name/pom.xml"
    build "$name"

    start "$name" -jar "$work/$name/target/service.jar" --server.port=0
    says "$name" "Reactor Netty runs on the transport iocpnotify, provider "
    answers / "server in reactor-http-iocpnotify-[0-9]+"
    answers /client "client in reactor-http-iocpnotify-[0-9]+, server in reactor-http-iocpnotify-[0-9]+"
    stop

    start "$name" -Dio.netty.transport.noNative=true -jar "$work/$name/target/service.jar" --server.port=0
    answers /client "client in reactor-http-nio-[0-9]+, server in reactor-http-nio-[0-9]+"
    stop
    echo "check-projects: Spring Boot $1 with Netty $(netty $(unzip -Z1 "$work/$name/target/service.jar")) runs on the transport"
}

vertx() {
    local name="vertx-$1" class_path
    cp -R "$work/source/tools/projects/vertx" "$work/$name"
    build "$name" "-Dvertx.version=$1"
    class_path="$(printf '%s;' "$work/$name/target/service.jar" "$work/$name"/target/lib/*.jar)"

    start "$name" -cp "$class_path" com.example.Service
    says "$name" "native transport: true"
    answers / "channel io.netty.channel.iocpnotify.IocpNotifySocketChannel"
    stop

    start "$name" -Dio.netty.transport.noNative=true -cp "$class_path" com.example.Service
    says "$name" "native transport: false"
    answers / "channel io.netty.channel.socket.nio.NioSocketChannel"
    stop
    echo "check-projects: Vert.x $1 with Netty $(netty "$work/$name"/target/lib/*.jar) runs on the transport"
}

mkdir "$work/source" && git archive HEAD | tar -x -C "$work/source"
"$work/source/tools/coordinates.sh" "$GROUP" "$VERSION"
SETUP_TOOLS="$work/source/tools" quietly install setup_maven -f "$work/source" "-Dmaven.repo.local=$work/repository" \
    "-Dmaven.repo.local.tail=$DOWNLOADED" install -pl integration/reactor,integration/vertx -am -Dmaven.test.skip \
    -Dnative.tests=OFF -Dcheckstyle.skip

[ $# -gt 0 ] || set -- 4.0.0 4.0.3 4.0.7 "$(property spring-boot.version)"
for release in "$@"; do
    spring_boot "$release"
done
vertx "$(property vertx.version)"
