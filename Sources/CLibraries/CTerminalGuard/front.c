#define _GNU_SOURCE
#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The signal by which the worker process asks the front process to stop.
static const int request = SIGUSR1;
// The signal by which it asks the front process to end.
static const int farewell = SIGUSR2;
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
  // The process name is in brackets and may contain brackets.
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

// Whether the process must stop again: the shell continued it in the background (`bg`). A shell may hand over the
// terminal a moment after it continued the process, so this waits for a short time.
static int is_left_behind(int terminal) {
  for (int tries = 0; tries < 20; tries++) {
    if (drumdub_is_in_foreground(terminal) || has_ending_signal()) return 0;
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
  return 1;
}

// Stops this process. Returns when the shell continues it; at once if there is no shell.
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

// If the worker process has ended, ends this process with the same status or signal.
static void end_like(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, WNOHANG) != child) return;
  if (!WIFSIGNALED(status)) _exit(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  // A core dump of the front process contains nothing useful.
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
    } else if (number == farewell && info.si_pid == child) {
      _exit(0);
    } else if (number > 0 && number != SIGCONT && number != SIGWINCH) {
      kill(child, number);
    }
  }
}

// Continues the front process, since it could not notice the end of this one while it is stopped.
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
    // If the front process is killed, this process gets HUP.
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

void drumdub_front_leave(void) {
  if (front <= 0) return;
  // The end of the front process must not end this one.
  prctl(PR_SET_PDEATHSIG, 0);
  // This process is no leader of a group, since the front process is.
  setsid();
  kill(front, farewell);
  // It may be stopped.
  kill(front, SIGCONT);
  front = 0;
}

// The old process of `drumdub_background_split`.
static _Noreturn void wait_for_start(pid_t child, int report, const char *before, const char *after) {
  char byte;
  ssize_t count;
  do count = read(report, &byte, 1);
  while (count < 0 && errno == EINTR);
  if (count == 1) {
    dprintf(STDOUT_FILENO, "%s%d%s", before, (int)child, after);
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFSIGNALED(status)) {
    dprintf(STDERR_FILENO, "drumdub: the start was ended by signal %d\n", WTERMSIG(status));
    _exit(1);
  }
  _exit(WEXITSTATUS(status));
}

// The descriptors that the new process has inherited, as bits.
static unsigned char inherited[128];

static void find_inherited(void) {
  for (int one = 3; one < (int)sizeof inherited * 8; one++) {
    const int flags = fcntl(one, F_GETFD);
    // What is closed on exec was opened by this program.
    if (flags >= 0 && !(flags & FD_CLOEXEC)) inherited[one / 8] |= (unsigned char)(1 << one % 8);
  }
}

void drumdub_background_done(int report) {
  const char byte = 1;
  ssize_t count;
  do count = write(report, &byte, 1);
  while (count < 0 && errno == EINTR);
  for (int one = 3; one < (int)sizeof inherited * 8; one++)
    if (inherited[one / 8] & 1 << one % 8) close(one);
}

int drumdub_background_split(const char *before, const char *after) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  const pid_t child = fork();
  if (child > 0) {
    close(ends[1]);
    wait_for_start(child, ends[0], before, after);
  }
  const int failure = errno;
  close(ends[0]);
  if (child < 0) {
    close(ends[1]);
    errno = failure;
    return -1;
  }
  setsid();
  find_inherited();
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null >= 0) {
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    close(null);
  }
  return ends[1];
}
