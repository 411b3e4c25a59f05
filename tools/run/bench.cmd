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

rem Builds everything and measures this transport against NIO, side by side. Arguments are those of run bench, for instance
rem   run.cmd bench --quick
rem   run.cmd bench echo uneven-sleep
rem   run.cmd bench --scale
rem   run.cmd bench --jmh ArmBatch -p size=64

setlocal
cd /d "%~dp0..\.."
call tools\setup.cmd
if errorlevel 1 exit /b 1
call mvnw.cmd -B -ntp -q package -pl microbench -am -Dmaven.test.skip=true -Dnative.tests=OFF -Dcheckstyle.skip=true "-Dwindows.jvm=%JAVA_HOME%\bin\java.exe"
if errorlevel 1 exit /b 1
if "%~1"=="--jmh" goto jmh
"%JAVA_HOME%\bin\java" -XX:+UseSerialGC -Xms256m -Xmx256m -cp "microbench\target\classes;microbench\target\lib\*" io.netty.iocpnotify.bench.RunBench --jvm "%JAVA_HOME%\bin\java.exe" --natives microbench\target\native %*
exit /b %ERRORLEVEL%

:jmh
rem Not %2 %3 ...: that ends with the ninth, and cuts size=64 in two.
set arguments=%*
"%JAVA_HOME%\bin\java" -cp "microbench\target\classes;microbench\target\lib\*" org.openjdk.jmh.Main %arguments:*--jmh=%
exit /b %ERRORLEVEL%
