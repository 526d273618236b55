#include "CEBUR128.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

#define FUNCTIONS(X)           \
  X(init)                      \
  X(destroy)                   \
  X(set_channel)               \
  X(add_frames_float)          \
  X(loudness_global_multiple)  \
  X(sample_peak)

#define DECLARE(name) static __typeof__(&ebur128_##name) p_##name;
FUNCTIONS(DECLARE)

static char reason[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int fail(void) {
  const char *text = dlerror();
  snprintf(reason, sizeof reason, "%s", text ? text : "dlopen");
  return 0;
}

static void load(void) {
  void *library = dlopen("libebur128.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fail();
    return;
  }
#define FIND(name) \
  if (!(p_##name = (__typeof__(p_##name))dlsym(library, "ebur128_" #name)) && !fail()) return;
  FUNCTIONS(FIND)
}

const char *drumdub_ebur128_load(void) {
  pthread_once(&once, load);
  return reason[0] ? reason : NULL;
}

ebur128_state *drumdub_ebur128_new(unsigned channels, unsigned long rate) {
  ebur128_state *state = p_init(channels, rate, EBUR128_MODE_I | EBUR128_MODE_SAMPLE_PEAK);
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
  *peak = 0;
  for (unsigned channel = 0; channel < state->channels; channel++) {
    double one = 0;
    int result = p_sample_peak(state, channel, &one);
    if (result != EBUR128_SUCCESS) return result;
    if (one > *peak) *peak = one;
  }
  return EBUR128_SUCCESS;
}
