#include "CFluidSynth.h"

#include <CLoader.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// FluidSynth 2: https://www.fluidsynth.org/api. Its types are opaque, so that its header is not needed.

const char *const drumdub_fluid_package = "libfluidsynth3";

typedef struct settings settings;
typedef struct synth synth;
typedef struct voice voice;

#define FUNCTIONS(X)                                                                    \
  X(settings *, new_fluid_settings, (void))                                             \
  X(void, delete_fluid_settings, (settings *))                                          \
  X(int, fluid_settings_setint, (settings *, const char *, int))                        \
  X(int, fluid_settings_setnum, (settings *, const char *, double))                     \
  X(synth *, new_fluid_synth, (settings *))                                             \
  X(void, delete_fluid_synth, (synth *))                                                \
  X(int, fluid_synth_sfload, (synth *, const char *, int))                              \
  X(int, fluid_synth_program_select, (synth *, int, int, int, int))                     \
  X(int, fluid_synth_pitch_wheel_sens, (synth *, int, int))                             \
  X(int, fluid_synth_set_gen, (synth *, int, int, float))                               \
  X(int, fluid_synth_noteon, (synth *, int, int, int))                                  \
  X(int, fluid_synth_noteoff, (synth *, int, int))                                      \
  X(int, fluid_synth_stop, (synth *, unsigned))                                         \
  X(int, fluid_synth_all_notes_off, (synth *, int))                                     \
  X(int, fluid_synth_all_sounds_off, (synth *, int))                                    \
  X(int, fluid_synth_pitch_bend, (synth *, int, int))                                   \
  X(int, fluid_synth_cc, (synth *, int, int, int))                                      \
  X(int, fluid_synth_get_active_voice_count, (synth *))                                 \
  X(void, fluid_synth_get_voicelist, (synth *, voice **, int, int))                     \
  X(int, fluid_synth_write_float, (synth *, int, void *, int, int, void *, int, int))   \
  X(unsigned, fluid_voice_get_id, (const voice *))                                      \
  X(void, fluid_voice_gen_set, (voice *, int, float))                                   \
  X(void, fluid_voice_gen_incr, (voice *, int, float))                                  \
  X(void, fluid_voice_update_param, (voice *, int))                                     \
  X(void *, fluid_set_log_function, (int, void (*)(int, const char *, void *), void *))

enum { POLYPHONY = 128, CHANNEL = 0, BUFFER = 64 };
// Generators of the SoundFont specification 2.04, section 8.1.2.
enum { VOLUME_RELEASE = 38, ATTENUATION = 48, FINE_TUNE = 52 };
enum { SUSTAIN = 64, SOSTENUTO = 66, RESET = 121 };
// The range that the library is given for bends, in semitones. It bends by 127/128 of it, as measured with 2.3.1.
enum { BEND_RANGE = DRUMDUB_FLUID_BEND + 1 };
// Notes are attenuated, and all of them amplified, so that a note may be louder than its velocity says.
static const double headroom_decibels = 24;
static const double level = 0.6;
// Timecents; 16 ms for 100 dB.
static const float short_release = -7200;

typedef struct {
  unsigned id;
  // Frames until it is released.
  long left;
} held_note;

struct drumdub_fluid {
  settings *settings;
  synth *synth;
  float tune;
  int sustain, sostenuto;
  // The frames that the library has rendered and that were not written yet.
  int rendered;
  unsigned last_id;
  int held_count;
  held_note held[POLYPHONY];
  voice *voices[POLYPHONY + 1];
  int event_count;
  drumdub_fluid_event events[DRUMDUB_FLUID_EVENTS];
};

// MARK: Loading

// The first error since a preset began to load.
static _Thread_local char message[256];

static void keep_error(int level_, const char *text, void *data) {
  (void)level_, (void)data;
  if (!message[0]) strncpy(message, text, sizeof message - 1);
}

// GLib, which FluidSynth uses for some files, writes messages to standard error as well.
static void *(*g_log_set_default_handler)(void (*)(const char *, int, const char *, void *), void *);
static const drumdub_symbol glib[] = {{(void **)&g_log_set_default_handler, "g_log_set_default_handler"}};

static void ignore(const char *domain, int level_, const char *text, void *data) {
  (void)domain, (void)level_, (void)text, (void)data;
}

static void prepare(void);

DRUMDUB_TYPED_LIBRARY(fluid_load, "libfluidsynth.so.3", FUNCTIONS, prepare())

static void prepare(void) {
  // Panics and errors; all else is discarded, since the library would write it to standard error, the terminal.
  for (int kind = 0; kind < 5; kind++) p_fluid_set_log_function(kind, kind < 2 ? keep_error : NULL, NULL);
  if (!drumdub_load_library("libglib-2.0.so.0", glib, 1)) g_log_set_default_handler(ignore, NULL);
}

// The synthesizers of all threads share a cache of samples, which FluidSynth 2.3 damages if two of them are opened or closed
// at once.
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static void fluid_free(drumdub_fluid *fluid) {
  if (fluid->synth) p_delete_fluid_synth(fluid->synth);
  if (fluid->settings) p_delete_fluid_settings(fluid->settings);
  free(fluid);
}

static drumdub_fluid *failed(drumdub_fluid *fluid, const char *text, const char **reason) {
  *reason = strdup(message[0] ? message : text);
  if (fluid) fluid_free(fluid);
  return NULL;
}

static void configure(settings *settings, double rate) {
  p_fluid_settings_setnum(settings, "synth.sample-rate", rate);
  p_fluid_settings_setnum(settings, "synth.gain", level * pow(10, headroom_decibels / 20));
  p_fluid_settings_setint(settings, "synth.polyphony", POLYPHONY);
  // One thread at a time uses a synthesizer, so that it needs no lock.
  p_fluid_settings_setint(settings, "synth.threadsafe-api", 0);
  // Only the samples of the chosen preset are read.
  p_fluid_settings_setint(settings, "synth.dynamic-sample-loading", 1);
  // The mixer has its own effects.
  p_fluid_settings_setint(settings, "synth.reverb.active", 0);
  p_fluid_settings_setint(settings, "synth.chorus.active", 0);
}

static void fluid_set_generators(drumdub_fluid *fluid) {
  p_fluid_synth_set_gen(fluid->synth, CHANNEL, ATTENUATION, headroom_decibels * 10);
  p_fluid_synth_set_gen(fluid->synth, CHANNEL, FINE_TUNE, fluid->tune);
}

static drumdub_fluid *fluid_open(const char *path, int bank, int program, double rate, const char **reason) {
  drumdub_fluid *fluid = calloc(1, sizeof *fluid);
  if (!fluid) return failed(NULL, "memory is missing", reason);
  fluid->settings = p_new_fluid_settings();
  if (!fluid->settings) return failed(fluid, "memory is missing", reason);
  configure(fluid->settings, rate);
  fluid->synth = p_new_fluid_synth(fluid->settings);
  if (!fluid->synth) return failed(fluid, "memory is missing", reason);
  int font = p_fluid_synth_sfload(fluid->synth, path, 0);
  if (font < 0) return failed(fluid, "FluidSynth cannot read it", reason);
  if (p_fluid_synth_program_select(fluid->synth, CHANNEL, font, bank, program) != 0)
    return failed(fluid, "it does not have this preset", reason);
  // The samples of a preset that cannot be read are only reported.
  if (message[0]) return failed(fluid, message, reason);
  p_fluid_synth_pitch_wheel_sens(fluid->synth, CHANNEL, BEND_RANGE);
  fluid_set_generators(fluid);
  return fluid;
}

drumdub_fluid *drumdub_fluid_open(
    const char *path, int bank, int program, double rate, const char **reason) {
  message[0] = 0;
  const char *missing = fluid_load();
  if (missing) {
    snprintf(message, sizeof message, "it needs the package %s: %s", drumdub_fluid_package, missing);
    return failed(NULL, missing, reason);
  }
  pthread_mutex_lock(&opening);
  drumdub_fluid *fluid = fluid_open(path, bank, program, rate, reason);
  pthread_mutex_unlock(&opening);
  return fluid;
}

void drumdub_fluid_close(drumdub_fluid *fluid) {
  pthread_mutex_lock(&opening);
  fluid_free(fluid);
  pthread_mutex_unlock(&opening);
}

drumdub_fluid_event *drumdub_fluid_events(drumdub_fluid *fluid) { return fluid->events; }

int *drumdub_fluid_event_count(drumdub_fluid *fluid) { return &fluid->event_count; }

// MARK: Events. Audio thread.

static void fluid_write(drumdub_fluid *fluid, float *frames, int count) {
  p_fluid_synth_write_float(fluid->synth, count, frames, 0, 2, frames, 1, 2);
  fluid->rendered = (int)(((unsigned)fluid->rendered - (unsigned)count) & (BUFFER - 1));
}

// The library begins notes with its next buffer of 64 frames. While nothing sounds, the rest of the buffer is silent, and
// is discarded: the note begins on its frame.
static void fluid_begin_buffer(drumdub_fluid *fluid) {
  float silence[2 * BUFFER];
  if (fluid->rendered > 0 && p_fluid_synth_get_active_voice_count(fluid->synth) == 0)
    fluid_write(fluid, silence, fluid->rendered);
}

static void fluid_begin_note(drumdub_fluid *fluid, const drumdub_fluid_event *event) {
  int velocity = event->value < 1 ? 1 : event->value > 127 ? 127 : (int)(event->value + 0.5f);
  fluid_begin_buffer(fluid);
  if (p_fluid_synth_noteon(fluid->synth, CHANNEL, event->key, velocity) != 0) return;
  if (event->held <= 0 && event->gain == 1) return;
  // The voices of the newest note have the highest number.
  p_fluid_synth_get_voicelist(fluid->synth, fluid->voices, POLYPHONY + 1, -1);
  unsigned newest = 0;
  for (voice **each = fluid->voices; *each; each++) {
    unsigned id = p_fluid_voice_get_id(*each);
    if (id > newest) newest = id;
  }
  // The comparison is false for NaN.
  float gain = event->gain > 0.001f ? event->gain : 0.001f;
  float attenuation = -200 * log10f(gain);
  for (voice **each = fluid->voices; *each; each++) {
    if (p_fluid_voice_get_id(*each) != newest) continue;
    p_fluid_voice_gen_incr(*each, ATTENUATION, attenuation);
    p_fluid_voice_update_param(*each, ATTENUATION);
  }
  // Functions of voices take effect at the end of one of the synthesizer.
  p_fluid_synth_get_active_voice_count(fluid->synth);
  if (event->held > 0 && fluid->held_count < POLYPHONY)
    fluid->held[fluid->held_count++] = (held_note){.id = newest, .left = event->held};
}

static void fluid_release(drumdub_fluid *fluid, int key) {
  if (key < 0) p_fluid_synth_all_notes_off(fluid->synth, CHANNEL);
  else p_fluid_synth_noteoff(fluid->synth, CHANNEL, key);
}

static void fluid_bend(drumdub_fluid *fluid, float semitones) {
  const float most = DRUMDUB_FLUID_BEND;
  // The comparison is false for NaN.
  float limited = fabsf(semitones) <= most ? semitones : semitones > 0 ? most : -most;
  p_fluid_synth_pitch_bend(fluid->synth, CHANNEL, (int)(8192.5f + limited * 8192 * 128 / 127 / BEND_RANGE));
}

// Whether a controller changes how notes sound, and neither the preset, the range of bends nor the mode of the channel.
static bool is_followed(int controller) {
  switch (controller) {
    case 0: case 6: case 32: case 38: return false;
    default: return (controller > 0 && controller < 96) || controller == RESET || controller == 123;
  }
}

static void fluid_control(drumdub_fluid *fluid, int controller, float value) {
  if (!is_followed(controller)) return;
  int position = value > 0 ? value < 127 ? (int)(value + 0.5f) : 127 : 0;
  p_fluid_synth_cc(fluid->synth, CHANNEL, controller, position);
  if (controller == SUSTAIN) fluid->sustain = position;
  if (controller == SOSTENUTO) fluid->sostenuto = position;
  if (controller == RESET) {
    fluid->sustain = fluid->sostenuto = 0;
    fluid_set_generators(fluid);
  }
}

static void fluid_fade(drumdub_fluid *fluid) {
  p_fluid_synth_cc(fluid->synth, CHANNEL, SUSTAIN, 0);
  p_fluid_synth_cc(fluid->synth, CHANNEL, SOSTENUTO, 0);
  p_fluid_synth_get_voicelist(fluid->synth, fluid->voices, POLYPHONY + 1, -1);
  for (voice **each = fluid->voices; *each; each++) {
    p_fluid_voice_gen_set(*each, VOLUME_RELEASE, short_release);
    p_fluid_voice_update_param(*each, VOLUME_RELEASE);
  }
  p_fluid_synth_all_notes_off(fluid->synth, CHANNEL);
  p_fluid_synth_cc(fluid->synth, CHANNEL, SUSTAIN, fluid->sustain);
  p_fluid_synth_cc(fluid->synth, CHANNEL, SOSTENUTO, fluid->sostenuto);
  fluid->held_count = 0;
}

static void fluid_handle(drumdub_fluid *fluid, const drumdub_fluid_event *event) {
  switch (event->kind) {
    case DRUMDUB_FLUID_ON: fluid_begin_note(fluid, event); break;
    case DRUMDUB_FLUID_OFF: fluid_release(fluid, event->key); break;
    case DRUMDUB_FLUID_BENT: fluid_bend(fluid, event->value); break;
    case DRUMDUB_FLUID_CONTROL: fluid_control(fluid, event->key, event->value); break;
    case DRUMDUB_FLUID_TUNE:
      fluid->tune = event->value;
      p_fluid_synth_set_gen(fluid->synth, CHANNEL, FINE_TUNE, fluid->tune);
      break;
    case DRUMDUB_FLUID_FADE: fluid_fade(fluid); break;
    case DRUMDUB_FLUID_SILENCE:
      p_fluid_synth_all_sounds_off(fluid->synth, CHANNEL);
      fluid->held_count = 0;
      break;
  }
}

// MARK: Sound. Audio thread.

// Releases the notes whose time has come. Returns the frames until the next one; the given ones if that is later.
static long fluid_release_held(drumdub_fluid *fluid, long next) {
  int kept = 0;
  for (int index = 0; index < fluid->held_count; index++) {
    held_note note = fluid->held[index];
    if (note.left <= 0) {
      p_fluid_synth_stop(fluid->synth, note.id);
      continue;
    }
    if (note.left < next) next = note.left;
    fluid->held[kept++] = note;
  }
  fluid->held_count = kept;
  return next;
}

bool drumdub_fluid_process(void *context, void *frames, long count, bool is_silent) {
  (void)is_silent;
  drumdub_fluid *fluid = context;
  int next = 0, events = fluid->event_count;
  if (events == 0 && p_fluid_synth_get_active_voice_count(fluid->synth) == 0) return true;
  for (long start = 0; start < count;) {
    while (next < events && fluid->events[next].offset <= start) fluid_handle(fluid, &fluid->events[next++]);
    long end = next < events && fluid->events[next].offset < count ? fluid->events[next].offset : count;
    long length = fluid_release_held(fluid, end - start);
    fluid_write(fluid, (float *)frames + 2 * start, (int)length);
    for (int index = 0; index < fluid->held_count; index++) fluid->held[index].left -= length;
    start += length;
  }
  fluid->event_count = 0;
  return false;
}
