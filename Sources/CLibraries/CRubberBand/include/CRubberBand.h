#pragma once
// Rubber Band. It is loaded at the first change of speed.
#include <rubberband/rubberband-c.h>

/// Loads the library. The other functions may be called after this has returned NULL. Any thread.
/// Returns NULL, or the loader's message if the library is missing or too old.
const char *drumdub_rubberband_load(void);

RubberBandState drumdub_rubberband_new(unsigned int rate, unsigned int channels, RubberBandOptions options, double ratio);
void drumdub_rubberband_delete(RubberBandState state);
void drumdub_rubberband_reset(RubberBandState state);
void drumdub_rubberband_set_time_ratio(RubberBandState state, double ratio);
void drumdub_rubberband_set_max_process_size(RubberBandState state, unsigned int frames);
/// Returns the number of silent frames to process before the first frame.
unsigned int drumdub_rubberband_start_pad(RubberBandState state);
/// Returns the number of output frames before the one that corresponds to the first input frame.
unsigned int drumdub_rubberband_start_delay(RubberBandState state);
void drumdub_rubberband_process(RubberBandState state, const float *const *input, unsigned int frames);
/// Returns the number of frames that can be retrieved; −1 after the end.
int drumdub_rubberband_available(RubberBandState state);
unsigned int drumdub_rubberband_retrieve(RubberBandState state, float *const *output, unsigned int frames);
