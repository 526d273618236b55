#pragma once
// FluidSynth, which plays SoundFonts. It is loaded at first use.
#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// A preset of a SoundFont that plays notes.
typedef struct drumdub_fluid drumdub_fluid;

/// The Debian package of the library.
extern const char *const drumdub_fluid_package;

/// The highest sample rate of the library.
enum { DRUMDUB_FLUID_HIGHEST_RATE = 96000 };
/// The most events of a block.
enum { DRUMDUB_FLUID_EVENTS = 1028 };
/// The semitones that the pitch is bent by at most.
enum { DRUMDUB_FLUID_BEND = 12 };

typedef enum {
  /// Begins a note: `value` is the velocity, `gain` a linear gain, `held` the frames until it is released, 0 for never.
  DRUMDUB_FLUID_ON,
  /// Releases a key, or with -1 all keys.
  DRUMDUB_FLUID_OFF,
  /// Bends by semitones.
  DRUMDUB_FLUID_BENT,
  /// Sets the controller `key`; those that would change the preset or the meaning of bends are ignored.
  DRUMDUB_FLUID_CONTROL,
  /// Tunes by cents.
  DRUMDUB_FLUID_TUNE,
  /// Fades all sound out within some 10 ms.
  DRUMDUB_FLUID_FADE,
  /// Ends all sound at once.
  DRUMDUB_FLUID_SILENCE,
} drumdub_fluid_kind;

typedef struct {
  /// Frames from the beginning of the block.
  int offset;
  drumdub_fluid_kind kind;
  int key, held;
  float value, gain;
} drumdub_fluid_event;

/// Loads a preset with its samples. Returns NULL with a message, which the caller owns, if that is not possible. Any thread
/// but the audio thread.
drumdub_fluid *_Nullable drumdub_fluid_open(
    const char *path, int bank, int program, double rate, const char *_Nullable *_Nonnull reason);
void drumdub_fluid_close(drumdub_fluid *fluid);

/// The memory for the events of the next block, in the order of their offsets, and for their number, which is 0 after each
/// block.
drumdub_fluid_event *drumdub_fluid_events(drumdub_fluid *fluid);
int *drumdub_fluid_event_count(drumdub_fluid *fluid);
/// Writes interleaved stereo frames. Audio thread. Returns whether all of them are silent; then they may be unwritten.
bool drumdub_fluid_process(void *fluid, void *frames, long count, bool is_silent);

#pragma clang assume_nonnull end
