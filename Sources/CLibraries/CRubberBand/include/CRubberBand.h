#pragma once
// Rubber Band. It is loaded at the first change of speed.
#include <CLoader.h>
#include <rubberband/rubberband-c.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing or too old.
const char *drumdub_rubberband_load(void);

// The functions of the library, under its names with the prefix drumdub_. See its documentation.
#define DRUMDUB_RUBBERBAND_FUNCTIONS(X)                                                                         \
  X(RubberBandState, rubberband_new,                                                                            \
    (unsigned rate, unsigned channels, RubberBandOptions options, double ratio, double pitch),                  \
    (rate, channels, options, ratio, pitch))                                                                    \
  X(void, rubberband_delete, (RubberBandState state), (state))                                                  \
  X(void, rubberband_reset, (RubberBandState state), (state))                                                   \
  X(void, rubberband_set_time_ratio, (RubberBandState state, double ratio), (state, ratio))                     \
  X(void, rubberband_set_max_process_size, (RubberBandState state, unsigned frames), (state, frames))           \
  X(unsigned, rubberband_get_preferred_start_pad, (const RubberBandState state), (state))                       \
  X(unsigned, rubberband_get_start_delay, (const RubberBandState state), (state))                               \
  X(void, rubberband_process, (RubberBandState state, const float *const *input, unsigned frames, int is_last), \
    (state, input, frames, is_last))                                                                            \
  X(int, rubberband_available, (const RubberBandState state), (state))                                          \
  X(unsigned, rubberband_retrieve, (const RubberBandState state, float *const *output, unsigned frames),        \
    (state, output, frames))

DRUMDUB_RUBBERBAND_FUNCTIONS(DRUMDUB_DECLARE)
