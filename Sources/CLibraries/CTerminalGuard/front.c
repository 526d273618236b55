#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// What the process behind sends to the one in front, to have it stop.
static const int request = SIGUSR1;
static pid_t front;

int drumdub_is_in_foreground(int terminal) {
  pid_t group = tcgetpgrp(terminal);
  return group < 0 || group == getpgrp();
}

static pid_t parent_of(pid_t process) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  // The name stands in brackets, and may hold some.
  char *end = NULL;
  for (char *place = text; *place; place++)
    if (*place == ')') end = place;
  int parent = 0;
  return end && sscanf(end + 1, " %*c %d", &parent) == 1 ? (pid_t)parent : 0;
}

int drumdub_has_shell(void) {
  pid_t process = getppid();
  while (process > 1 && getpgid(process) == getpgrp()) process = parent_of(process);
  return process > 1 && getsid(process) == getsid(0);
}

static int has_ending_signal(void) {
  sigset_t pending;
  if (sigpending(&pending) != 0) return 0;
  return sigismember(&pending, SIGTERM) || sigismember(&pending, SIGINT) || sigismember(&pending, SIGHUP) ||
         sigismember(&pending, SIGCHLD);
}

// Whether it is to stop once more: a shell's `bg` has let it go on, and the terminal is the shell's. A shell may
// give the terminal a moment later.
static int is_left_behind(int terminal) {
  for (int tries = 0; tries < 20; tries++) {
    if (drumdub_is_in_foreground(terminal) || has_ending_signal()) return 0;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  return 1;
}

// Returns when the shell has let it go on; at once where there is no shell.
static void stop(void) {
  sigset_t stops;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTSTP);
  do {
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stops, NULL);
    sigprocmask(SIG_BLOCK, &stops, NULL);
  } while (is_left_behind(STDIN_FILENO));
}

// Ends as the process behind has ended, if it has.
static void end_like(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, WNOHANG) != child) return;
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  // There is nothing to be learnt from a core of this process.
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  signal(number, SIG_DFL);
  raise(number);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  _exit(128 + number);
}

static _Noreturn void stand_in_front(pid_t child, const sigset_t *all) {
  for (;;) {
    siginfo_t info;
    int number = sigwaitinfo(all, &info);
    if (number == SIGCHLD) {
      end_like(child);
    } else if (number == request && info.si_pid == child) {
      stop();
      kill(child, SIGCONT);
    } else if (number > 0 && number != SIGCONT && number != SIGWINCH) {
      kill(child, number);
    }
  }
}

// A stopped process would not see the end of this one.
static void wake_front(void) {
  if (front == getppid()) kill(front, SIGCONT);
}

int drumdub_front_split(void) {
  sigset_t all, before;
  sigfillset(&all);
  if (sigprocmask(SIG_SETMASK, &all, &before) != 0) return -1;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child > 0) stand_in_front(child, &all);
  const int failure = child < 0 ? errno : 0;
  if (child == 0) {
    front = parent;
    // Killed, the one in front takes this one along.
    prctl(PR_SET_PDEATHSIG, SIGHUP);
    atexit(wake_front);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (child == 0 && getppid() != parent) raise(SIGHUP);
  errno = failure;
  return child < 0 ? -1 : 0;
}

void drumdub_front_stop(void) {
  if (front > 0) kill(front, request);
}
