#include "CChromaprint.h"

#include <CLoader.h>
#include <pthread.h>
#include <stdlib.h>

// The functions of libchromaprint.so.1 that are used, as its documentation states them.
typedef void *context;
static context (*p_new)(int algorithm);
static void (*p_free)(context);
static int (*p_start)(context, int rate, int channels);
static int (*p_feed)(context, const int16_t *samples, int count);
static int (*p_finish)(context);
static int (*p_get_raw_fingerprint)(context, uint32_t **fingerprint, int *count);
static void (*p_dealloc)(void *);

#define FIND(name) {(void **)&p_##name, "chromaprint_" #name},
static const drumdub_symbol symbols[] = {
  FIND(new) FIND(free) FIND(start) FIND(feed) FIND(finish) FIND(get_raw_fingerprint) FIND(dealloc)};

// The algorithm of AcoustID, which is the library's default.
static const int algorithm = 1;

static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  reason = drumdub_load_library("libchromaprint.so.1", symbols, sizeof symbols / sizeof *symbols);
}

const char *drumdub_chromaprint_load(void) {
  pthread_once(&once, load);
  return reason;
}

struct drumdub_chromaprint {
  context raw;
  uint32_t *fingerprint;
};

drumdub_chromaprint *drumdub_chromaprint_new(int rate) {
  drumdub_chromaprint *print = calloc(1, sizeof *print);
  if (!print) return NULL;
  print->raw = p_new(algorithm);
  if (print->raw && p_start(print->raw, rate, 1)) return print;
  drumdub_chromaprint_delete(print);
  return NULL;
}

void drumdub_chromaprint_delete(drumdub_chromaprint *print) {
  if (print->fingerprint) p_dealloc(print->fingerprint);
  if (print->raw) p_free(print->raw);
  free(print);
}

int drumdub_chromaprint_add(drumdub_chromaprint *print, const int16_t *samples, int count) {
  return p_feed(print->raw, samples, count);
}

const uint32_t *drumdub_chromaprint_finish(drumdub_chromaprint *print, int *count) {
  if (!p_finish(print->raw) || !p_get_raw_fingerprint(print->raw, &print->fingerprint, count)) return NULL;
  return print->fingerprint;
}
