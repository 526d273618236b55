#pragma once
#include <alsa/asoundlib.h>

// alsa-lib writes its errors to standard error, across the screen. Its handler takes variable arguments, which
// Swift cannot write; the errors themselves come back as results.
static void drumdub_alsa_ignore(const char *file, int line, const char *function, int err, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)err, (void)format;
}

static inline void drumdub_alsa_be_quiet(void) { snd_lib_error_set_handler(drumdub_alsa_ignore); }
