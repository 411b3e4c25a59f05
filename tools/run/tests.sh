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

# Builds everything and runs the tests in a Windows JVM under Wine; sets up first what is missing.
#   ./run tests                       each kind of test, in less than ten minutes; the log is target/tests.log
#   ./run tests --all                 the long ones, too: with each provider, faults, random programs and schedules for longer
#   ./run tests --quick               the core of the transport, for each save; compiles all that uses its internals
#   ./run tests -Dtest=HandOverTest   one class, or HandOverTest#method; on both providers if it is the transport's
#   ./run tests --jdk 21              in that release of the Windows JVM: 11, 17, which is the default, 21 or 25
#   ./run tests --jvms 2              how many JVMs each module has side by side; one for each processor unless given
#   ./run tests --arch aarch_64       builds the library for Windows on Arm, in target/aarch_64 of each module, and looks at its files
#   ./run tests --arch aarch_64 --run also runs what needs no JVM, on emulated Windows on Arm
#   ./run tests --browser             also the page of the live charts in a headless Chromium, which is installed if missing
#   ./run tests --netty 4.2.0.Final   with that release of Netty; the transport is compiled with its own, as its users get it
# Tests whose base Netty's shared suite did not have yet in a release are left out, and named. Not every release has the suite;
# then that of an earlier one runs. The tests of frameworks that are for Java 17 are left out in a JVM 11, and named. All other
# arguments go to Maven.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# What tells in a minute whether something basic is broken: the scheduler, registrations, each kind of channel, ends.
QUICK="$(grep -v '^#' tools/quick-tests.txt | paste -sd ,)"

# The tests that read what was built, and run nothing of it.
INSPECTIONS=DllHardeningTest,OsgiTest#theFragmentIsForItsArchitectureAlone
INSPECTIONS+=,ModulePathTest#theModuleOfTheLibraryHasNoPackages+links

# The tests of Spring Boot 4, of Micronaut 4 and of published programs, whose classes no JVM before 17 loads.
FOR_17=(ExecutableJarTest BootAutoConfigurationTest BootServiceTest BootShutdownTest MicronautRecipeTest ProgramsTest AgentComparisonTest)

arguments=()
all=
jvms=
named=
quick=
browser=
netty=
arch=
run=
folder=target
while [ $# -gt 0 ]; do
    case "$1" in
    --all)
        all=1
        arguments+=(-Dall)
        ;;
    --quick) quick=1 ;;
    --jdk)
        [ $# -gt 1 ] || { echo "run tests: --jdk takes a release of Java: 11, 17, 21 or 25" >&2; exit 2; }
        IOCPNOTIFY_JDK="$2"
        shift
        ;;
    --jdk=*) IOCPNOTIFY_JDK="${1#--jdk=}" ;;
    --arch)
        [ "${2:-}" = aarch_64 ] || { echo "run tests: --arch takes aarch_64" >&2; exit 2; }
        arch="$2"
        shift
        ;;
    --arch=aarch_64) arch=aarch_64 ;;
    --run) run=1 ;;
    --browser) browser=1 ;;
    --netty)
        [ $# -gt 1 ] || { echo "run tests: --netty takes a release of Netty, such as 4.2.0.Final" >&2; exit 2; }
        netty="$2"
        shift
        ;;
    --netty=*) netty="${1#--netty=}" ;;
    --jvms)
        [ $# -gt 1 ] || { echo "run tests: --jvms takes a number" >&2; exit 2; }
        jvms="$2"
        shift
        ;;
    --jvms=*) jvms="${1#--jvms=}" ;;
    *)
        arguments+=("$1")
        case "$1" in -Dtest=*) named="${1#-Dtest=}" ;; esac
        ;;
    esac
    shift
done
[ -z "$run" ] || [ -n "$arch" ] || { echo "run tests: --run goes with --arch aarch_64" >&2; exit 2; }

# What to give to Maven for a class of the given name; nothing if there is none, as for a pattern.
choose_class() {
    local file modules= files=() group
    for file in {.,./integration,./testsuite}/*/src/test/java/io/netty/*/*/{,*/}"$1".java; do
        [ -e "$file" ] || continue
        files+=("$file")
        file="${file#./}"
        modules+=",${file%%/src/test/*}"
        case "$file" in transport-native-iocpnotify/*) modules+=,testsuite/other-provider ;; esac
    done
    [ -n "$modules" ] || return 0
    arguments+=(-pl "${modules#,}" -am)
    # A JVM for a group that has none of its tests would take some seconds for nothing.
    for group in other-platform races; do
        grep -qF "@Tag(\"$group\")" "${files[@]}" || arguments+=("-D$group.phase=none")
    done
    # At the start of a line it is the whole class.
    ! grep -qE '^@Tag\("(other-platform|races)"\)' "${files[@]}" || arguments+=(-Dno-races.phase=none)
}

if [ -n "$quick" ]; then
    # The modules after the transport are compiled: their code uses what only its own packages see.
    arguments+=("-Dtest=$QUICK" -pl transport-native-iocpnotify,testsuite/netty,testsuite/faults,testsuite/fuzz,microbench,testsuite/races -am)
    jvms="${jvms:-$(($(nproc) + 1))}"
elif [ -n "$named" ]; then
    jvms="${jvms:-1}"
    # Whatever group it is of.
    arguments+=(-Dall)
    choose_class "${named%%#*}"
fi
if [ -n "$arch" ]; then
    arguments+=("-Dtest=$INSPECTIONS" -Dcheckstyle.skip -pl transport-native-iocpnotify,testsuite/netty,testsuite/modular-application -am)
    jvms="${jvms:-1}"
    folder="target/$arch"
fi
if [ -n "$quick$named" ]; then
    # The checks of style and of the C code by a second compiler belong to the whole run.
    arguments+=(-Dcheckstyle.skip "-Dcmake.targets=--target all")
fi
# Tests wait more than they compute, and other modules run beside. Where each JVM stays on one processor, there is one more than
# processors, and three for each processor while no other module runs.
alone="${jvms:-$(($(nproc) * 3))}"
pinned="${jvms:-$(($(nproc) + 1))}"
jvms="${jvms:-$(nproc)}"

. tools/setup.sh
set_up
[ -n "$quick$arch" ] || set_up_loom
if [ -z "$quick$named$arch" ]; then
    set_up_exploration
    arguments+=("-Dexploration.java.home=$SETUP_JAVA_25")
fi
if [ -n "$arch" ]; then
    set_up_aarch_64
    arguments+=("${SETUP_AARCH_64[@]}")
fi
if [ -n "$browser" ]; then
    set_up_browser
    arguments+=(-Dbrowser.phase=test "-Dchromium=$SETUP_CHROMIUM")
fi
# Before the lock: they are installed the first time.
if [ -n "$all" ] || [[ $named == *ProgramsTest* ]]; then
    . tools/programs.sh
    trap programs_stop EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    programs_start
    arguments+=("${SETUP_PROGRAMS[@]}")
fi
left_out=()
if [ "$IOCPNOTIFY_JDK" -lt 17 ]; then
    for class in "${FOR_17[@]}"; do
        if [ "${named%%#*}" = "$class" ]; then
            echo "run tests: $class cannot run in Java $IOCPNOTIFY_JDK: its framework is for Java 17" >&2
            exit 2
        fi
    done
    left_out=("${FOR_17[@]}")
    # The last one is Surefire's own default, which this replaces.
    arguments+=("-Dsurefire.excludes=$(printf '**/%s.java,' "${left_out[@]}")**/*\$*")
    [ -n "$quick$named$arch" ] || echo "run tests: without the tests of frameworks for Java 17: ${left_out[*]}"
fi
setup_lock_checkout
setup_yield_to_others

if [ -z "$quick$named$arch" ]; then
    # Which release of cppcheck there is must not decide. From 2.11 on it looks at fewer branches unless it is told otherwise. What
    # it says of its own work has the severity "information"; only the rest is about the code.
    echo "run tests: cppcheck"
    checks=(--quiet --enable=warning,performance,portability --inline-suppr --std=c11 --platform=win64
        '--template={severity}: {file}:{line}: {message} [{id}]')
    options="$(cppcheck --help)"
    [[ $options != *--check-level=* ]] || checks+=(--check-level=exhaustive)
    findings="$(cppcheck "${checks[@]}" -I transport-native-iocpnotify/src/main/c transport-native-iocpnotify/src/main/c 2>&1)" ||
        { printf '%s\n' "$findings" >&2; exit 1; }
    if grep -v '^information: ' <<<"$findings" | grep . >&2; then
        exit 1
    fi
    echo "run tests: clang-format"
    tools/check-format.sh
fi

# What an earlier run left would be counted as this one's.
rm -rf ./*/"$folder"/surefire-reports ./*/*/"$folder"/surefire-reports

classes=0
if [ -n "$quick" ]; then
    # IocpNotifyTest has a part for each of the two JVMs.
    classes="$(($(tr , '\n' <<<"$QUICK" | wc -l) + 1))"
elif [ -z "$named$arch" ]; then
    # Most of the transport's run once for each provider, but not all behind the second; and one may hold another, for the other kind of
    # event loop.
    # The first pattern matches nothing.
    out='$.' out_there='one-provider|other-platform'
    [ -n "$all" ] || out='^@Tag\("long"\)' out_there+='|races|long'
    classes="$({ find ./*/src/test ./*/*/src/test -name '*Test.java' -print0 | xargs -0 grep -LZE "$out"
        find transport-native-iocpnotify/src/test -name '*Test.java' -print0 |
            xargs -0 grep -LZE "^@Tag\(\"($out_there)\"\)"; } |
        xargs -0 cat | grep -cE '^ *(final |abstract )?class [A-Za-z]+Test |^ +class [A-Za-z]+ extends [A-Za-z]+Test ')"
    # LivePageTest needs the browser.
    [ -n "$browser" ] || classes=$((classes - 1))
    classes=$((classes - ${#left_out[@]}))
fi

mkdir -p target
if [ -n "$netty" ]; then
    # Not every release has the shared suite: then it is that of the last release before it which has.
    patch="${netty#4.2.}"
    patch="${patch%%.*}"
    suite=0
    for published in 1 2 4 5 6 7 9 10 12 15 16 17; do
        [ "$patch" -lt "$published" ] || suite=$published
    done
    # What the suite has since when. All other tests compile with each release.
    lacks=
    [ "$suite" -ge 5 ] || lacks+=,**/IocpNotifyEventLoopTest.java
    [ "$suite" -ge 10 ] || lacks+=,**/IocpNotifyDatagramConnectedWriteExceptionTest.java
    lacks="${lacks#,}"
    arguments+=("-Dnetty.version=$netty" "-Dnetty.testsuite.version=4.2.$suite.Final" "-Dsuite.lacks=${lacks:-none}"
        -Dtransport.compiled=true)
    echo "run tests: with Netty $netty and the shared suite of 4.2.$suite.Final${lacks:+, without $lacks}"
    setup_maven process-classes -pl transport-native-iocpnotify -am 8>&-
fi
rc=0
# Some modules have one class that waits for most of its time. But tests that measure time bear three modules side by side only where
# they may go before all others (tools/windows-jvm).
modules=3
if ! setup_may_be_realtime; then
    echo "run tests: no real-time priority for tests that measure time, so two modules run side by side instead of three"
    modules=2
fi
setup_maven verify -T "$modules" "-Dtest.forks=$jvms" "-Dtest.forks.pinned=$pinned" "-Dtest.forks.pinned.alone=$alone" \
    ${arguments[@]+"${arguments[@]}"} 2>&1 8>&- |
    tee target/tests.log 8>&- | tools/test-progress.sh "$classes" 8>&- || rc=$?

if [ -n "$run" ] && [ "$rc" -eq 0 ]; then
    tools/arm/run.sh "transport-native-iocpnotify/$folder/cmake/bin" "transport-native-iocpnotify/$folder/surefire-reports" || rc=$?
fi

tools/test-summary.sh target/tests.log "$folder" || { [ "$rc" -ne 0 ] || rc=1; }
exit "$rc"
