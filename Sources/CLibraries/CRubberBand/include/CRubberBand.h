#pragma once
// Rubber Band, loaded at its first use: who never changes the speed pays nothing for it.
#include <rubberband/rubberband-c.h>

/// Loads the library; the other functions may be called once this has returned NULL. Any thread.
/// Returns what the loader says where the library is missing or too old.
const char *drumdub_rubberband_load(void);

RubberBandState drumdub_rubberband_new(unsigned int rate, unsigned int channels, RubberBandOptions options, double ratio);
void drumdub_rubberband_delete(RubberBandState state);
void drumdub_rubberband_reset(RubberBandState state);
void drumdub_rubberband_set_time_ratio(RubberBandState state, double ratio);
void drumdub_rubberband_set_max_process_size(RubberBandState state, unsigned int frames);
/// Frames of silence to be fed before the first frame.
unsigned int drumdub_rubberband_start_pad(RubberBandState state);
/// Frames of the output that come before the first frame.
unsigned int drumdub_rubberband_start_delay(RubberBandState state);
void drumdub_rubberband_process(RubberBandState state, const float *const *input, unsigned int frames);
/// −1 after the end.
int drumdub_rubberband_available(RubberBandState state);
unsigned int drumdub_rubberband_retrieve(RubberBandState state, float *const *output, unsigned int frames);
