#define _GNU_SOURCE
#include "CTerminalGuard.h"
#include "guard.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The standard error of the program; -1 while nothing is diverted.
static atomic_int former = -1;
// The memory file that replaces it; -1 before the first diversion.
static int memory = -1;

static int are_same_device(int first, int second) {
  struct stat one, other;
  return fstat(first, &one) == 0 && fstat(second, &other) == 0 && S_ISCHR(one.st_mode) &&
         S_ISCHR(other.st_mode) && one.st_rdev == other.st_rdev;
}

void drumdub_errors_divert(int terminal) {
  if (atomic_load(&former) >= 0 || !are_same_device(STDERR_FILENO, terminal)) return;
  if (memory < 0) {
    memory = memfd_create("drumdub-errors", MFD_CLOEXEC);
    // What is written after `drumdub_errors_take` begins at the start again.
    if (memory >= 0) fcntl(memory, F_SETFL, O_APPEND);
  }
  int copy = memory < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return;
  dup2(memory, STDERR_FILENO);
  atomic_store(&former, copy);
}

void drumdub_errors_restore(void) {
  int copy = atomic_exchange(&former, -1);
  if (copy < 0) return;
  dup2(copy, STDERR_FILENO);
  close(copy);
}

size_t drumdub_errors_take(char *bytes, size_t capacity) {
  if (memory < 0) return 0;
  ssize_t count = pread(memory, bytes, capacity, 0);
  if (count <= 0 || ftruncate(memory, 0) != 0) return 0;
  return (size_t)count;
}

void drumdub_errors_replay(void) {
  // Not on the stack: that of a signal handler is small.
  static char bytes[4096];
  int copy = atomic_exchange(&former, -1);
  if (copy < 0) return;
  dup2(copy, STDERR_FILENO);
  off_t place = 0;
  ssize_t count;
  while ((count = pread(memory, bytes, sizeof bytes, place)) > 0) {
    drumdub_guard_write(copy, bytes, (size_t)count);
    place += count;
  }
}
