#pragma once
// libebur128, loaded at its first use: only measuring loudness needs it.
#include <ebur128.h>

/// Loads the library; the other functions may be called once this has returned NULL. Any thread.
/// Returns what the loader says where the library is missing.
const char *drumdub_ebur128_load(void);

/// Measures integrated loudness and sample peaks. A single channel counts as the two that it is played on.
/// NULL where the channels or the rate are none that it takes, or memory is short.
ebur128_state *drumdub_ebur128_new(unsigned channels, unsigned long rate);
void drumdub_ebur128_delete(ebur128_state *state);

// These return the library's own error numbers.
int drumdub_ebur128_add(ebur128_state *state, const float *samples, size_t frames);
/// LUFS; −HUGE_VAL where nothing was louder than the gate. Several states are measured as one.
int drumdub_ebur128_loudness(ebur128_state **states, size_t count, double *loudness);
/// The largest sample of all channels.
int drumdub_ebur128_peak(ebur128_state *state, double *peak);
