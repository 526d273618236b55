#define _GNU_SOURCE
#include "CSystem.h"

#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

static int argument_count;
static char **arguments;

// The C library of GNU passes constructors the arguments of main. Swift's own list is read from /proc, which may be missing.
__attribute__((constructor)) static void keep_arguments(int count, char **list) {
  argument_count = count;
  arguments = list;
}

int drumdub_argument_count(void) { return argument_count; }

const char *drumdub_argument(int index) { return arguments[index]; }

void drumdub_flush_denormals(void) {
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#elif defined(__aarch64__)
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  __asm__ volatile("msr fpcr, %0" ::"r"(control | (1u << 24)));
#endif
}

int drumdub_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void drumdub_exact_timers(void) { prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); }

void drumdub_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0UL, 0UL, 0UL); }

void drumdub_thread_name(char name[16]) {
  strcpy(name, "main");
  if (gettid() != getpid()) prctl(PR_GET_NAME, name, 0UL, 0UL, 0UL);
}

void drumdub_few_heaps(void) {
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 64 << 10);
}

void drumdub_trim_heap(void) { malloc_trim(0); }

void drumdub_keep_heap(void) {
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
}

void drumdub_limit_memory(uint64_t bytes) {
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  // The shadow memory of a sanitizer counts too, and is larger than any limit.
  (void)bytes;
#else
  const struct rlimit limit = {bytes, bytes};
  setrlimit(RLIMIT_AS, &limit);
#endif
}

int drumdub_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int drumdub_join_until(pthread_t thread, int64_t nanoseconds) {
#if __has_feature(thread_sanitizer)
  // It does not know pthread_clockjoin_np(3), and takes a thread that was joined by that for one that lives.
  struct timespec now, end;
  clock_gettime(CLOCK_MONOTONIC, &now);
  clock_gettime(CLOCK_REALTIME, &end);
  const int64_t rest = nanoseconds - (now.tv_sec * 1000000000LL + now.tv_nsec);
  const int64_t sum = end.tv_nsec + (rest > 0 ? rest : 0);
  end.tv_sec += sum / 1000000000;
  end.tv_nsec = sum % 1000000000;
  return pthread_timedjoin_np(thread, NULL, &end);
#else
  const struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &time);
#endif
}

void drumdub_die_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }

void drumdub_exit_at_once(int status) {
  for (;;) syscall(SYS_exit_group, status);
}
