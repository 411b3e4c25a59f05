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

# Sourced by "run tests": the servers that run on Linux while programs in the Windows JVM use them. Each has a folder and a free
# port of its own, and is ended with the run.

PROGRAMS_DIRECTORY=
PROGRAMS_PROCESSES=()

programs_packages() {
    local packages=()
    command -v redis-server >/dev/null || packages+=(redis-server)
    command -v mosquitto >/dev/null || [ -x /usr/sbin/mosquitto ] || packages+=(mosquitto)
    [ -n "$(programs_postgres)" ] || packages+=(postgresql)
    [ ${#packages[@]} -eq 0 ] || setup_step "installing ${packages[*]}" setup_apt "${packages[@]}"
}

# Debian keeps the programs of a release in a folder of its own.
programs_postgres() { find /usr/lib/postgresql/*/bin -name initdb -printf '%h\n' 2>/dev/null | sort -V | tail -n 1; }

programs_free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# PostgreSQL does not run as root. Each of these becomes the next, so that the process is that of the server.
PROGRAMS_AS_OTHER=(env -C /)
[ "$(id -u)" -ne 0 ] || PROGRAMS_AS_OTHER+=(setpriv --reuid=nobody --regid=nogroup --clear-groups --)

# Sets SETUP_PROGRAMS: the arguments for Maven.
programs_start() {
    local redis mosquitto postgres bin log
    programs_packages
    PROGRAMS_DIRECTORY="$(mktemp -d)"
    chmod 755 "$PROGRAMS_DIRECTORY"
    log="$PROGRAMS_DIRECTORY/log"
    redis="$(programs_free_port)"
    redis-server --port "$redis" --bind 127.0.0.1 --save '' --appendonly no --dir "$PROGRAMS_DIRECTORY" >"$log.redis" 2>&1 8>&- &
    PROGRAMS_PROCESSES+=($!)
    mosquitto="$(programs_free_port)"
    printf 'listener %s 127.0.0.1\nallow_anonymous true\n' "$mosquitto" >"$PROGRAMS_DIRECTORY/mosquitto.conf"
    PATH="$PATH:/usr/sbin" mosquitto -c "$PROGRAMS_DIRECTORY/mosquitto.conf" >"$log.mosquitto" 2>&1 8>&- &
    PROGRAMS_PROCESSES+=($!)
    postgres="$(programs_free_port)"
    bin="$(programs_postgres)"
    mkdir -m 777 "$PROGRAMS_DIRECTORY/postgres"
    "${PROGRAMS_AS_OTHER[@]}" "$bin/initdb" -D "$PROGRAMS_DIRECTORY/postgres/data" -U program --auth=trust -E UTF8 >"$log.initdb" 2>&1 8>&- ||
        { cat "$log.initdb" >&2; return 1; }
    "${PROGRAMS_AS_OTHER[@]}" "$bin/postgres" -D "$PROGRAMS_DIRECTORY/postgres/data" -p "$postgres" -h 127.0.0.1 \
        -k "$PROGRAMS_DIRECTORY/postgres" >"$log.postgres" 2>&1 8>&- &
    PROGRAMS_PROCESSES+=($!)
    local port
    for port in "$redis" "$mosquitto" "$postgres"; do
        local deadline=$((SECONDS + 60))
        until (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
            [ "$SECONDS" -lt "$deadline" ] || { tail -n 20 "$log".* >&2; return 1; }
            sleep 0.2
        done
    done
    SETUP_PROGRAMS=(-Dprograms.left-out=nothing "-Diocpnotify.programs.redis=$redis" "-Diocpnotify.programs.mosquitto=$mosquitto"
        "-Diocpnotify.programs.postgres=$postgres")
}

programs_stop() {
    local process
    for process in ${PROGRAMS_PROCESSES[@]+"${PROGRAMS_PROCESSES[@]}"}; do
        kill "$process" 2>/dev/null && wait "$process" 2>/dev/null || true
    done
    [ -z "$PROGRAMS_DIRECTORY" ] || rm -rf "$PROGRAMS_DIRECTORY"
}
