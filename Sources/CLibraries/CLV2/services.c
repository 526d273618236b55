#include "services.h"

#include <lv2/buf-size/buf-size.h>
#include <lv2/options/options.h>
#include <lv2/state/state.h>
#include <pthread.h>
#include <search.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

bool drumdub_lv2_provides(const char *feature) {
  static const char *const provided[] = {
    LV2_URID__map, LV2_URID__unmap, LV2_OPTIONS__options, LV2_WORKER__schedule, LV2_BUF_SIZE__boundedBlockLength,
    LV2_STATE__loadDefaultState, LV2_STATE__mapPath, LV2_STATE__freePath, LV2_STATE__threadSafeRestore,
    LV2_CORE__isLive, LV2_CORE__inPlaceBroken, LV2_CORE__hardRTCapable,
    "http://lv2plug.in/ns/ext/port-props#supportsStrictBounds",
  };
  for (size_t index = 0; index < sizeof provided / sizeof *provided; index++)
    if (!strcmp(feature, provided[index])) return true;
  return false;
}

// MARK: Numbers of URIs

typedef struct {
  const char *uri;
  LV2_URID number;
} entry;

static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;
/// The entries by their numbers, from 1, and the tree of tsearch(3) that has them by their URIs.
static entry **entries;
static LV2_URID entry_count;
static void *tree;

static int compare(const void *one, const void *other) {
  return strcmp(((const entry *)one)->uri, ((const entry *)other)->uri);
}

/// Adds a URI that has no number. Returns 0 if memory is missing.
static LV2_URID add(const char *uri) {
  entry **more = realloc(entries, (entry_count + 1) * sizeof *more);
  if (more) entries = more;
  entry *added = more ? malloc(sizeof *added) : NULL;
  char *copy = strdup(uri);
  if (added) *added = (entry){copy, entry_count + 1};
  if (!added || !copy || !tsearch(added, &tree, compare)) return free(added), free(copy), 0;
  entries[entry_count++] = added;
  return added->number;
}

LV2_URID drumdub_lv2_map(const char *uri) {
  pthread_mutex_lock(&map_lock);
  entry **found = tfind(&(entry){uri, 0}, &tree, compare);
  LV2_URID number = found ? (*found)->number : add(uri);
  pthread_mutex_unlock(&map_lock);
  return number;
}

const char *drumdub_lv2_unmap(LV2_URID number) {
  pthread_mutex_lock(&map_lock);
  const char *uri = number > 0 && number <= entry_count ? entries[number - 1]->uri : NULL;
  pthread_mutex_unlock(&map_lock);
  return uri;
}

static LV2_URID map_uri(LV2_URID_Map_Handle handle, const char *uri) { return (void)handle, drumdub_lv2_map(uri); }
static const char *unmap_uri(LV2_URID_Unmap_Handle handle, LV2_URID number) {
  return (void)handle, drumdub_lv2_unmap(number);
}

LV2_URID_Map *drumdub_lv2_urid_map(void) {
  static LV2_URID_Map map = {NULL, map_uri};
  return &map;
}

LV2_URID_Unmap *drumdub_lv2_urid_unmap(void) {
  static LV2_URID_Unmap unmap = {NULL, unmap_uri};
  return &unmap;
}

// MARK: Jobs. A plug-in asks for one from `run`; its answer is handed over after a later `run`.

enum { RING_BYTES = 1 << 14 };

/// Messages from one thread to another one: their lengths and bytes.
typedef struct {
  _Atomic uint32_t written, read;
  uint8_t bytes[RING_BYTES];
} ring;

static void copy_in(ring *ring, uint32_t place, const void *data, uint32_t size) {
  for (uint32_t index = 0; index < size; index++)
    ring->bytes[(place + index) % RING_BYTES] = ((const uint8_t *)data)[index];
}

static void copy_out(ring *ring, uint32_t place, void *data, uint32_t size) {
  for (uint32_t index = 0; index < size; index++)
    ((uint8_t *)data)[index] = ring->bytes[(place + index) % RING_BYTES];
}

static bool ring_write(ring *ring, uint32_t size, const void *data) {
  uint32_t written = atomic_load_explicit(&ring->written, memory_order_relaxed);
  uint32_t used = written - atomic_load_explicit(&ring->read, memory_order_acquire);
  if (size > RING_BYTES || RING_BYTES - used < size + sizeof size) return false;
  copy_in(ring, written, &size, sizeof size);
  copy_in(ring, written + sizeof size, data, size);
  atomic_store_explicit(&ring->written, written + sizeof size + size, memory_order_release);
  return true;
}

/// Returns the length of the next message, whose bytes it copies; −1 if there is none.
static int64_t ring_read(ring *ring, void *data) {
  uint32_t place = atomic_load_explicit(&ring->read, memory_order_relaxed), size;
  if (place == atomic_load_explicit(&ring->written, memory_order_acquire)) return -1;
  copy_out(ring, place, &size, sizeof size);
  copy_out(ring, place + sizeof size, data, size);
  atomic_store_explicit(&ring->read, place + sizeof size + size, memory_order_release);
  return size;
}

struct drumdub_lv2_jobs {
  bool at_once;
  LV2_Handle handle;
  const LV2_Worker_Interface *interface;
  LV2_Worker_Schedule schedule;
  pthread_t thread;
  bool has_thread;
  atomic_bool ends;
  sem_t wanted;
  ring requests, answers;
  uint8_t request[RING_BYTES], answer[RING_BYTES];
};

static LV2_Worker_Status respond(LV2_Worker_Respond_Handle handle, uint32_t size, const void *data) {
  drumdub_lv2_jobs *jobs = handle;
  return ring_write(&jobs->answers, size, data) ? LV2_WORKER_SUCCESS : LV2_WORKER_ERR_NO_SPACE;
}

/// Asks for a job. Audio thread: the semaphore makes no system call but to wake the thread, and never waits.
static LV2_Worker_Status schedule(LV2_Worker_Schedule_Handle handle, uint32_t size, const void *data) {
  drumdub_lv2_jobs *jobs = handle;
  if (!jobs->interface) return LV2_WORKER_ERR_UNKNOWN;
  if (jobs->at_once) return jobs->interface->work(jobs->handle, respond, jobs, size, data);
  if (!ring_write(&jobs->requests, size, data)) return LV2_WORKER_ERR_NO_SPACE;
  sem_post(&jobs->wanted);
  return LV2_WORKER_SUCCESS;
}

static void *run_jobs(void *context) {
  drumdub_lv2_jobs *jobs = context;
  while (true) {
    while (sem_wait(&jobs->wanted)) {}
    if (atomic_load(&jobs->ends)) return NULL;
    int64_t size = ring_read(&jobs->requests, jobs->request);
    if (size >= 0) jobs->interface->work(jobs->handle, respond, jobs, (uint32_t)size, jobs->request);
  }
}

drumdub_lv2_jobs *drumdub_lv2_jobs_new(bool at_once) {
  drumdub_lv2_jobs *jobs = calloc(1, sizeof *jobs);
  if (!jobs) return NULL;
  jobs->at_once = at_once;
  jobs->schedule = (LV2_Worker_Schedule){jobs, schedule};
  sem_init(&jobs->wanted, 0, 0);
  return jobs;
}

LV2_Worker_Schedule *drumdub_lv2_jobs_schedule(drumdub_lv2_jobs *jobs) { return &jobs->schedule; }

void drumdub_lv2_jobs_start(drumdub_lv2_jobs *jobs, LV2_Handle handle, const LV2_Worker_Interface *interface) {
  if (!interface || !interface->work) return;
  jobs->handle = handle;
  if (!jobs->at_once) jobs->has_thread = !pthread_create(&jobs->thread, NULL, run_jobs, jobs);
  if (jobs->at_once || jobs->has_thread) jobs->interface = interface;
}

void drumdub_lv2_jobs_answer(drumdub_lv2_jobs *jobs) {
  if (!jobs->interface) return;
  int64_t size;
  while ((size = ring_read(&jobs->answers, jobs->answer)) >= 0)
    if (jobs->interface->work_response) jobs->interface->work_response(jobs->handle, (uint32_t)size, jobs->answer);
  if (jobs->interface->end_run) jobs->interface->end_run(jobs->handle);
}

void drumdub_lv2_jobs_free(drumdub_lv2_jobs *jobs) {
  if (jobs->has_thread) {
    atomic_store(&jobs->ends, true);
    sem_post(&jobs->wanted);
    pthread_join(jobs->thread, NULL);
  }
  sem_destroy(&jobs->wanted);
  free(jobs);
}
