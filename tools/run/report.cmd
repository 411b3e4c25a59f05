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

rem Asks this Windows what Wine cannot tell, runs the tests of the providers, the quick tests and five minutes of the benchmark,
rem and leaves target\windows-report.zip: see docs\windows-report.md. What fails does not keep the rest from running.

setlocal
cd /d "%~dp0..\.."
call tools\setup.cmd
if errorlevel 1 exit /b 1
"%JAVA_HOME%\bin\java" transport-native-iocpnotify\src\test\java\io\netty\channel\iocpnotify\WindowsReport.java
exit /b %ERRORLEVEL%
