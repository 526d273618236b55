#include "CEBUR128.h"

#include <CLoader.h>

#define FUNCTIONS(X)                  \
  X(ebur128_init)                     \
  X(ebur128_destroy)                  \
  X(ebur128_set_channel)              \
  X(ebur128_add_frames_float)         \
  X(ebur128_loudness_global_multiple) \
  X(ebur128_sample_peak)              \
  X(ebur128_true_peak)

DRUMDUB_LIBRARY(drumdub_ebur128_load, "libebur128.so.1", FUNCTIONS, (void)0)

ebur128_state *drumdub_ebur128_new(unsigned channels, unsigned long rate, bool true_peak) {
  const int peak = true_peak ? EBUR128_MODE_TRUE_PEAK : EBUR128_MODE_SAMPLE_PEAK;
  ebur128_state *state = p_ebur128_init(channels, rate, EBUR128_MODE_I | peak);
  if (state && channels == 1) p_ebur128_set_channel(state, 0, EBUR128_DUAL_MONO);
  return state;
}

void drumdub_ebur128_delete(ebur128_state *state) { p_ebur128_destroy(&state); }

int drumdub_ebur128_add(ebur128_state *state, const float *samples, size_t frames) {
  return p_ebur128_add_frames_float(state, samples, frames);
}

int drumdub_ebur128_loudness(ebur128_state **states, size_t count, double *loudness) {
  return p_ebur128_loudness_global_multiple(states, count, loudness);
}

int drumdub_ebur128_peak(ebur128_state *state, double *peak) {
  const bool is_true = (state->mode & EBUR128_MODE_TRUE_PEAK) == EBUR128_MODE_TRUE_PEAK;
  *peak = 0;
  for (unsigned channel = 0; channel < state->channels; channel++) {
    double one = 0;
    int result = is_true ? p_ebur128_true_peak(state, channel, &one) : p_ebur128_sample_peak(state, channel, &one);
    if (result != EBUR128_SUCCESS) return result;
    if (one > *peak) *peak = one;
  }
  return EBUR128_SUCCESS;
}
