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

rem What run.cmd tests and run.cmd example need: a JDK, CMake and a C compiler that CMake finds. Sets JAVA_HOME.
rem Called by them; nothing is installed here.

rem Some write the path with quotes, which would end those around it here.
if defined JAVA_HOME set "JAVA_HOME=%JAVA_HOME:"=%"
if not defined JAVA_HOME for /f "delims=" %%j in ('where javac 2^>nul') do if not defined JAVA_HOME for %%b in ("%%~dpj..") do set "JAVA_HOME=%%~fb"
rem No blocks: a ")" of the path would end them, and "C:\Program Files (x86)" has one.
if not exist "%JAVA_HOME%\bin\javac.exe" goto no_jdk
if not exist "%JAVA_HOME%\include\jni.h" goto no_headers
where cmake >nul 2>nul
if errorlevel 1 goto no_cmake
exit /b 0

:no_jdk
echo setup: no JDK: set JAVA_HOME, or put javac on the PATH. Release 17 or later is needed, for x64 or for Arm64. 1>&2
exit /b 1

:no_headers
echo setup: "%JAVA_HOME%" has no headers of JNI: a full JDK is needed. 1>&2
exit /b 1

:no_cmake
echo setup: cmake is not on the PATH. Visual Studio's C++ workload brings it, and a compiler. 1>&2
exit /b 1
