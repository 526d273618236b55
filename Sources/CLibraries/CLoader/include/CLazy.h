#pragma once
// Loads a shared library at the first call of one of its functions, for libraries that the package requires and the first
// screen does not need: no caller has to load them, and Swift reads the library's own header. A library that is linked is
// mapped and relocated before `main`, in each worker process, too.
//
// A module names the functions that are called in a table, a macro with X(name) for each. A function that is missing
// there is undefined for the linker.
#include <stddef.h>

#include "CLoader.h"

typedef struct {
  const char *soname;
  void *handle;
  pthread_mutex_t lock;
} drumdub_lazy_library;

/// A function of the program that jumps to the function of the same name of the library. `address` comes first, because
/// the machine code below reads it there.
typedef struct {
  void *address;
  const char *name;
  drumdub_lazy_library *library;
} drumdub_lazy_function;

// A function jumps to `address`: first to the code behind it, which loads the library, later to the library's function.
#if defined(__x86_64__)
#define DRUMDUB_LAZY_JUMP(name)              \
  "jmp *drumdub_row_" #name "(%rip)\n"       \
  "drumdub_first_" #name ":\n"               \
  "leaq drumdub_row_" #name "(%rip), %r11\n" \
  "jmp drumdub_lazy_enter\n"
#elif defined(__aarch64__)
#define DRUMDUB_LAZY_JUMP(name)                   \
  "adrp x16, drumdub_row_" #name "\n"             \
  "ldr x16, [x16, :lo12:drumdub_row_" #name "]\n" \
  "br x16\n"                                      \
  "drumdub_first_" #name ":\n"                    \
  "adrp x16, drumdub_row_" #name "\n"             \
  "add x16, x16, :lo12:drumdub_row_" #name "\n"   \
  "b drumdub_lazy_enter\n"
#endif

#define DRUMDUB_LAZY_FUNCTION(name)                                                                   \
  extern char drumdub_first_##name[] __attribute__((visibility("hidden")));                           \
  __attribute__((used)) static drumdub_lazy_function drumdub_row_##name = {drumdub_first_##name, #name, \
                                                                           &drumdub_library};         \
  __asm__(".pushsection .text.lazy." #name ",\"ax\",@progbits\n"                                      \
          ".p2align 4\n.globl " #name "\n.hidden " #name "\n.type " #name ",@function\n" #name ":\n"  \
          ".hidden drumdub_first_" #name "\n.globl drumdub_first_" #name "\n"                         \
          DRUMDUB_LAZY_JUMP(name)                                                                     \
          ".size " #name ", . - " #name "\n.popsection\n");

/// Defines the functions of a table. If the library or a function is missing, a call states the reason on standard error
/// and ends the program with 1.
#define DRUMDUB_LAZY_LIBRARY(soname, FUNCTIONS)                                                        \
  static drumdub_lazy_library drumdub_library = {soname, NULL, PTHREAD_MUTEX_INITIALIZER};             \
  FUNCTIONS(DRUMDUB_LAZY_FUNCTION)
