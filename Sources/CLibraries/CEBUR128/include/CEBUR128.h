#pragma once
// libebur128. It is loaded at first use, since only loudness measurements need it.
#include <CLoader.h>
#include <ebur128.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_ebur128_load(void);

// The functions of the library, under its names with the prefix drumdub_. See its documentation.
#define DRUMDUB_EBUR128_FUNCTIONS(X)                                              \
  X(ebur128_state *, ebur128_init, (unsigned, unsigned long, int))                \
  X(void, ebur128_destroy, (ebur128_state **))                                    \
  X(int, ebur128_set_channel, (ebur128_state *, unsigned, int))                   \
  X(int, ebur128_add_frames_float, (ebur128_state *, const float *, size_t))      \
  X(int, ebur128_loudness_global_multiple, (ebur128_state **, size_t, double *))  \
  X(int, ebur128_loudness_shortterm, (ebur128_state *, double *))                 \
  X(int, ebur128_sample_peak, (ebur128_state *, unsigned, double *))              \
  X(int, ebur128_true_peak, (ebur128_state *, unsigned, double *))

DRUMDUB_EBUR128_FUNCTIONS(DRUMDUB_DECLARE)
