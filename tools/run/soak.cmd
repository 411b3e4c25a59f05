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

rem Builds everything and loads a server for a long time with connections of all kinds. Arguments are those of run soak, for
rem instance
rem   run.cmd soak --minutes 5 --connections 100000

setlocal
cd /d "%~dp0..\.."
call tools\setup.cmd
if errorlevel 1 exit /b 1
call mvnw.cmd -B -ntp -q package -pl microbench -am -Dmaven.test.skip=true -Dnative.tests=OFF -Dcheckstyle.skip=true "-Dwindows.jvm=%JAVA_HOME%\bin\java.exe"
if errorlevel 1 exit /b 1
"%JAVA_HOME%\bin\java" -XX:+UseSerialGC -Xms256m -Xmx256m -cp "microbench\target\classes;microbench\target\lib\*" io.netty.iocpnotify.soak.RunSoak --jvm "%JAVA_HOME%\bin\java.exe" --natives microbench\target\native %*
exit /b %ERRORLEVEL%
