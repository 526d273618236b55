#define _GNU_SOURCE
#include "CSystem.h"

#include <sys/resource.h>

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
