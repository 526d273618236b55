#include "CLoader.h"

#include <dlfcn.h>
#include <string.h>

static const char *words_of_loader(void) {
  const char *words = dlerror();
  const char *kept = words ? strdup(words) : NULL;
  return kept ? kept : "dlopen";
}

const char *drumdub_load_library(const char *soname, const drumdub_symbol *symbols, size_t count) {
  void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
  if (!library) return words_of_loader();
  for (size_t index = 0; index < count; index++) {
    *symbols[index].place = dlsym(library, symbols[index].name);
    if (!*symbols[index].place) return words_of_loader();
  }
  return NULL;
}
