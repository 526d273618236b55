#define _GNU_SOURCE
#include "CSystem.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

enum { STACK_BYTES = 64 * 1024, GUARD_BYTES = 64 * 1024 };

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void free_stack(void *memory) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(memory, STACK_BYTES + GUARD_BYTES);
}

static void make_key(void) { pthread_key_create(&key, free_stack); }

void drumdub_signal_stack(void) {
  stack_t old;
  pthread_once(&once, make_key);
  if (sigaltstack(NULL, &old) == 0 && !(old.ss_flags & SS_DISABLE)) return;
  // What lies below the stack stays without access: an overflow of it ends there.
  char *memory =
      mmap(NULL, STACK_BYTES + GUARD_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack = {.ss_sp = memory + GUARD_BYTES, .ss_size = STACK_BYTES};
  if (mprotect(stack.ss_sp, STACK_BYTES, PROT_READ | PROT_WRITE) != 0 || sigaltstack(&stack, NULL) != 0 ||
      pthread_setspecific(key, memory) != 0) {
    free_stack(memory);
  }
}
