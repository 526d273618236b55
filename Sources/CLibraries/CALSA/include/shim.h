#pragma once
#include <alsa/asoundlib.h>

// alsa-lib writes error messages to standard error, which is the terminal. This handler discards them; the functions
// return the error codes. Swift cannot define it, since it has variable arguments.
static void drumdub_alsa_ignore(const char *file, int line, const char *function, int err, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)err, (void)format;
}

static inline void drumdub_alsa_be_quiet(void) { snd_lib_error_set_handler(drumdub_alsa_ignore); }
