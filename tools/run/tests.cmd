@echo off
rem
rem Copyright 2026 The Netty Project
rem
rem The Netty Project licenses this file to you under the Apache License,
rem version 2.0 (the "License"); you may not use this file except in compliance
rem with the License. You may obtain a copy of the License at:
rem
rem   https://www.apache.org/licenses/LICENSE-2.0
rem
rem Unless required by applicable law or agreed to in writing, software
rem distributed under the License is distributed on an "AS IS" BASIS, WITHOUT
rem WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the
rem License for the specific language governing permissions and limitations
rem under the License.
rem

rem Builds everything and runs all tests in the local JDK. Arguments go to Maven, for instance
rem   run.cmd tests -Dtest=SomeTest
rem   run.cmd tests -Dall                                 the long ones, too
rem   run.cmd tests --quick                               the core of the transport alone; other arguments come after it
rem   run.cmd tests "-Dcmake.platform.args=-G Ninja"      with mingw-w64 and ninja instead of Visual Studio

setlocal
cd /d "%~dp0..\.."
call tools\setup.cmd
if errorlevel 1 exit /b 1
set arguments=%*
set chosen=
if not "%~1"=="--quick" goto run
set arguments=%arguments:*--quick=%
set classes=
for /f "eol=#" %%c in (tools\quick-tests.txt) do call :choose %%c
set chosen="-Dtest=%classes%" -pl transport-native-iocpnotify,testsuite/netty,testsuite/faults,testsuite/fuzz,microbench,testsuite/races -am -Dcheckstyle.skip=true

:run
rem Two modules side by side, and in each as many JVMs as there are processors: tests wait more than they compute.
call mvnw.cmd -B -ntp verify -T 2 -Dtest.forks=%NUMBER_OF_PROCESSORS% "-Dwindows.jvm=%JAVA_HOME%\bin\java.exe" %chosen% %arguments%
exit /b %ERRORLEVEL%

:choose
if defined classes (set "classes=%classes%,%1") else set "classes=%1"
exit /b 0
