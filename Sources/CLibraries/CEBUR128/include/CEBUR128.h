#pragma once
// libebur128. It is loaded at first use, since only loudness measurements need it.
#include <ebur128.h>
#include <stdbool.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing.
const char *drumdub_ebur128_load(void);

/// Creates a state that measures integrated loudness, and sample peaks or true peaks. A mono channel counts as two, since it is played
/// on both. Returns NULL if the channels or the rate are not supported, or memory is short.
ebur128_state *drumdub_ebur128_new(unsigned channels, unsigned long rate, bool true_peak);
void drumdub_ebur128_delete(ebur128_state *state);

// These functions return the error numbers of the library.
int drumdub_ebur128_add(ebur128_state *state, const float *samples, size_t frames);
/// Measures several states as one, in LUFS; −HUGE_VAL if nothing was louder than the gate.
int drumdub_ebur128_loudness(ebur128_state **states, size_t count, double *loudness);
/// Returns the largest sample or true peak of all channels, full scale 1.
int drumdub_ebur128_peak(ebur128_state *state, double *peak);
