#include "CJACK.h"

const char *const drumdub_jack_package = "libjack-jackd2-0";

#define FUNCTIONS(X)                                                                \
  DRUMDUB_JACK_FUNCTIONS(X)                                                         \
  X(drumdub_jack_client *, jack_client_open, (const char *, int, int *, ...))       \
  X(void, jack_set_error_function, (void (*)(const char *)))                        \
  X(void, jack_set_info_function, (void (*)(const char *)))

// Discards messages, which the library would write to standard error, the terminal.
static void ignore(const char *text) { (void)text; }

DRUMDUB_TYPED_LIBRARY(
    drumdub_jack_load, "libjack.so.0", FUNCTIONS, (p_jack_set_error_function(ignore), p_jack_set_info_function(ignore)))
DRUMDUB_JACK_FUNCTIONS(DRUMDUB_FORWARD)

drumdub_jack_client *drumdub_jack_client_open(const char *name, int options, int *status) {
  return p_jack_client_open(name, options, status);
}
