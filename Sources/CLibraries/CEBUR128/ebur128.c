#include "CEBUR128.h"

#include <CLoader.h>
#include <pthread.h>

#define FUNCTIONS(X)           \
  X(init)                      \
  X(destroy)                   \
  X(set_channel)               \
  X(add_frames_float)          \
  X(loudness_global_multiple)  \
  X(sample_peak)               \
  X(true_peak)

#define DECLARE(name) static __typeof__(&ebur128_##name) p_##name;
FUNCTIONS(DECLARE)

#define FIND(name) {(void **)&p_##name, "ebur128_" #name},
static const drumdub_symbol symbols[] = {FUNCTIONS(FIND)};

static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  reason = drumdub_load_library("libebur128.so.1", symbols, sizeof symbols / sizeof *symbols);
}

const char *drumdub_ebur128_load(void) {
  pthread_once(&once, load);
  return reason;
}

ebur128_state *drumdub_ebur128_new(unsigned channels, unsigned long rate, bool true_peak) {
  const int peak = true_peak ? EBUR128_MODE_TRUE_PEAK : EBUR128_MODE_SAMPLE_PEAK;
  ebur128_state *state = p_init(channels, rate, EBUR128_MODE_I | peak);
  if (state && channels == 1) p_set_channel(state, 0, EBUR128_DUAL_MONO);
  return state;
}

void drumdub_ebur128_delete(ebur128_state *state) { p_destroy(&state); }

int drumdub_ebur128_add(ebur128_state *state, const float *samples, size_t frames) {
  return p_add_frames_float(state, samples, frames);
}

int drumdub_ebur128_loudness(ebur128_state **states, size_t count, double *loudness) {
  return p_loudness_global_multiple(states, count, loudness);
}

int drumdub_ebur128_peak(ebur128_state *state, double *peak) {
  const bool is_true = (state->mode & EBUR128_MODE_TRUE_PEAK) == EBUR128_MODE_TRUE_PEAK;
  *peak = 0;
  for (unsigned channel = 0; channel < state->channels; channel++) {
    double one = 0;
    int result = is_true ? p_true_peak(state, channel, &one) : p_sample_peak(state, channel, &one);
    if (result != EBUR128_SUCCESS) return result;
    if (one > *peak) *peak = one;
  }
  return EBUR128_SUCCESS;
}
