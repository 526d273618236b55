#pragma once
// Loads a shared library at first use, for the modules of libraries that most runs do not need.
//
// A module names the functions that it uses in a table, a macro with a row for each: X(name) where the library's header
// is included, X(type, name, parameters) where it is not, X(type, name, parameters, arguments) where Swift calls the
// function, under its name behind the prefix `drumdub_`. The pointer to a function is `p_` and its name.
#include <pthread.h>
#include <stddef.h>

typedef struct {
  /// Receives the address of the function.
  void **place;
  const char *name;
} drumdub_symbol;

/// Loads a library and finds its functions. Any thread, once per library; it is never unloaded.
/// Returns NULL, or the loader's message, which the caller owns.
const char *drumdub_load_library(const char *soname, const drumdub_symbol *symbols, size_t count);

#define DRUMDUB_POINTER(name) static __typeof__(&name) p_##name;
#define DRUMDUB_SYMBOL(name) {(void **)&p_##name, #name},
#define DRUMDUB_TYPED_POINTER(type, name, parameters, ...) static type(*p_##name) parameters;
#define DRUMDUB_TYPED_SYMBOL(type, name, ...) {(void **)&p_##name, #name},
#define DRUMDUB_FORWARD(type, name, parameters, arguments) \
  type drumdub_##name parameters { return p_##name arguments; }
/// For the header that Swift reads.
#define DRUMDUB_DECLARE(type, name, parameters, arguments) type drumdub_##name parameters;

/// Defines a function without parameters that loads the library once, and then runs `prepare`. Any thread.
/// It returns NULL, or the loader's message.
#define DRUMDUB_LOAD_ONCE(load, soname, symbols, prepare)                               \
  static const char *load##_reason;                                                     \
  static void load##_now(void) {                                                        \
    const size_t count = sizeof symbols / sizeof *symbols;                              \
    load##_reason = drumdub_load_library(soname, symbols, count);                       \
    if (!load##_reason) prepare;                                                        \
  }                                                                                     \
  const char *load(void) {                                                              \
    static pthread_once_t once = PTHREAD_ONCE_INIT;                                     \
    pthread_once(&once, load##_now);                                                    \
    return load##_reason;                                                               \
  }

/// Defines the pointers to the functions of a table, and the function that loads them.
#define DRUMDUB_LIBRARY(load, soname, FUNCTIONS, prepare)                     \
  FUNCTIONS(DRUMDUB_POINTER)                                                  \
  static const drumdub_symbol load##_symbols[] = {FUNCTIONS(DRUMDUB_SYMBOL)}; \
  DRUMDUB_LOAD_ONCE(load, soname, load##_symbols, prepare)
#define DRUMDUB_TYPED_LIBRARY(load, soname, FUNCTIONS, prepare)                     \
  FUNCTIONS(DRUMDUB_TYPED_POINTER)                                                  \
  static const drumdub_symbol load##_symbols[] = {FUNCTIONS(DRUMDUB_TYPED_SYMBOL)}; \
  DRUMDUB_LOAD_ONCE(load, soname, load##_symbols, prepare)
