#include "CRubberBand.h"

#include <CLoader.h>
#include <pthread.h>
#include <stddef.h>

#define FUNCTIONS(X)        \
  X(new)                    \
  X(delete)                 \
  X(reset)                  \
  X(set_time_ratio)         \
  X(set_max_process_size)   \
  X(get_preferred_start_pad) \
  X(get_start_delay)        \
  X(process)                \
  X(available)              \
  X(retrieve)

#define DECLARE(name) static __typeof__(&rubberband_##name) p_##name;
FUNCTIONS(DECLARE)

#define FIND(name) {(void **)&p_##name, "rubberband_" #name},
static const drumdub_symbol symbols[] = {FUNCTIONS(FIND)};

static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  reason = drumdub_load_library("librubberband.so.2", symbols, sizeof symbols / sizeof *symbols);
}

const char *drumdub_rubberband_load(void) {
  pthread_once(&once, load);
  return reason;
}

RubberBandState drumdub_rubberband_new(unsigned int rate, unsigned int channels, RubberBandOptions options, double ratio) {
  return p_new(rate, channels, options, ratio, 1.0);
}

void drumdub_rubberband_delete(RubberBandState state) { p_delete(state); }
void drumdub_rubberband_reset(RubberBandState state) { p_reset(state); }
void drumdub_rubberband_set_time_ratio(RubberBandState state, double ratio) { p_set_time_ratio(state, ratio); }

void drumdub_rubberband_set_max_process_size(RubberBandState state, unsigned int frames) {
  p_set_max_process_size(state, frames);
}

unsigned int drumdub_rubberband_start_pad(RubberBandState state) { return p_get_preferred_start_pad(state); }
unsigned int drumdub_rubberband_start_delay(RubberBandState state) { return p_get_start_delay(state); }

void drumdub_rubberband_process(RubberBandState state, const float *const *input, unsigned int frames) {
  p_process(state, input, frames, 0);
}

int drumdub_rubberband_available(RubberBandState state) { return p_available(state); }

unsigned int drumdub_rubberband_retrieve(RubberBandState state, float *const *output, unsigned int frames) {
  return p_retrieve(state, output, frames);
}
