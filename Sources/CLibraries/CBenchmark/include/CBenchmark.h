#pragma once
// Reference implementations in C for the measurements.

/// A voice: an interleaved stereo sample; length and position in frames.
typedef struct {
  const float *frames;
  long length;
  long position;
  float gain;
} BenchmarkVoice;

/// Mixes the next frames of every voice into `out`, like the voices of the engine.
void benchmark_mix(BenchmarkVoice *voices, int voice_count, float *out, long frame_count);

/// Opens a pseudo-terminal of a size; both ends are closed on exec.
///
/// `name`: receives the path of the program's end; a buffer of 64 bytes. Returns 0, or -1 and errno.
int benchmark_terminal(int columns, int rows, int *own_end, int *program_end, char *name);
