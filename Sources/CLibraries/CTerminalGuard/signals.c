#define _GNU_SOURCE
#include "CTerminalGuard.h"
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

static int ends[2] = {-1, -1};
// The time of the oldest signal to end that `drumdub_signals_next` has not returned yet, in nanoseconds; 0 for none.
static _Atomic int64_t unanswered;
// A further signal to end stops the program at once if the first one is unanswered for so long, in nanoseconds. A closed
// terminal sends HUP twice, and on a busy machine some hundred milliseconds lie between the two.
static const int64_t timeout = 2000000000;

static int ends_program(int number) { return number == SIGINT || number == SIGTERM || number == SIGHUP; }

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void handle(int number) {
  int saved = errno;
  if (ends_program(number)) {
    int64_t time = now();
    int64_t since = atomic_load(&unanswered);
    if (since == 0) {
      atomic_store(&unanswered, time);
    } else if (time - since >= timeout) {
      drumdub_guard_die(number);
    }
  }
  unsigned char byte = (unsigned char)number;
  // The write fails only if the pipe is full; then the reader has signals to read anyway.
  ssize_t written = write(ends[1], &byte, 1);
  (void)written;
  errno = saved;
}

int drumdub_signals_install(void) {
  static const int numbers[] = {SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT};
  if (ends[0] < 0 && pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) return -1;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction old;
    // nohup(1) ignores HUP; it stays ignored.
    if (numbers[i] == SIGHUP && sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler == SIG_IGN) continue;
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    if (sigaction(numbers[i], &action, NULL) != 0) return -1;
  }
  return ends[0];
}

int drumdub_signals_next(int descriptor) {
  unsigned char byte;
  if (read(descriptor, &byte, 1) != 1) return 0;
  if (ends_program(byte)) atomic_store(&unanswered, 0);
  return byte;
}
