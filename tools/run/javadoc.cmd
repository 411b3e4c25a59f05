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

rem Makes the sites of the public API from the Javadoc of the sources, one for each jar that is released, and fails on any
rem warning of javadoc. Arguments go to Maven, for instance
rem   run.cmd javadoc --offline

setlocal
cd /d "%~dp0..\.."
if not defined JAVA_HOME for /f "delims=" %%j in ('where javac 2^>nul') do if not defined JAVA_HOME for %%b in ("%%~dpj..") do set "JAVA_HOME=%%~fb"
if not exist "%JAVA_HOME%\bin\javadoc.exe" (
    echo run javadoc: no JDK: set JAVA_HOME, or put javac on the PATH. Release 17 or later is needed. 1>&2
    exit /b 1
)
set "modules=transport-native-iocpnotify integration\micrometer integration\reactor integration\vertx"
rem Pages of classes that are gone would stay.
for %%m in (%modules%) do if exist "%%m\target\apidocs" rmdir /s /q "%%m\target\apidocs"
set "list=transport-native-iocpnotify,integration/micrometer,integration/reactor,integration/vertx"
call mvnw.cmd -B -ntp -q compile -Pjavadoc -pl %list% -am -Dcheckstyle.skip=true %*
if errorlevel 1 exit /b 1
for %%m in (%modules%) do echo run javadoc: %%m\target\apidocs\index.html
exit /b 0
