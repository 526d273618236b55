#pragma once
// Loads a library at its first use, for the shims of those that most runs of the program do not need.
#include <stddef.h>

typedef struct {
  /// Where the function's address goes.
  void **place;
  const char *name;
} drumdub_symbol;

/// Loads a library and finds its functions. Any thread, once a library. It stays loaded.
/// Returns NULL, or the loader's words on what is missing, which the caller keeps.
const char *drumdub_load_library(const char *soname, const drumdub_symbol *symbols, size_t count);
