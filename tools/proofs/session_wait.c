/*
 * Copyright 2026 The Netty Project
 *
 * The Netty Project licenses this file to you under the Apache License,
 * version 2.0 (the "License"); you may not use this file except in compliance
 * with the License. You may obtain a copy of the License at:
 *
 *   https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS, WITHOUT
 * WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the
 * License for the specific language governing permissions and limitations
 * under the License.
 */
/*
 * How long a small program waits for a processor beside a session of many threads that wake each other. It has a session of its own.
 * Linux alone is needed, with autogroups: gcc -std=c11 -O1 tools/proofs/session_wait.c -o session_wait && ./session_wait
 * docs/wine.md quotes what it prints. Nothing is asserted.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAIRS 30
#define SECONDS 12

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

static void work(double length) {
    double end = seconds(CLOCK_PROCESS_CPUTIME_ID) + length;
    while (seconds(CLOCK_PROCESS_CPUTIME_ID) < end) {}
}

static void stay_on(size_t processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    if (sched_setaffinity(0, sizeof(set), &set) != 0) {
        perror("sched_setaffinity");
        exit(1);
    }
}

static pid_t fork_or_exit(void) {
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
        exit(1);
    }
    return child;
}

/* One half of a JVM and its wineserver: waits for the other half, works, and wakes it. Now and then both sleep, or one works for longer. */
static void hand_over(int in, int out) {
    char byte;
    srand((unsigned) getpid());
    while (read(in, &byte, 1) == 1) {
        work(rand() % 40 * 1e-6);
        if (rand() % 200 == 0) {
            usleep((unsigned) rand() % 20000);
        }
        if (rand() % 3000 == 0) {
            work(0.05);
        }
        if (write(out, &byte, 1) != 1) {
            break;
        }
    }
    exit(1);
}

static void run_pairs(int priority) {
    setsid();
    FILE *group = fopen("/proc/self/autogroup", "w");
    if (group == NULL || fprintf(group, "%d", priority) < 0 || fclose(group) != 0) {
        perror("/proc/self/autogroup");
        exit(1);
    }
    for (int i = 0; i < PAIRS; i++) {
        int to[2];
        int fro[2];
        if (pipe(to) != 0 || pipe(fro) != 0 || write(to[1], "", 1) != 1) {
            perror("pipe");
            exit(1);
        }
        stay_on((size_t) i % 2);
        if (fork_or_exit() == 0) {
            hand_over(to[0], fro[1]);
        }
        if (fork_or_exit() == 0) {
            hand_over(fro[0], to[1]);
        }
    }
    for (;;) {
        pause();
    }
}

static void sleep_and_work(size_t processor, int priority) {
    int count = 0;
    int late = 0;
    double worst = 0;
    setsid();
    stay_on(processor);
    double end = seconds(CLOCK_MONOTONIC) + SECONDS;
    while (seconds(CLOCK_MONOTONIC) < end) {
        double wait = seconds(CLOCK_MONOTONIC) + 0.02;
        usleep(20000);
        wait = seconds(CLOCK_MONOTONIC) - wait;
        worst = wait > worst ? wait : worst;
        count++;
        late += wait > 0.1;
        work(0.001);
    }
    printf(
        "nice value of the other session %2d, processor %zu: woken %d times, %d of them more than 0.1 s late, %.3f s at worst\n",
        priority, processor, count, late, worst);
    exit(0);
}

int main(void) {
    static const int PRIORITIES[] = { 0, 5, 10, 19 };
    if (access("/proc/self/autogroup", W_OK) != 0) {
        perror("/proc/self/autogroup");
        return 1;
    }
    for (size_t i = 0; i < sizeof(PRIORITIES) / sizeof(PRIORITIES[0]); i++) {
        pid_t pairs = fork_or_exit();
        if (pairs == 0) {
            run_pairs(PRIORITIES[i]);
        }
        sleep(1);
        pid_t small[2];
        for (size_t processor = 0; processor < 2; processor++) {
            small[processor] = fork_or_exit();
            if (small[processor] == 0) {
                sleep_and_work(processor, PRIORITIES[i]);
            }
        }
        for (size_t processor = 0; processor < 2; processor++) {
            waitpid(small[processor], NULL, 0);
        }
        kill(-pairs, SIGKILL);
        waitpid(pairs, NULL, 0);
    }
    return 0;
}
