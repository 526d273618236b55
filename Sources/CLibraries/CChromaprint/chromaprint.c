#include "CChromaprint.h"

#include <CLoader.h>
#include <stdlib.h>

// The functions that are used, as the documentation of the library states them.
typedef void *context;
#define FUNCTIONS(X)                                                                     \
  X(context, chromaprint_new, (int algorithm))                                           \
  X(void, chromaprint_free, (context))                                                   \
  X(int, chromaprint_start, (context, int rate, int channels))                           \
  X(int, chromaprint_feed, (context, const int16_t *samples, int count))                 \
  X(int, chromaprint_finish, (context))                                                  \
  X(int, chromaprint_get_raw_fingerprint, (context, uint32_t **fingerprint, int *count)) \
  X(void, chromaprint_dealloc, (void *))

DRUMDUB_TYPED_LIBRARY(drumdub_chromaprint_load, "libchromaprint.so.1", FUNCTIONS, (void)0)

// The algorithm of AcoustID, which is the library's default.
static const int algorithm = 1;

struct drumdub_chromaprint {
  context raw;
  uint32_t *fingerprint;
};

drumdub_chromaprint *drumdub_chromaprint_new(int rate) {
  drumdub_chromaprint *print = calloc(1, sizeof *print);
  if (!print) return NULL;
  print->raw = p_chromaprint_new(algorithm);
  if (print->raw && p_chromaprint_start(print->raw, rate, 1)) return print;
  drumdub_chromaprint_delete(print);
  return NULL;
}

void drumdub_chromaprint_delete(drumdub_chromaprint *print) {
  if (print->fingerprint) p_chromaprint_dealloc(print->fingerprint);
  if (print->raw) p_chromaprint_free(print->raw);
  free(print);
}

int drumdub_chromaprint_add(drumdub_chromaprint *print, const int16_t *samples, int count) {
  return p_chromaprint_feed(print->raw, samples, count);
}

const uint32_t *drumdub_chromaprint_finish(drumdub_chromaprint *print, int *count) {
  if (!p_chromaprint_finish(print->raw)) return NULL;
  if (!p_chromaprint_get_raw_fingerprint(print->raw, &print->fingerprint, count)) return NULL;
  return print->fingerprint;
}
