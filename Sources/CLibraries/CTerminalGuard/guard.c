#define _GNU_SOURCE
#include "guard.h"
#include "CTerminalGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// A real-time signal that nothing else uses; the C library reserves only the first two.
#define HALT (SIGRTMIN + 5)

struct plan {
  int descriptor;
  // The thread that writes to the terminal.
  pid_t writer;
  struct termios modes;
  size_t length;
  char bytes[DRUMDUB_GUARD_CAPACITY];
};

// There are two, so that one can be written while a signal handler reads the other.
static struct plan plans[2];
static atomic_int current = -1;
static int filled;
static atomic_int writer_is_halted;

void drumdub_guard_arm(int descriptor, const struct termios *modes, const char *bytes, size_t length) {
  filled = !filled;
  struct plan *plan = &plans[filled];
  plan->descriptor = descriptor;
  plan->writer = gettid();
  plan->modes = *modes;
  plan->length = length < DRUMDUB_GUARD_CAPACITY ? length : DRUMDUB_GUARD_CAPACITY;
  memcpy(plan->bytes, bytes, plan->length);
  atomic_store(&current, filled);
}

void drumdub_guard_disarm(void) { atomic_store(&current, -1); }

// Writes the bytes without blocking. Returns how many the terminal has accepted within half a second.
static size_t write_in_time(int descriptor, const char *bytes, size_t length) {
  size_t done = 0;
  for (int tries = 0; done < length && tries < 5; tries++) {
    ssize_t written = write(descriptor, bytes + done, length - done);
    if (written > 0) {
      done += (size_t)written;
    } else if (written < 0 && errno == EAGAIN) {
      struct pollfd wanted = {descriptor, POLLOUT, 0};
      poll(&wanted, 1, 100);
    } else if (written < 0 && errno != EINTR) {
      break;
    }
  }
  return done;
}

// If the terminal accepts no output, what it has not read is discarded to make room. A stalled terminal does not keep the
// program from ending.
void drumdub_guard_write(int descriptor, const char *bytes, size_t length) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0) fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
  if (write_in_time(descriptor, bytes, length) < length && tcflush(descriptor, TCOFLUSH) == 0) {
    write_in_time(descriptor, bytes, length);
  }
  if (flags >= 0) fcntl(descriptor, F_SETFL, flags);
}

static void restore(int index) {
  const struct plan *plan = &plans[index];
  drumdub_guard_write(plan->descriptor, plan->bytes, plan->length);
  tcsetattr(plan->descriptor, TCSANOW, &plan->modes);
  drumdub_errors_replay();
}

void drumdub_guard_restore(void) {
  int index = atomic_exchange(&current, -1);
  if (index >= 0) restore(index);
}

// Blocks the writer until the program ends.
static void halt(int number) {
  (void)number;
  atomic_store(&writer_is_halted, 1);
  for (;;) pause();
}

// Stops the thread that draws, since anything it drew after the terminal was restored would stay on the shell's screen.
// Gives up after 200 ms if that thread has ended or blocks all signals.
static void halt_writer(pid_t writer) {
  if (writer == gettid()) return;
  struct sigaction action = {.sa_handler = halt, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  if (sigaction(HALT, &action, NULL) != 0 || syscall(SYS_tgkill, getpid(), writer, HALT) != 0) return;
  for (int tries = 0; tries < 200 && !atomic_load(&writer_is_halted); tries++) poll(NULL, 0, 1);
}

void drumdub_guard_die(int number) {
  static atomic_flag is_dying = ATOMIC_FLAG_INIT;
  // Another thread is restoring the terminal and then ends the program.
  while (atomic_flag_test_and_set(&is_dying)) pause();
  int index = atomic_exchange(&current, -1);
  if (index >= 0) {
    halt_writer(plans[index].writer);
    restore(index);
  }
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(number, &action, NULL);
  // The signal is blocked in the handler; it takes effect on this thread when the handler returns.
  raise(number);
}

static void install(int number, int even_if_handled) {
  struct sigaction old;
  if (sigaction(number, NULL, &old) != 0 || old.sa_handler == SIG_IGN) return;
  if (old.sa_handler != SIG_DFL && !even_if_handled) return;
  // The handler blocks all signals. With TTOU blocked, tcsetattr also works in the background.
  struct sigaction action = {.sa_handler = drumdub_guard_die, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void drumdub_guard_install(void) {
  // The Swift runtime may have installed handlers for these, which wait for a key in a terminal.
  static const int crashes[] = {SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS, SIGQUIT};
  static const int others[] = {SIGXCPU, SIGXFSZ,   SIGUSR1, SIGUSR2, SIGALRM,  SIGPIPE,
                               SIGPROF, SIGVTALRM, SIGIO,   SIGPWR,  SIGSTKFLT};
  static atomic_flag registered = ATOMIC_FLAG_INIT;
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) install(crashes[i], 1);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) install(others[i], 0);
  if (!atomic_flag_test_and_set(&registered)) atexit(drumdub_guard_restore);
}
