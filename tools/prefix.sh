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

# Sourced by the java wrapper, which runs in every test JVM.

# setup_copy_prefix FROM TO: makes TO a copy of FROM, unless it is one already. Wine's own files are links: they are 700 MiB,
# and nobody writes to them. The registry must be a copy, because the wineserver writes to a file with several links in place.
# FROM may be in use. What its programs and its wineserver write for a moment may go away meanwhile, and is left out.
setup_copy_prefix() {
    local from="$1" to="$2"
    [ -e "$to/ready" ] && ! [ "$from/ready" -nt "$to/ready" ] && return
    rm -rf "$to" && mkdir -p "$to" &&
        find "$from" -mindepth 1 -maxdepth 1 ! -name drive_c ! -name ready ! -name 'reg*.tmp' -exec cp -a -t "$to" {} + &&
        (cd "$from" && find drive_c -path drive_c/windows -prune -o -path '*/Temp/*' -prune -o -print0 |
            tar --null --no-recursion -T - -cf -) | tar -C "$to" -xf - &&
        cp -al "$from/drive_c/windows" "$to/drive_c" && touch "$to/ready"
}
