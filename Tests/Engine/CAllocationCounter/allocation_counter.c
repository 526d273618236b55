#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

// glibc's allocation functions by the names that remain when a program replaces malloc.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static _Thread_local int is_counting;
static _Thread_local long allocations;
static _Thread_local long frees;

void drumdub_count_allocations(int on) { is_counting = on; }
long drumdub_allocations(void) { return allocations; }
long drumdub_frees(void) { return frees; }

void *malloc(size_t size) {
  allocations += is_counting;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += is_counting;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations += is_counting;
  return __libc_realloc(memory, size);
}

void *reallocarray(void *memory, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(memory, count * size);
}

void *memalign(size_t alignment, size_t size) {
  allocations += is_counting;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

void *valloc(size_t size) { return memalign((size_t)sysconf(_SC_PAGESIZE), size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void *made = memalign(alignment, size);
  if (made == NULL) return ENOMEM;
  *memory = made;
  return 0;
}

void free(void *memory) {
  if (memory != NULL) frees += is_counting;
  __libc_free(memory);
}

void drumdub_allocate_twice(void) {
  // Volatile: the compiler removes a pair of malloc and free whose result is unused.
  static void *volatile kept;
  void *volatile given = malloc(64);
  kept = malloc(64);
  (void)kept;
  free(given);
}
