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


rem What can be run here. The first argument names the command, the others are its own.

setlocal
set command=
set arguments=
for /f "tokens=1*" %%a in ("%*") do (
    set command=%%a
    set arguments=%%b
)
if not defined command goto list
if not exist "%~dp0tools\run\%command%.cmd" goto unknown
rem Without "call": the exit code is that of the command.
"%~dp0tools\run\%command%.cmd" %arguments%

:unknown
echo run: there is no command %command% 1>&2
:list
echo run.cmd example      an echo server on the transport under load; "example live" shows live charts
echo                      "example agent" loads a published server without and with the agent
echo run.cmd tests        builds everything and runs the tests; --quick takes a minute
echo run.cmd bench        measures the transport against NIO
echo run.cmd fuzz         random programs of channel operations, compared with NIO
echo run.cmd soak         traffic for a long time, while nothing that the server needs may grow
echo run.cmd javadoc      the sites of the public API
echo run.cmd report       what this system does that the others do not: a zip to send
echo The first lines of tools\run\COMMAND.cmd tell the options.
if defined command exit /b 1
exit /b 0
