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

rem Builds everything, starts the echo server of the example and loads it over TCP from a second JVM. Succeeds only if
rem every byte came back right. Arguments go to both, for instance
rem   run.cmd example --transport nio --threads 2
rem Or shows live charts of a service on this transport and on NIO, until it is stopped:
rem   run.cmd example live --port 8080
rem Or loads a published server without and with the flag of the agent, side by side, and shows the figures of both:
rem   run.cmd example agent --seconds 10

setlocal
cd /d "%~dp0..\.."
call tools\setup.cmd
if errorlevel 1 exit /b 1
set modules=example
set flag=
if not "%~1"=="agent" goto build
set modules=example,testsuite/programs
set programs=testsuite\programs\target
:build
call mvnw.cmd -B -ntp -q package -pl %modules% -am -Dmaven.test.skip=true -Dnative.tests=OFF -Dcheckstyle.skip=true "-Dwindows.jvm=%JAVA_HOME%\bin\java.exe"
if errorlevel 1 exit /b 1
if not "%~1"=="agent" goto start
for /f %%f in ('dir /b integration\agent\target\netty-transport-iocpnotify-agent-*.jar ^| findstr /v sources') do set jar=%%f
set flag=--agent "integration\agent\target\%jar%" --server "%programs%\classes;%programs%\lib\*"
:start
"%JAVA_HOME%\bin\java" -cp "example\target\classes;example\target\lib\*" io.netty.iocpnotify.example.RunExample %* %flag%
exit /b %ERRORLEVEL%
