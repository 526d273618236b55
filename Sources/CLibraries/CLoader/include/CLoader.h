#pragma once
// Loads a shared library at first use, for the modules of libraries that most runs do not need.
//
// A module names the functions that it uses in a table, a macro with a row for each: X(name) where the library's header
// is included, X(type, name, parameters) where it is not, or where Swift calls the function, under its name behind the prefix
// `drumdub_`. Parameters are types in parentheses. The pointer to a function is `p_` and its name.
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
/// For the header that Swift reads.
#define DRUMDUB_DECLARE(type, name, parameters) type drumdub_##name parameters;

/// Defines a function of one to seven parameters for Swift, which calls the library's.
#define DRUMDUB_FORWARD(type, name, parameters) DRUMDUB_FORWARD_TYPES(type, name, DRUMDUB_LIST parameters)
#define DRUMDUB_FORWARD_TYPES(type, name, ...) \
  DRUMDUB_EIGHTH(__VA_ARGS__, DRUMDUB_SEVEN, DRUMDUB_SIX, DRUMDUB_FIVE, DRUMDUB_FOUR, DRUMDUB_THREE, DRUMDUB_TWO, \
                 DRUMDUB_ONE) \
  (type, name, __VA_ARGS__)
#define DRUMDUB_LIST(...) __VA_ARGS__
#define DRUMDUB_EIGHTH(a, b, c, d, e, f, g, eighth, ...) eighth
#define DRUMDUB_ONE(type, name, A) type drumdub_##name(A a) { return p_##name(a); }
#define DRUMDUB_TWO(type, name, A, B) type drumdub_##name(A a, B b) { return p_##name(a, b); }
#define DRUMDUB_THREE(type, name, A, B, C) type drumdub_##name(A a, B b, C c) { return p_##name(a, b, c); }
#define DRUMDUB_FOUR(type, name, A, B, C, D) \
  type drumdub_##name(A a, B b, C c, D d) { return p_##name(a, b, c, d); }
#define DRUMDUB_FIVE(type, name, A, B, C, D, E) \
  type drumdub_##name(A a, B b, C c, D d, E e) { return p_##name(a, b, c, d, e); }
#define DRUMDUB_SIX(type, name, A, B, C, D, E, F) \
  type drumdub_##name(A a, B b, C c, D d, E e, F f) { return p_##name(a, b, c, d, e, f); }
#define DRUMDUB_SEVEN(type, name, A, B, C, D, E, F, G) \
  type drumdub_##name(A a, B b, C c, D d, E e, F f, G g) { return p_##name(a, b, c, d, e, f, g); }

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
