#define _GNU_SOURCE
#include "CTerminalGuard.h"
#include "guard.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

// The standard error of the program; -1 while nothing is diverted.
static atomic_int former = -1;
// The ends of the pipe that replaces it, for reading and for writing; -1 before the first diversion. A pipe is limited,
// and whoever writes into a full one does not wait.
static int ends[2] = {-1, -1};

static int are_same_device(int first, int second) {
  struct stat one, other;
  return fstat(first, &one) == 0 && fstat(second, &other) == 0 && S_ISCHR(one.st_mode) &&
         S_ISCHR(other.st_mode) && one.st_rdev == other.st_rdev;
}

void drumdub_errors_divert(int terminal) {
  if (atomic_load(&former) >= 0 || !are_same_device(STDERR_FILENO, terminal)) return;
  if (ends[0] < 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
  int copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return;
  dup2(ends[1], STDERR_FILENO);
  atomic_store(&former, copy);
}

void drumdub_errors_restore(void) {
  int copy = atomic_exchange(&former, -1);
  if (copy < 0) return;
  dup2(copy, STDERR_FILENO);
  close(copy);
}

int drumdub_errors_descriptor(void) { return ends[0]; }

size_t drumdub_errors_take(char *bytes, size_t capacity) {
  ssize_t count = ends[0] < 0 ? 0 : read(ends[0], bytes, capacity);
  return count < 0 ? 0 : (size_t)count;
}

void drumdub_errors_replay(void) {
  // Not on the stack: that of a signal handler is small.
  static char bytes[4096];
  int copy = atomic_exchange(&former, -1);
  if (copy < 0) return;
  dup2(copy, STDERR_FILENO);
  ssize_t count;
  while ((count = read(ends[0], bytes, sizeof bytes)) > 0) drumdub_guard_write(copy, bytes, (size_t)count);
}
