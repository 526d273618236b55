#pragma once
// LV2: what plug-ins declare, read through lilv, which is loaded at the first scan, and plug-ins that run.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A value of the state of a plug-in. `key` and `type` are URIs.
typedef struct {
  const char *key, *type;
  const void *bytes;
  size_t size;
} drumdub_lv2_property;

// MARK: The catalogue. One thread.

typedef struct drumdub_lv2_world drumdub_lv2_world;

/// What a plug-in declares. The texts are valid as long as the world; NULL for one that is not declared.
typedef struct {
  const char *uri, *_Nullable name, *_Nullable author, *_Nullable category;
  /// Paths of the shared library and of the folder.
  const char *_Nullable library, *_Nullable bundle;
  /// The URI of a required feature that is not provided.
  const char *_Nullable lacking;
  bool is_realtime, is_instrument;
  uint32_t port_count, preset_count;
} drumdub_lv2_plugin;

typedef enum {
  DRUMDUB_LV2_AUDIO_IN,
  DRUMDUB_LV2_AUDIO_OUT,
  DRUMDUB_LV2_CONTROL_IN,
  DRUMDUB_LV2_CONTROL_OUT,
  /// A control output that tells the latency in frames.
  DRUMDUB_LV2_LATENCY,
  DRUMDUB_LV2_CV_IN,
  DRUMDUB_LV2_CV_OUT,
  DRUMDUB_LV2_ATOM_IN,
  /// An atom input that takes messages of MIDI.
  DRUMDUB_LV2_MIDI_IN,
  DRUMDUB_LV2_ATOM_OUT,
  /// Of another type, but may stay unconnected.
  DRUMDUB_LV2_OPTIONAL,
  DRUMDUB_LV2_UNKNOWN,
} drumdub_lv2_port_kind;

typedef enum {
  DRUMDUB_LV2_TOGGLED = 1,
  DRUMDUB_LV2_INTEGER = 2,
  DRUMDUB_LV2_ENUMERATION = 4,
  DRUMDUB_LV2_LOGARITHMIC = 8,
  /// The range is in units of the sample rate.
  DRUMDUB_LV2_SAMPLE_RATE = 16,
  /// The port switches the plug-in on.
  DRUMDUB_LV2_ENABLED = 32,
  /// The port tells that sound is not rendered in real time.
  DRUMDUB_LV2_FREEWHEELING = 64,
} drumdub_lv2_port_flags;

typedef struct {
  const char *_Nullable symbol, *_Nullable name;
  /// The last part of the URI of the unit, such as `db`.
  const char *_Nullable unit;
  drumdub_lv2_port_kind kind;
  uint32_t flags;
  /// NaN for one that is not declared.
  float minimum, maximum, initial;
  uint32_t choice_count;
  /// The least bytes of the memory of an atom port.
  uint32_t size;
} drumdub_lv2_port;

/// Loads lilv and the metadata of bundles, folders whose paths end in a slash. Returns NULL with the loader's message, which
/// the caller owns, if lilv is missing.
drumdub_lv2_world *_Nullable drumdub_lv2_world_new(
    const char *_Nonnull const *_Nullable bundles, uint32_t count, const char *_Nullable *_Nonnull reason);
void drumdub_lv2_world_free(drumdub_lv2_world *world);
uint32_t drumdub_lv2_plugin_count(const drumdub_lv2_world *world);
/// Selects a plug-in, which the following functions describe.
drumdub_lv2_plugin drumdub_lv2_select(drumdub_lv2_world *world, uint32_t index);
drumdub_lv2_port drumdub_lv2_port_at(drumdub_lv2_world *world, uint32_t index);
/// Writes the labels and the values of the choices of a port, in any order. Returns their number, at most `most`.
uint32_t drumdub_lv2_choices(
  drumdub_lv2_world *world, uint32_t port, const char *_Nullable *_Nonnull labels, float *values, uint32_t most);
/// Passes the values of a preset to a function, and the properties of its state to another one. Returns the name of the preset;
/// NULL if it has neither.
const char *_Nullable drumdub_lv2_preset(
  drumdub_lv2_world *world, uint32_t index, void *context,
  void (*set)(void *context, const char *symbol, float value),
  void (*keep)(void *context, const drumdub_lv2_property *property));

// MARK: Plug-ins

typedef struct drumdub_lv2_host drumdub_lv2_host;

/// The most frames of a call of `drumdub_lv2_process`.
enum { DRUMDUB_LV2_SLICE = 128 };
/// The longest latency in frames.
enum { DRUMDUB_LV2_MOST_LATENCY = 1 << 15 };

/// A port of a plug-in that runs: its first value, for a control port, and the least bytes of an atom port.
typedef struct {
  drumdub_lv2_port_kind kind;
  float value;
  uint32_t size;
} drumdub_lv2_slot;

/// A parameter: the port that it sets and, for a choice, the range of the values of the port in a list.
typedef struct {
  uint32_t port, first_choice, choice_count;
} drumdub_lv2_parameter;

typedef struct {
  const char *uri, *library, *bundle;
  double rate;
  /// Whether the time that it needs is watched, and its jobs run on a thread of their own.
  bool is_realtime;
  bool is_bypassed;
  /// The messages of MIDI of a block, and their number, which the audio thread writes before the first slice of it. Each is
  /// its frame times 2²⁴, plus three bytes, the first one lowest. They outlive the plug-in; NULL for one that gets none.
  const uint64_t *_Nullable messages;
  const long *_Nullable message_count;
  uint32_t port_count, parameter_count, choice_count;
} drumdub_lv2_setup;

typedef enum {
  DRUMDUB_LV2_SOUND,
  DRUMDUB_LV2_NOT_FINITE,
  DRUMDUB_LV2_TOO_SLOW,
  /// It did not come back, and its call was ended. Its memory is never freed.
  DRUMDUB_LV2_HUNG,
} drumdub_lv2_verdict;

/// Creates a plug-in from copies of its setup and of the lists. Returns NULL with a message, which the caller owns, if that is not possible.
/// A plug-in of one channel is created twice, once for each side. Not the audio thread.
drumdub_lv2_host *_Nullable drumdub_lv2_open(
  const drumdub_lv2_setup *setup, const drumdub_lv2_slot *ports, const drumdub_lv2_parameter *parameters,
  const float *choices, const char *_Nullable *_Nonnull reason);
/// Gives the plug-in a state that was saved. Before `drumdub_lv2_activate`.
void drumdub_lv2_restore(drumdub_lv2_host *host, const drumdub_lv2_property *properties, size_t count);
/// Readies the plug-in and finds its latency, by a silent slice. Returns false if the latency is too long.
bool drumdub_lv2_activate(drumdub_lv2_host *host);
void drumdub_lv2_close(drumdub_lv2_host *host);
/// Passes the properties of its state to a function. Returns false if the plug-in has none. Not the audio thread.
bool drumdub_lv2_save(
  drumdub_lv2_host *host, void *context, void (*store)(void *context, const drumdub_lv2_property *property));

/// The memory for the values of the parameters, which the audio thread writes before a slice.
float *drumdub_lv2_values(drumdub_lv2_host *host);
/// The memory for the number of frames of a block, which the audio thread writes before the first slice of it.
long *drumdub_lv2_block(drumdub_lv2_host *host);
/// Processes interleaved stereo frames in place. Audio thread. Returns false: the output is not silent.
bool drumdub_lv2_process(void *host, void *frames, long count, bool is_silent);

/// Fades to the input within 10 ms, delayed by the latency, or back. Not the audio thread.
void drumdub_lv2_bypass(drumdub_lv2_host *host, bool is_bypassed);
/// Why the plug-in does not run any more. Any thread.
drumdub_lv2_verdict drumdub_lv2_state(const drumdub_lv2_host *host);
/// The frames between input and output, and those that the plug-in itself needs, which may change. Any thread.
int drumdub_lv2_latency(const drumdub_lv2_host *host);
int drumdub_lv2_needed_latency(const drumdub_lv2_host *host);
void drumdub_lv2_set_latency(drumdub_lv2_host *host, int frames);
/// Sets the descriptor of an event counter that is written when a plug-in is created, stops or needs more latency.
void drumdub_lv2_set_signal(int descriptor);

// MARK: The watchdog

/// The checks in a row that find the same call before it is ended.
enum { DRUMDUB_LV2_MOST_CHECKS = 4 };

/// Ends the calls of plug-ins that are heard, if each of the last checks has found the same call. Returns whether there are such
/// plug-ins. One thread calls it, at a fixed interval: time in which the whole process stands still does not count.
bool drumdub_lv2_watch_all(void);
/// Does the same for one plug-in. Returns whether it is being called.
bool drumdub_lv2_watch(drumdub_lv2_host *host);

#pragma clang assume_nonnull end
