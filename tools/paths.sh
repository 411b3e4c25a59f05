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

# Where the set-up keeps what it downloads, and how Windows programs are started: sourced by the set-up and by the java wrapper, which
# runs in every test JVM.

IOCPNOTIFY_CACHE="${IOCPNOTIFY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/netty-iocpnotify}"

# The release of the Windows JVM: exported, so that it goes through Maven and Surefire to the java wrapper.
export IOCPNOTIFY_JDK="${IOCPNOTIFY_JDK:-17}"

# Whether a process may go before all others of the machine.
setup_may_be_realtime() {
    chrt --rr 1 true 2>/dev/null
}

# Neither .NET nor a browser is asked for, and nothing makes menus in the home of the user.
SETUP_DLL_OVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d"

# Written by the set-up: which wine and which Windows JVM were found or installed. One for each release, so that runs with
# different ones don't meet.
SETUP_ENV="$IOCPNOTIFY_CACHE/wine-$IOCPNOTIFY_JDK.env"
