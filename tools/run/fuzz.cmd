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

rem Builds everything and runs random programs of channel operations on this transport and on NIO, and compares. Arguments
rem are those of run fuzz, for instance
rem   run.cmd fuzz --minutes 10 --provider afd
rem   run.cmd fuzz --faults

setlocal
cd /d "%~dp0..\.."
call tools\setup.cmd
if errorlevel 1 exit /b 1
call mvnw.cmd -B -ntp -q package -pl testsuite/fuzz -am -Dmaven.test.skip=true -Dcheckstyle.skip=true "-Dwindows.jvm=%JAVA_HOME%\bin\java.exe"
if errorlevel 1 exit /b 1
"%JAVA_HOME%\bin\java" -ea -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-Diocpnotify.faults.dll=transport-native-iocpnotify\target\cmake\bin\iocpnotify_faults.dll" -cp "transport-native-iocpnotify\target\native;testsuite\fuzz\target\classes;testsuite\fuzz\target\lib\*" io.netty.iocpnotify.fuzz.RunFuzz %*
exit /b %ERRORLEVEL%
