#include "CBenchmark.h"

// `restrict` tells the compiler that the buffers do not overlap, so that it can vectorise the loop.
static void add(const float *restrict source, float gain, float *restrict out, long count) {
  for (long index = 0; index < count; index += 1) out[index] += source[index] * gain;
}

void benchmark_mix(BenchmarkVoice *voices, int voice_count, float *out, long frame_count) {
  for (int index = 0; index < voice_count; index += 1) {
    BenchmarkVoice *voice = &voices[index];
    const long left = voice->length - voice->position;
    const long count = frame_count < left ? frame_count : left;
    if (count <= 0) continue;
    add(voice->frames + 2 * voice->position, voice->gain, out, 2 * count);
    voice->position += count;
  }
}
