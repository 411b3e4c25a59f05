// Copyright 2026 The Netty Project
//
// The Netty Project licenses this file to you under the Apache License,
// version 2.0 (the "License"); you may not use this file except in compliance
// with the License. You may obtain a copy of the License at:
//
//   https://www.apache.org/licenses/LICENSE-2.0
//
// Unless required by applicable law or agreed to in writing, software
// distributed under the License is distributed on an "AS IS" BASIS, WITHOUT
// WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the
// License for the specific language governing permissions and limitations
// under the License.

// A server in Go with a goroutine for each connection, as the documentation of package net teaches.
//
//	go_server THREADS
//
// Understands the lines of the benchmark's server: "start echo ...", "start stream ...", "connections", "stop"; ends
// with its standard input.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
)

const bufferSize = 16 * 1024

// The tape of the benchmark, and how much of it is sent at once: as much as a channel of Netty's has for its socket,
// between the marks of its write buffer.
const (
	tapePeriod    = 65536
	tapeSeed      = 20477
	bytesPerWrite = 3 * 16 * 1024
)

// Written by the goroutines of connections, read by main.
var connections int64

// The numbers of java.util.SplittableRandom, which is where the benchmark has its tape from.
func newTape() []byte {
	tape := make([]byte, tapePeriod+bytesPerWrite)
	state := uint64(tapeSeed)
	for i := 0; i < tapePeriod; i++ {
		state += 0x9e3779b97f4a7c15
		mixed := (state ^ state>>33) * 0x62a9d9ed799705f5
		mixed = (mixed ^ mixed>>28) * 0xcb24d0a5c88c35b3
		tape[i] = byte(mixed >> 32)
	}
	copy(tape[tapePeriod:], tape)
	return tape
}

// Sends back what it reads.
func echo(connection net.Conn) {
	buffer := make([]byte, bufferSize)
	for {
		length, err := connection.Read(buffer)
		if err != nil {
			return
		}
		if _, err = connection.Write(buffer[:length]); err != nil {
			return
		}
	}
}

// After the first byte that it reads, sends the tape without end.
func stream(tape []byte) func(net.Conn) {
	return func(connection net.Conn) {
		if _, err := connection.Read(make([]byte, 1)); err != nil {
			return
		}
		for place := 0; ; place = (place + bytesPerWrite) % tapePeriod {
			if _, err := connection.Write(tape[place : place+bytesPerWrite]); err != nil {
				return
			}
		}
	}
}

func accept(listener net.Listener, hold func(net.Conn)) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			if !errors.Is(err, net.ErrClosed) {
				fmt.Fprintln(os.Stderr, "go_server:", err)
			}
			return
		}
		atomic.AddInt64(&connections, 1)
		go func() {
			defer atomic.AddInt64(&connections, -1)
			defer connection.Close()
			hold(connection)
		}()
	}
}

func main() {
	threads, err := 0, error(nil)
	if len(os.Args) == 2 {
		threads, err = strconv.Atoi(os.Args[1])
	}
	if err != nil || threads < 1 {
		fmt.Fprintln(os.Stderr, "usage: go_server THREADS")
		os.Exit(2)
	}
	runtime.GOMAXPROCS(threads)
	services := map[string]func(net.Conn){"echo": echo, "stream": stream(newTape())}
	var listener net.Listener
	fmt.Println("ready", runtime.Version())
	commands := bufio.NewScanner(os.Stdin)
	for commands.Scan() {
		words := append(strings.Fields(commands.Text()), "", "")
		switch {
		case words[0] == "start" && services[words[1]] != nil:
			if listener, err = net.Listen("tcp4", "127.0.0.1:0"); err != nil {
				fmt.Println("failed", err)
				break
			}
			go accept(listener, services[words[1]])
			fmt.Println("port", listener.Addr().(*net.TCPAddr).Port)
		case words[0] == "connections":
			fmt.Println("connections", atomic.LoadInt64(&connections))
		case words[0] == "stop" && listener != nil:
			listener.Close()
			fmt.Println("stopped")
		default:
			fmt.Println("failed no such command")
		}
	}
}
