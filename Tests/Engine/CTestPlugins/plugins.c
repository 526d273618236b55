#define _GNU_SOURCE
#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/core/lv2.h>
#include <lv2/midi/midi.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// LV2 plug-ins that fail and change on request. Port 0 is the input, 1 the output, 2 the control, 3 the latency. The input of
// an instrument is a sequence of atoms, and port 3 its right output.

#define PREFIX "urn:drumdub:test:"

typedef struct {
  const float *input;
  float *output;
  const float *control;
  float *latency;
  LV2_URID_Map *map;
  LV2_Worker_Schedule *schedule;
  float line[4096];
  uint32_t place;
  float gain;
  bool is_slow;
} plugin;

static LV2_Handle create(
  const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features) {
  (void)rate, (void)bundle;
  if (!strcmp(descriptor->URI, PREFIX "crash")) abort();
  if (!strcmp(descriptor->URI, PREFIX "refuse")) return NULL;
  // As a plug-in that loads much.
  const char *seconds = getenv("DRUMDUB_TEST_SLEEP");
  if (!strcmp(descriptor->URI, PREFIX "sleep") && seconds) nanosleep(&(struct timespec){atoi(seconds), 0}, NULL);
  plugin *self = calloc(1, sizeof *self);
  self->gain = 1;
  for (; *features; features++) {
    if (!strcmp((*features)->URI, LV2_URID__map)) self->map = (*features)->data;
    if (!strcmp((*features)->URI, LV2_WORKER__schedule)) self->schedule = (*features)->data;
  }
  return self;
}

static void connect(LV2_Handle handle, uint32_t port, void *data) {
  plugin *self = handle;
  switch (port) {
  case 0: self->input = data; break;
  case 1: self->output = data; break;
  case 2: self->control = data; break;
  case 3: self->latency = data; break;
  }
}

static void activate(LV2_Handle handle) { memset(((plugin *)handle)->line, 0, sizeof((plugin *)handle)->line); }

/// Multiplies by the control and by the gain that the state holds.
static void run_gain(LV2_Handle handle, uint32_t count) {
  plugin *self = handle;
  for (uint32_t index = 0; index < count; index++)
    self->output[index] = self->input[index] * *self->control * self->gain;
}

/// Yields NaN while the control is above 0.5.
static void run_nan(LV2_Handle handle, uint32_t count) {
  plugin *self = handle;
  for (uint32_t index = 0; index < count; index++)
    self->output[index] = *self->control > 0.5f ? NAN : self->input[index] * 0.5f;
}

/// Takes a millisecond a frame while the control is above 0.5.
static void run_slow(LV2_Handle handle, uint32_t count) {
  plugin *self = handle;
  memcpy(self->output, self->input, count * sizeof(float));
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do clock_gettime(CLOCK_MONOTONIC, &now);
  while (*self->control > 0.5f && (now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < 5);
}

/// Does not come back while the control is above 0.5: sleeps, or computes if it is above 1.5.
static void run_hang(LV2_Handle handle, uint32_t count) {
  plugin *self = handle;
  memcpy(self->output, self->input, count * sizeof(float));
  while (*self->control > 0.5f) {
    if (*self->control < 1.5f) nanosleep(&(struct timespec){60, 0}, NULL);
  }
}

/// Delays by the frames of the control, and tells them.
static void run_delay(LV2_Handle handle, uint32_t count) {
  plugin *self = handle;
  uint32_t delay = (uint32_t)*self->control;
  for (uint32_t index = 0; index < count; index++) {
    self->line[self->place % 4096] = self->input[index];
    self->output[index] = self->line[(self->place - delay) % 4096];
    self->place++;
  }
  *self->latency = (float)delay;
}

/// Ends the program while the control is above 0.5.
static void run_die(LV2_Handle handle, uint32_t count) {
  plugin *self = handle;
  if (*self->control > 0.5f) kill(getpid(), SIGKILL);
  memcpy(self->output, self->input, count * sizeof(float));
}

/// Writes each message of MIDI on its frame: the high half of the status / 16 and the first byte / 4096 on the left, the
/// second byte / 128 on the right, all times the control and the gain. Yields NaN for key 0 and takes 5 ms for key 1.
static void run_notes(LV2_Handle handle, uint32_t count) {
  plugin *self = handle;
  const LV2_Atom_Sequence *notes = (const LV2_Atom_Sequence *)self->input;
  LV2_URID midi = self->map->map(self->map->handle, LV2_MIDI__MidiEvent);
  float gain = *self->control * self->gain;
  memset(self->output, 0, count * sizeof(float));
  memset(self->latency, 0, count * sizeof(float));
  int64_t last = 0;
  LV2_ATOM_SEQUENCE_FOREACH(notes, event) {
    const uint8_t *bytes = (const uint8_t *)(event + 1);
    int64_t frame = event->time.frames;
    if (event->body.type != midi || event->body.size != 3 || frame < last || frame >= count) abort();
    last = frame;
    self->output[frame] += ((float)(bytes[0] >> 4) / 16 + (float)bytes[1] / 4096) * gain;
    self->latency[frame] += (float)bytes[2] / 128 * gain;
    if (bytes[0] >> 4 == 9 && bytes[1] == 0) self->output[frame] = NAN;
    if (bytes[0] >> 4 == 9 && bytes[1] == 1) self->is_slow = true;
  }
  if (self->is_slow) nanosleep(&(struct timespec){0, 5000000}, NULL);
}

/// Asks for a job with the control, whose answer is the gain.
static void run_work(LV2_Handle handle, uint32_t count) {
  plugin *self = handle;
  if (self->schedule) self->schedule->schedule_work(self->schedule->handle, sizeof(float), self->control);
  for (uint32_t index = 0; index < count; index++) self->output[index] = self->input[index] * self->gain;
}

static LV2_Worker_Status work(
  LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle target, uint32_t size,
  const void *data) {
  (void)handle;
  return respond(target, size, data);
}

static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size, const void *data) {
  if (size == sizeof(float)) memcpy(&((plugin *)handle)->gain, data, size);
  return LV2_WORKER_SUCCESS;
}

static LV2_State_Status save(
  LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle state, uint32_t flags,
  const LV2_Feature *const *features) {
  (void)flags, (void)features;
  plugin *self = handle;
  return store(
    state, self->map->map(self->map->handle, PREFIX "kept"), &self->gain, sizeof self->gain,
    self->map->map(self->map->handle, LV2_ATOM__Float), LV2_STATE_IS_POD);
}

static LV2_State_Status restore(
  LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle state, uint32_t flags,
  const LV2_Feature *const *features) {
  (void)features;
  plugin *self = handle;
  size_t size;
  uint32_t type;
  const float *kept = retrieve(state, self->map->map(self->map->handle, PREFIX "kept"), &size, &type, &flags);
  // What a plug-in does that trusts its state.
  if (kept && *kept < 0) abort();
  if (kept) self->gain = *kept;
  return LV2_STATE_SUCCESS;
}

static const void *extension(const char *uri) {
  static const LV2_State_Interface state = {save, restore};
  static const LV2_Worker_Interface worker = {work, work_response, NULL};
  if (!strcmp(uri, LV2_STATE__interface)) return &state;
  if (!strcmp(uri, LV2_WORKER__interface)) return &worker;
  return NULL;
}

#define PLUGIN(name, run) {PREFIX name, create, connect, activate, run, NULL, free, extension}

static const LV2_Descriptor descriptors[] = {
  PLUGIN("crash", run_gain), PLUGIN("refuse", run_gain), PLUGIN("gain", run_gain), PLUGIN("nan", run_nan),
  PLUGIN("slow", run_slow),  PLUGIN("delay", run_delay), PLUGIN("work", run_work),
  PLUGIN("notes", run_notes), PLUGIN("hang", run_hang), PLUGIN("sleep", run_gain), PLUGIN("die", run_die),
};

LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
  return index < sizeof descriptors / sizeof *descriptors ? &descriptors[index] : NULL;
}
