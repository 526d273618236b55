#pragma once
// What the program's own code is measured against.

/// One sample being played: interleaved stereo; length and position in frames.
typedef struct {
  const float *frames;
  long length;
  long position;
  float gain;
} BenchmarkVoice;

/// Adds the next frames of every voice to `out`, as the engine's voices do.
void benchmark_mix(BenchmarkVoice *voices, int voice_count, float *out, long frame_count);

/// Makes a pseudo-terminal of that size; both its ends are closed on exec.
///
/// `name` gets the path of the program's end; there is room for 64 bytes. Returns 0, or -1 and errno.
int benchmark_terminal(int columns, int rows, int *own_end, int *program_end, char *name);
