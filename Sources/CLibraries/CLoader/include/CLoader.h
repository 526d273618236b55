#pragma once
// Loads a shared library at first use, for the modules of libraries that most runs do not need.
#include <stddef.h>

typedef struct {
  /// Receives the address of the function.
  void **place;
  const char *name;
} drumdub_symbol;

/// Loads a library and finds its functions. Any thread, once per library; it is never unloaded.
/// Returns NULL, or the loader's message, which the caller owns.
const char *drumdub_load_library(const char *soname, const drumdub_symbol *symbols, size_t count);
