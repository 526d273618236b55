#pragma once
// FFTW 3 in single precision. It is loaded at first use, since only searches in songs need it. The prototypes are written
// after its documentation, so that the build does not need its header.
#include <CLoader.h>

typedef struct drumdub_fftwf_plan drumdub_fftwf_plan;

/// A forward transform, and a plan that is made without trying others.
enum { DRUMDUB_FFTW_FORWARD = -1, DRUMDUB_FFTW_ESTIMATE = 64 };

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_fftw_load(void);

// The functions of the library, under its names with the prefix drumdub_. Samples are pairs of a real and an imaginary part.
// Only one thread at a time makes or destroys plans.
#define DRUMDUB_FFTW_FUNCTIONS(X)                                                               \
  X(drumdub_fftwf_plan *, fftwf_plan_dft_1d, (int, float *, float *, int, unsigned))            \
  X(void, fftwf_execute, (const drumdub_fftwf_plan *))                                          \
  X(void, fftwf_destroy_plan, (drumdub_fftwf_plan *))                                           \
  X(void *, fftwf_malloc, (size_t))                                                             \
  X(void, fftwf_free, (void *))

DRUMDUB_FFTW_FUNCTIONS(DRUMDUB_DECLARE)
