#pragma once
// Chromaprint 1. It is loaded at first use, since only takes that are recorded or shared need it. Its functions are declared in
// chromaprint.c, so its header is not needed.
#include <stddef.h>
#include <stdint.h>

typedef struct drumdub_chromaprint drumdub_chromaprint;

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_chromaprint_load(void);

/// Begins the fingerprint of a mono sound. Returns NULL if memory is short or the rate is not supported.
drumdub_chromaprint *drumdub_chromaprint_new(int rate);
void drumdub_chromaprint_delete(drumdub_chromaprint *print);

/// Adds samples. Returns 0 if the library refuses them.
int drumdub_chromaprint_add(drumdub_chromaprint *print, const int16_t *samples, int count);
/// Ends the sound and returns its fingerprint, which the handle owns; NULL if the library fails.
const uint32_t *drumdub_chromaprint_finish(drumdub_chromaprint *print, int *count);
