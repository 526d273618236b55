#define _GNU_SOURCE
#include "CLV2.h"
#include "services.h"
#include "watch.h"

#include <dlfcn.h>
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/state/state.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

// A plug-in as a unit of the mixer: planar buffers, ports, latency, bypass, and the watch over what it yields.

enum {
  SLICE = DRUMDUB_LV2_SLICE,
  RING = DRUMDUB_LV2_MOST_LATENCY + SLICE,
  /// Late blocks in a row that stop a plug-in: fewer may be the fault of the machine.
  MOST_LATE_BLOCKS = 8,
};

/// One copy of the plug-in: one for both sides, or one for each.
typedef struct {
  LV2_Handle handle;
  drumdub_lv2_jobs *jobs;
  void **atoms;
} copy;

/// A delay in frames, and the one that it is crossfaded from while `left` is above 0.
typedef struct {
  int frames, former, left;
} delay;

struct drumdub_lv2_host {
  const LV2_Descriptor *descriptor;
  copy copies[2];
  int copy_count;
  bool is_active, is_realtime, has_latency;
  double rate;
  uint32_t port_count, parameter_count;
  drumdub_lv2_port_kind *kinds;
  uint32_t *sizes;
  /// The values of the control ports.
  float *controls;
  drumdub_lv2_parameter *parameters;
  float *choices;
  /// The values of the parameters, as the audio thread has smoothed them.
  float *values;
  int input_count, output_count;
  /// Planar sound: two inputs, two outputs, silence for further inputs, and what further outputs write.
  float in[2][SLICE], out[2][SLICE], silence[SLICE], rest[SLICE];
  /// The input and the output of the plug-in, interleaved, for the latency. NULL without one.
  float *dry_ring, *wet_ring;
  int ring_place;
  delay dry_delay, wet_delay;
  atomic_int latency, needed_latency;
  atomic_bool is_bypassed;
  /// Whether the plug-in has faded out since it was bypassed. The audio thread writes it.
  atomic_bool is_faded_out;
  /// Frames of the fade from the input to the plug-in that have passed.
  int fade, fade_length;
  /// Frames since the plug-in began within a sound, at most `entry_length`: until then it is not heard.
  int entry;
  /// Held by the thread that uses the plug-in. The audio thread does not wait for it.
  atomic_flag lock;
  atomic_int verdict;
  drumdub_lv2_call call;
  const uint64_t *messages;
  const long *message_count;
  /// The port that gets the messages; the number of ports if there is none.
  uint32_t message_port;
  /// The frames of the block that have passed.
  long block_place;
  long block, block_frames;
  int64_t block_time;
  int late_blocks;
  LV2_URID sequence, chunk, midi_event;
  LV2_Options_Option options[6];
  float option_rate;
  int32_t option_least, option_most, option_sequence;
  LV2_Feature features[8];
  const LV2_Feature *feature_list[2][9];
  LV2_Feature schedules[2];
};

static atomic_int signal_descriptor = -1;

void drumdub_lv2_set_signal(int descriptor) { atomic_store(&signal_descriptor, descriptor); }

/// Wakes the thread that looks at the plug-ins. Any thread, as `WakeSignal.wake`.
static void report(void) {
  int descriptor = atomic_load(&signal_descriptor);
  uint64_t one = 1;
  if (descriptor >= 0 && write(descriptor, &one, sizeof one) < 0) return;
}

static char *message(const char *text, const char *detail) {
  char *message = NULL;
  return asprintf(&message, "%s%s", text, detail ? detail : "") < 0 ? NULL : message;
}

// MARK: Opening

static const LV2_Descriptor *find(const drumdub_lv2_setup *setup, const char **reason) {
  // Never unloaded, since a library may have left threads and handlers.
  void *library = dlopen(setup->library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) return *reason = message("its library cannot be loaded: ", dlerror()), NULL;
  const LV2_Descriptor *found = NULL;
  LV2_Descriptor_Function function = (LV2_Descriptor_Function)dlsym(library, "lv2_descriptor");
  for (uint32_t index = 0; function; index++) {
    found = function(index);
    if (!found || !strcmp(found->URI, setup->uri)) break;
  }
  LV2_Lib_Descriptor_Function other = (LV2_Lib_Descriptor_Function)dlsym(library, "lv2_lib_descriptor");
  if (!found && other) {
    static const LV2_Feature *const none[] = {NULL};
    const LV2_Lib_Descriptor *descriptor = other(setup->bundle, none);
    for (uint32_t index = 0; descriptor; index++) {
      found = descriptor->get_plugin(descriptor->handle, index);
      if (!found || !strcmp(found->URI, setup->uri)) break;
    }
  }
  if (!found) *reason = message("its library does not have it", NULL);
  return found;
}

static void set_options(drumdub_lv2_host *host) {
  host->sequence = drumdub_lv2_map(LV2_ATOM__Sequence);
  host->chunk = drumdub_lv2_map(LV2_ATOM__Chunk);
  host->midi_event = drumdub_lv2_map(LV2_MIDI__MidiEvent);
  LV2_URID number = drumdub_lv2_map(LV2_ATOM__Float), integer = drumdub_lv2_map(LV2_ATOM__Int);
  host->option_rate = (float)host->rate;
  host->option_least = 1;
  host->option_most = SLICE;
  host->option_sequence = host->messages ? DRUMDUB_LV2_MIDI_BYTES : DRUMDUB_LV2_ATOM_BYTES;
#define OPTION(uri, type, value) \
  (LV2_Options_Option) { LV2_OPTIONS_INSTANCE, 0, drumdub_lv2_map(uri), sizeof(value), type, &value }
  host->options[0] = OPTION(LV2_PARAMETERS__sampleRate, number, host->option_rate);
  host->options[1] = OPTION(LV2_BUF_SIZE__minBlockLength, integer, host->option_least);
  host->options[2] = OPTION(LV2_BUF_SIZE__maxBlockLength, integer, host->option_most);
  host->options[3] = OPTION("http://lv2plug.in/ns/ext/buf-size#nominalBlockLength", integer, host->option_most);
  host->options[4] = OPTION(LV2_BUF_SIZE__sequenceSize, integer, host->option_sequence);
}

static void set_features(drumdub_lv2_host *host) {
  set_options(host);
  int count = 0;
  host->features[count++] = (LV2_Feature){LV2_URID__map, drumdub_lv2_urid_map()};
  host->features[count++] = (LV2_Feature){LV2_URID__unmap, drumdub_lv2_urid_unmap()};
  host->features[count++] = (LV2_Feature){LV2_OPTIONS__options, host->options};
  host->features[count++] = (LV2_Feature){LV2_BUF_SIZE__boundedBlockLength, NULL};
  host->features[count++] = (LV2_Feature){LV2_STATE__loadDefaultState, NULL};
  if (host->is_realtime) host->features[count++] = (LV2_Feature){LV2_CORE__isLive, NULL};
  for (int side = 0; side < 2; side++) {
    for (int index = 0; index < count; index++) host->feature_list[side][index] = &host->features[index];
    host->feature_list[side][count] = &host->schedules[side];
  }
}

static void connect(drumdub_lv2_host *host, int side) {
  copy *copy = &host->copies[side];
  // Each of two copies has the channel of its side, one copy has both.
  int inputs = 0, outputs = 0, most = host->copy_count == 2 ? 1 : 2, first = host->copy_count == 2 ? side : 0;
  for (uint32_t port = 0; port < host->port_count; port++) {
    void *place = NULL;
    switch (host->kinds[port]) {
    case DRUMDUB_LV2_AUDIO_IN: place = inputs < most ? host->in[first + inputs++] : host->silence; break;
    case DRUMDUB_LV2_AUDIO_OUT: place = outputs < most ? host->out[first + outputs++] : host->rest; break;
    case DRUMDUB_LV2_CV_IN: place = host->silence; break;
    case DRUMDUB_LV2_CV_OUT: place = host->rest; break;
    case DRUMDUB_LV2_CONTROL_IN:
    case DRUMDUB_LV2_CONTROL_OUT:
    case DRUMDUB_LV2_LATENCY: place = &host->controls[port]; break;
    case DRUMDUB_LV2_ATOM_IN:
    case DRUMDUB_LV2_MIDI_IN:
    case DRUMDUB_LV2_ATOM_OUT: place = copy->atoms[port]; break;
    case DRUMDUB_LV2_OPTIONAL:
    case DRUMDUB_LV2_UNKNOWN: break;
    }
    host->descriptor->connect_port(copy->handle, port, place);
  }
}

static bool is_atom(drumdub_lv2_port_kind kind) {
  return kind == DRUMDUB_LV2_ATOM_IN || kind == DRUMDUB_LV2_MIDI_IN || kind == DRUMDUB_LV2_ATOM_OUT;
}

static bool open_copy(drumdub_lv2_host *host, int side, const char *bundle) {
  copy *copy = &host->copies[side];
  copy->jobs = drumdub_lv2_jobs_new(!host->is_realtime);
  host->schedules[side] = (LV2_Feature){LV2_WORKER__schedule, drumdub_lv2_jobs_schedule(copy->jobs)};
  copy->atoms = calloc(host->port_count + 1, sizeof *copy->atoms);
  for (uint32_t port = 0; port < host->port_count; port++)
    if (is_atom(host->kinds[port])) copy->atoms[port] = calloc(1, host->sizes[port]);
  copy->handle = host->descriptor->instantiate(host->descriptor, host->rate, bundle, host->feature_list[side]);
  if (!copy->handle) return false;
  const void *worker = host->descriptor->extension_data ? host->descriptor->extension_data(LV2_WORKER__interface) : NULL;
  drumdub_lv2_jobs_start(copy->jobs, copy->handle, worker);
  connect(host, side);
  return true;
}

static void *copy_of(const void *bytes, size_t size) {
  void *copy = malloc(size + 1);
  return copy ? memcpy(copy, bytes, size) : NULL;
}

/// Copies the values of the ports, counts the channels, and finds the port that gets messages.
static void copy_ports(drumdub_lv2_host *host, const drumdub_lv2_slot *ports, uint32_t count) {
  host->port_count = host->message_port = count;
  host->kinds = calloc(count + 1, sizeof *host->kinds);
  host->controls = calloc(count + 1, sizeof *host->controls);
  host->sizes = calloc(count + 1, sizeof *host->sizes);
  for (uint32_t port = 0; port < count; port++) {
    host->kinds[port] = ports[port].kind;
    host->controls[port] = ports[port].value;
    bool is_first = host->message_port == count && ports[port].kind == DRUMDUB_LV2_MIDI_IN;
    if (is_first && host->messages) host->message_port = port;
    uint32_t least = host->message_port == port ? DRUMDUB_LV2_MIDI_BYTES : DRUMDUB_LV2_ATOM_BYTES;
    host->sizes[port] = ports[port].size < least ? least : ports[port].size;
    if (ports[port].kind == DRUMDUB_LV2_AUDIO_IN) host->input_count++;
    if (ports[port].kind == DRUMDUB_LV2_AUDIO_OUT) host->output_count++;
    if (ports[port].kind == DRUMDUB_LV2_LATENCY) host->has_latency = true;
  }
}

/// Frames from the moment at which a plug-in begins to that at which it is heard: what enters it fades in, and has passed.
static int entry_length(const drumdub_lv2_host *host) {
  int needed = atomic_load_explicit(&host->needed_latency, memory_order_relaxed);
  int latency = atomic_load_explicit(&host->latency, memory_order_relaxed);
  return host->fade_length + (needed > latency ? needed : latency);
}

drumdub_lv2_host *drumdub_lv2_open(
  const drumdub_lv2_setup *setup, const drumdub_lv2_slot *ports, const drumdub_lv2_parameter *parameters,
  const float *choices, const char **reason) {
  const LV2_Descriptor *descriptor = find(setup, reason);
  if (!descriptor) return NULL;
  drumdub_lv2_host *host = calloc(1, sizeof *host);
  host->descriptor = descriptor;
  host->rate = setup->rate;
  host->is_realtime = setup->is_realtime;
  host->messages = setup->messages;
  host->message_count = setup->message_count;
  copy_ports(host, ports, setup->port_count);
  host->parameter_count = setup->parameter_count;
  host->parameters = copy_of(parameters, setup->parameter_count * sizeof *parameters);
  host->choices = copy_of(choices, setup->choice_count * sizeof *choices);
  host->values = calloc(setup->parameter_count + 1, sizeof *host->values);
  host->copy_count = host->input_count == 1 && host->output_count == 1 ? 2 : 1;
  host->fade_length = (int)(setup->rate / 100) + 1;
  host->fade = setup->is_bypassed ? 0 : host->fade_length;
  // One that is not bypassed at its beginning is faded in by its caller.
  host->entry = setup->is_bypassed ? 0 : entry_length(host);
  atomic_init(&host->is_bypassed, setup->is_bypassed);
  atomic_init(&host->is_faded_out, setup->is_bypassed);
  atomic_flag_clear(&host->lock);
  if (host->has_latency) {
    host->dry_ring = calloc(RING, 2 * sizeof(float));
    host->wet_ring = calloc(RING, 2 * sizeof(float));
  }
  set_features(host);
  for (int side = 0; side < host->copy_count; side++) {
    if (open_copy(host, side, setup->bundle)) continue;
    drumdub_lv2_close(host);
    return *reason = message("it refuses to be created", NULL), NULL;
  }
  if (host->is_realtime) {
    drumdub_lv2_watch_call(&host->call);
    report();
  }
  return host;
}

/// A plug-in that hung is left as it was: its code was cut short, and threads of it may use its memory.
void drumdub_lv2_close(drumdub_lv2_host *host) {
  if (host->is_realtime) drumdub_lv2_forget_call(&host->call);
  if (drumdub_lv2_state(host) == DRUMDUB_LV2_HUNG) return;
  for (int side = 0; side < host->copy_count; side++) {
    copy *copy = &host->copies[side];
    // Its jobs end before the plug-in does.
    if (copy->jobs) drumdub_lv2_jobs_free(copy->jobs);
    if (copy->handle && host->is_active && host->descriptor->deactivate) host->descriptor->deactivate(copy->handle);
    if (copy->handle) host->descriptor->cleanup(copy->handle);
    for (uint32_t port = 0; copy->atoms && port < host->port_count; port++) free(copy->atoms[port]);
    free(copy->atoms);
  }
  free(host->kinds);
  free(host->sizes);
  free(host->controls);
  free(host->parameters);
  free(host->choices);
  free(host->values);
  free(host->dry_ring);
  free(host->wet_ring);
  free(host);
}

float *drumdub_lv2_values(drumdub_lv2_host *host) { return host->values; }
long *drumdub_lv2_block(drumdub_lv2_host *host) { return &host->block; }
drumdub_lv2_verdict drumdub_lv2_state(const drumdub_lv2_host *host) { return atomic_load(&host->verdict); }
int drumdub_lv2_latency(const drumdub_lv2_host *host) { return atomic_load(&host->latency); }
int drumdub_lv2_needed_latency(const drumdub_lv2_host *host) { return atomic_load(&host->needed_latency); }
void drumdub_lv2_set_latency(drumdub_lv2_host *host, int frames) { atomic_store(&host->latency, frames); }

// MARK: State

static char *map_path(LV2_State_Map_Path_Handle handle, const char *path) { return (void)handle, strdup(path); }
static void free_path(LV2_State_Free_Path_Handle handle, char *path) { (void)handle, free(path); }

static LV2_State_Map_Path path_map = {NULL, map_path, map_path};
static LV2_State_Free_Path path_free = {NULL, free_path};
static const LV2_Feature path_map_feature = {LV2_STATE__mapPath, &path_map};
static const LV2_Feature path_free_feature = {LV2_STATE__freePath, &path_free};

static const LV2_State_Interface *state_interface(drumdub_lv2_host *host) {
  return host->descriptor->extension_data ? host->descriptor->extension_data(LV2_STATE__interface) : NULL;
}

typedef struct {
  void *context;
  void (*store)(void *context, const drumdub_lv2_property *property);
} saving;

static LV2_State_Status store(
  LV2_State_Handle handle, uint32_t key, const void *value, size_t size, uint32_t type, uint32_t flags) {
  saving *saving = handle;
  drumdub_lv2_property property = {drumdub_lv2_unmap(key), drumdub_lv2_unmap(type), value, size};
  if (!property.key || !property.type || !value) return LV2_STATE_ERR_UNKNOWN;
  if (!(flags & LV2_STATE_IS_POD)) return LV2_STATE_ERR_BAD_FLAGS;
  saving->store(saving->context, &property);
  return LV2_STATE_SUCCESS;
}

bool drumdub_lv2_save(
  drumdub_lv2_host *host, void *context, void (*put)(void *context, const drumdub_lv2_property *property)) {
  const LV2_State_Interface *interface = state_interface(host);
  if (!interface || !interface->save || drumdub_lv2_state(host) == DRUMDUB_LV2_HUNG) return false;
  saving saving = {context, put};
  const LV2_Feature *const features[] = {&host->features[0], &host->features[1], &path_map_feature, &path_free_feature, NULL};
  interface->save(host->copies[0].handle, store, &saving, LV2_STATE_IS_POD, features);
  return true;
}

typedef struct {
  const drumdub_lv2_property *properties;
  size_t count;
} restoring;

static const void *retrieve(LV2_State_Handle handle, uint32_t key, size_t *size, uint32_t *type, uint32_t *flags) {
  restoring *restoring = handle;
  const char *uri = drumdub_lv2_unmap(key);
  for (size_t index = 0; uri && index < restoring->count; index++) {
    const drumdub_lv2_property *property = &restoring->properties[index];
    if (strcmp(property->key, uri)) continue;
    if (size) *size = property->size;
    if (type) *type = drumdub_lv2_map(property->type);
    if (flags) *flags = LV2_STATE_IS_POD;
    return property->bytes;
  }
  return NULL;
}

void drumdub_lv2_restore(drumdub_lv2_host *host, const drumdub_lv2_property *properties, size_t count) {
  const LV2_State_Interface *interface = state_interface(host);
  if (!interface || !interface->restore) return;
  restoring restoring = {properties, count};
  for (int side = 0; side < host->copy_count; side++) {
    const LV2_Feature *const features[] = {
      &host->features[0], &host->features[1], &path_map_feature, &path_free_feature, &host->schedules[side], NULL};
    interface->restore(host->copies[side].handle, retrieve, &restoring, LV2_STATE_IS_POD, features);
  }
}

// MARK: Running. Audio thread, but for the first slice.

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void stop(drumdub_lv2_host *host, drumdub_lv2_verdict verdict) {
  atomic_store(&host->verdict, verdict);
  report();
}

/// Sets the control ports to the values of the parameters.
static void set_controls(drumdub_lv2_host *host) {
  for (uint32_t index = 0; index < host->parameter_count; index++) {
    const drumdub_lv2_parameter *parameter = &host->parameters[index];
    float value = host->values[index];
    if (parameter->choice_count) {
      uint32_t choice = value > 0 ? (uint32_t)(value + 0.5f) : 0;
      value = host->choices[parameter->first_choice + (choice < parameter->choice_count ? choice : parameter->choice_count - 1)];
    }
    host->controls[parameter->port] = value;
  }
}

/// Empties the event ports: inputs hold no event, outputs have all of their room.
static void clear_atoms(drumdub_lv2_host *host, copy *copy, LV2_URID sequence, LV2_URID chunk) {
  for (uint32_t port = 0; port < host->port_count; port++) {
    if (!copy->atoms[port]) continue;
    LV2_Atom_Sequence *atoms = copy->atoms[port];
    bool is_input = host->kinds[port] != DRUMDUB_LV2_ATOM_OUT;
    uint32_t size = is_input ? sizeof(LV2_Atom_Sequence_Body) : host->sizes[port] - (uint32_t)sizeof(LV2_Atom);
    atoms->atom = (LV2_Atom){size, is_input ? sequence : chunk};
    atoms->body = (LV2_Atom_Sequence_Body){0, 0};
  }
}

/// Adds the messages of a slice to the port that gets them, which is empty. While the plug-in fades out, no note begins.
static void add_messages(drumdub_lv2_host *host, copy *copy, long count) {
  if (host->message_port == host->port_count) return;
  bool is_bypassed = atomic_load_explicit(&host->is_bypassed, memory_order_relaxed);
  LV2_Atom_Sequence *atoms = copy->atoms[host->message_port];
  for (long index = 0; index < *host->message_count; index++) {
    long frame = (long)(host->messages[index] >> 24) - host->block_place;
    if (frame < 0 || frame >= count) continue;
    uint8_t bytes[3];
    for (int place = 0; place < 3; place++) bytes[place] = (uint8_t)(host->messages[index] >> (8 * place));
    if (is_bypassed && (bytes[0] & 0xF0) == 0x90) continue;
    uint32_t size = lv2_atom_pad_size(sizeof(LV2_Atom_Event) + sizeof bytes);
    if (atoms->atom.size + sizeof(LV2_Atom) + size > host->sizes[host->message_port]) return;
    LV2_Atom_Event *event = (LV2_Atom_Event *)((uint8_t *)&atoms->body + atoms->atom.size);
    event->time.frames = frame;
    event->body = (LV2_Atom){sizeof bytes, host->midi_event};
    memcpy(event + 1, bytes, sizeof bytes);
    atoms->atom.size += size;
  }
}

/// The one function that calls the plug-in. `.ci/render-path` knows its name. Returns false if the watchdog has ended the call.
__attribute__((noinline)) static bool drumdub_lv2_run_plugin(drumdub_lv2_host *host, uint32_t count) {
#ifdef __SSE__
  // Plug-ins may change the mode, and the sound of an export has to be that of the device's thread: FTZ and DAZ.
  unsigned int mode = _mm_getcsr();
  _mm_setcsr(mode | 0x8040);
#endif
  if (!sigsetjmp(host->call.escape, 0)) {
    drumdub_lv2_begin_call(&host->call);
    for (int side = 0; side < host->copy_count; side++) {
      host->descriptor->run(host->copies[side].handle, count);
      drumdub_lv2_jobs_answer(host->copies[side].jobs);
    }
  }
  bool is_back = drumdub_lv2_end_call(&host->call);
#ifdef __SSE__
  _mm_setcsr(mode);
#endif
  return is_back;
}

static bool is_finite(const float *samples, int count) {
  // Infinity and NaN have all bits of the exponent.
  uint32_t found = 0;
  for (int index = 0; index < count; index++) {
    uint32_t bits;
    memcpy(&bits, &samples[index], sizeof bits);
    found |= (bits & 0x7F800000) == 0x7F800000;
  }
  return !found;
}

/// Judges the time of the last block when the next one begins.
static void watch_time(drumdub_lv2_host *host) {
  if (!host->block) return;
  host->block_place = 0;
  double half = (double)host->block_frames / host->rate * 0.5e9;
  bool is_late = host->is_realtime && host->block_frames && (double)host->block_time > half;
  host->late_blocks = is_late ? host->late_blocks + 1 : 0;
  if (host->late_blocks >= MOST_LATE_BLOCKS) stop(host, DRUMDUB_LV2_TOO_SLOW);
  host->block_frames = host->block;
  host->block_time = 0;
  host->block = 0;
}

static void follow_latency(drumdub_lv2_host *host) {
  for (uint32_t port = 0; port < host->port_count; port++) {
    if (host->kinds[port] != DRUMDUB_LV2_LATENCY) continue;
    float told = host->controls[port];
    int needed = told > 0 && told <= DRUMDUB_LV2_MOST_LATENCY ? (int)(told + 0.5f) : 0;
    if (needed == atomic_load_explicit(&host->needed_latency, memory_order_relaxed)) return;
    atomic_store(&host->needed_latency, needed);
    if (needed > atomic_load(&host->latency)) report();
    return;
  }
}

/// Returns a share that rises from 0 to 1. A cubic has no corners at its ends.
static float curve(int passed, int length) {
  if (passed >= length) return 1;
  float x = (float)passed / (float)length;
  return x * x * (3 - 2 * x);
}

/// Runs the plug-in on a slice of its input. Returns false if it cannot be heard.
static bool run(drumdub_lv2_host *host, const float *frames, int count) {
  if (atomic_load_explicit(&host->verdict, memory_order_relaxed)) return false;
  if (atomic_flag_test_and_set_explicit(&host->lock, memory_order_acquire)) return false;
  set_controls(host);
  bool is_mixed = host->input_count == 1 && host->copy_count == 1;
  for (int index = 0; index < count; index++) {
    float left = frames[2 * index], right = frames[2 * index + 1];
    float level = curve(host->entry + index, host->fade_length);
    host->in[0][index] = (is_mixed ? (left + right) * 0.5f : left) * level;
    host->in[1][index] = right * level;
  }
  for (int side = 0; side < host->copy_count; side++) {
    clear_atoms(host, &host->copies[side], host->sequence, host->chunk);
    add_messages(host, &host->copies[side], count);
  }
  int64_t start = now();
  if (!drumdub_lv2_run_plugin(host, (uint32_t)count)) return stop(host, DRUMDUB_LV2_HUNG), false;
  host->block_time += now() - start;
  if (host->has_latency) follow_latency(host);
  atomic_flag_clear_explicit(&host->lock, memory_order_release);
  if (host->output_count == 1 && host->copy_count == 1) memcpy(host->out[1], host->out[0], sizeof host->out[0]);
  if (is_finite(host->out[0], count) && is_finite(host->out[1], count)) return true;
  stop(host, DRUMDUB_LV2_NOT_FINITE);
  return false;
}

/// Begins a crossfade to another delay, unless one is under way.
static void move(delay *delay, int frames, int length) {
  if (delay->left > 0 || delay->frames == frames) return;
  delay->former = delay->frames;
  delay->frames = frames;
  delay->left = length;
}

/// Reads a frame of a ring.
static float delayed(const drumdub_lv2_host *host, const float *ring, int place, int side, const delay *delay) {
  float now = ring[2 * ((place - delay->frames + RING) % RING) + side];
  if (delay->left == 0) return now;
  float former = ring[2 * ((place - delay->former + RING) % RING) + side];
  return now + (former - now) * curve(delay->left, host->fade_length);
}

/// Delays the input by the latency, and the output by what the plug-in needs less. A delay that changes is crossfaded.
static void delay_both(drumdub_lv2_host *host, float *dry, float *wet, int count) {
  int latency = atomic_load_explicit(&host->latency, memory_order_relaxed);
  int rest = latency - atomic_load_explicit(&host->needed_latency, memory_order_relaxed);
  move(&host->dry_delay, latency, host->fade_length);
  move(&host->wet_delay, rest < 0 ? 0 : rest, host->fade_length);
  for (int index = 0; index < count; index++) {
    int place = (host->ring_place + index) % RING;
    if (host->dry_delay.left > 0) host->dry_delay.left--;
    if (host->wet_delay.left > 0) host->wet_delay.left--;
    for (int side = 0; side < 2; side++) {
      host->dry_ring[2 * place + side] = dry[2 * index + side];
      host->wet_ring[2 * place + side] = wet[2 * index + side];
      dry[2 * index + side] = delayed(host, host->dry_ring, place, side, &host->dry_delay);
      wet[2 * index + side] = delayed(host, host->wet_ring, place, side, &host->wet_delay);
    }
  }
  host->ring_place = (host->ring_place + count) % RING;
}

/// Mixes the output into the input, as the bypass moves.
static void mix(drumdub_lv2_host *host, float *dry, const float *wet, int count, bool is_on) {
  for (int index = 0; index < count; index++) {
    bool is_heard = host->entry >= entry_length(host);
    if (!is_heard) host->entry++;
    if (is_on && is_heard && host->fade < host->fade_length) host->fade++;
    if (!is_on && host->fade > 0) host->fade--;
    float share = curve(host->fade, host->fade_length);
    for (int side = 0; side < 2; side++) {
      float *place = &dry[2 * index + side];
      *place = share == 1 ? wet[2 * index + side] : *place + (wet[2 * index + side] - *place) * share;
    }
  }
}

bool drumdub_lv2_process(void *context, void *memory, long count, bool is_silent) {
  drumdub_lv2_host *host = context;
  float *frames = memory;
  (void)is_silent;
  watch_time(host);
  bool is_on = !atomic_load_explicit(&host->is_bypassed, memory_order_acquire);
  bool runs = (is_on || host->fade > 0) && run(host, frames, (int)count);
  host->block_place += count;
  float wet[2 * SLICE];
  for (long index = 0; index < count; index++)
    for (int side = 0; side < 2; side++) {
      float input = frames[2 * index + side];
      // A plug-in without input adds its sound.
      wet[2 * index + side] = runs ? host->out[side][index] + (host->input_count ? 0 : input) : input;
    }
  if (host->has_latency) delay_both(host, frames, wet, (int)count);
  mix(host, frames, wet, (int)count, is_on && runs);
  bool is_faded_out = !is_on && host->fade == 0;
  if (is_faded_out) host->entry = 0;
  atomic_store_explicit(&host->is_faded_out, is_faded_out, memory_order_relaxed);
  return false;
}

// MARK: Control side

bool drumdub_lv2_watch(drumdub_lv2_host *host) { return drumdub_lv2_check_call(&host->call); }

static void set_active(drumdub_lv2_host *host, bool is_active) {
  for (int side = 0; side < host->copy_count; side++) {
    void (*function)(LV2_Handle) = is_active ? host->descriptor->activate : host->descriptor->deactivate;
    if (function) function(host->copies[side].handle);
  }
  host->is_active = is_active;
}

bool drumdub_lv2_activate(drumdub_lv2_host *host) {
  set_active(host, true);
  if (!host->has_latency) return true;
  static const float silence[2 * SLICE];
  run(host, silence, SLICE);
  for (uint32_t port = 0; port < host->port_count; port++)
    if (host->kinds[port] == DRUMDUB_LV2_LATENCY && host->controls[port] > DRUMDUB_LV2_MOST_LATENCY) return false;
  host->dry_delay.frames = atomic_load(&host->needed_latency);
  atomic_store(&host->latency, host->dry_delay.frames);
  host->block_time = 0;
  return true;
}

/// A plug-in that has faded out begins again without what it has kept. One that is still heard plays on.
void drumdub_lv2_bypass(drumdub_lv2_host *host, bool is_bypassed) {
  if (atomic_load(&host->is_bypassed) == is_bypassed) return;
  if (!is_bypassed && atomic_load_explicit(&host->is_faded_out, memory_order_relaxed)) {
    while (atomic_flag_test_and_set_explicit(&host->lock, memory_order_acquire)) {
      if (drumdub_lv2_state(host) == DRUMDUB_LV2_HUNG) return;
      usleep(100);
    }
    set_active(host, false);
    set_active(host, true);
    atomic_flag_clear_explicit(&host->lock, memory_order_release);
  }
  atomic_store_explicit(&host->is_bypassed, is_bypassed, memory_order_release);
}
