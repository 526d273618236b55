#include "services.h"

#include <lv2/buf-size/buf-size.h>
#include <lv2/options/options.h>
#include <lv2/state/state.h>
#include <pthread.h>
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

static pthread_mutex_t map_lock = PTHREAD_MUTEX_INITIALIZER;
/// The URIs by their numbers, and a table of the numbers by the hashes of the URIs, in which 0 is free.
static char **uris;
static LV2_URID uri_count;
static LV2_URID *table;
static size_t table_size;

/// FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv.
static uint32_t hash_of(const char *uri) {
  uint32_t hash = 2166136261u;
  for (; *uri; uri++) hash = (hash ^ (uint8_t)*uri) * 16777619u;
  return hash;
}

/// The place of a URI in the table, or the free one where it belongs.
static LV2_URID *place_of(const char *uri) {
  size_t place = hash_of(uri) % table_size;
  while (table[place] && strcmp(uris[table[place] - 1], uri)) place = (place + 1) % table_size;
  return &table[place];
}

/// Makes room for another URI. The table is at most half full.
static bool grow(void) {
  if (uri_count * 2 < table_size) return true;
  size_t size = table_size ? table_size * 2 : 1024;
  char **more = realloc(uris, size / 2 * sizeof *more);
  if (more) uris = more;
  LV2_URID *larger = more ? calloc(size, sizeof *larger) : NULL;
  if (!larger) return false;
  free(table);
  table = larger;
  table_size = size;
  for (LV2_URID number = 1; number <= uri_count; number++) *place_of(uris[number - 1]) = number;
  return true;
}

LV2_URID drumdub_lv2_map(const char *uri) {
  pthread_mutex_lock(&map_lock);
  LV2_URID number = 0;
  if (grow()) {
    LV2_URID *place = place_of(uri);
    char *copy = *place ? NULL : strdup(uri);
    if (copy) {
      uris[uri_count] = copy;
      *place = ++uri_count;
    }
    number = *place;
  }
  pthread_mutex_unlock(&map_lock);
  return number;
}

const char *drumdub_lv2_unmap(LV2_URID number) {
  pthread_mutex_lock(&map_lock);
  const char *uri = number > 0 && number <= uri_count ? uris[number - 1] : NULL;
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
