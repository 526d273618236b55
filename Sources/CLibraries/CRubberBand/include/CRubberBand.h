#pragma once
// Rubber Band. It is loaded at the first change of speed or pitch.
#include <CLoader.h>
#include <rubberband/rubberband-c.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing or too old.
const char *drumdub_rubberband_load(void);

// The functions of the library, under its names with the prefix drumdub_. See its documentation.
#define DRUMDUB_RUBBERBAND_FUNCTIONS(X)                                                       \
  X(RubberBandState, rubberband_new, (unsigned, unsigned, RubberBandOptions, double, double)) \
  X(void, rubberband_delete, (RubberBandState))                                               \
  X(void, rubberband_reset, (RubberBandState))                                                \
  X(void, rubberband_set_time_ratio, (RubberBandState, double))                               \
  X(void, rubberband_set_pitch_scale, (RubberBandState, double))                              \
  X(void, rubberband_set_max_process_size, (RubberBandState, unsigned))                       \
  X(unsigned, rubberband_get_preferred_start_pad, (const RubberBandState))                    \
  X(unsigned, rubberband_get_start_delay, (const RubberBandState))                            \
  X(void, rubberband_process, (RubberBandState, const float *const *, unsigned, int))         \
  X(int, rubberband_available, (const RubberBandState))                                       \
  X(unsigned, rubberband_retrieve, (const RubberBandState, float *const *, unsigned))

DRUMDUB_RUBBERBAND_FUNCTIONS(DRUMDUB_DECLARE)
