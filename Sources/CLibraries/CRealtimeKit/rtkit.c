#define _GNU_SOURCE
#include "CRealtimeKit.h"

#include <CLoader.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

// The prototypes are written after sd-bus(3), so that the build does not need its header.
typedef struct sd_bus sd_bus;
static int (*p_open)(sd_bus **);
static sd_bus *(*p_close)(sd_bus *);
static int (*p_property)(
    sd_bus *, const char *, const char *, const char *, const char *, void *error, char type, void *value);
static int (*p_call)(
    sd_bus *, const char *, const char *, const char *, const char *, void *error, void *reply, const char *types, ...);

static const char service[] = "org.freedesktop.RealtimeKit1";
static const char path[] = "/org/freedesktop/RealtimeKit1";
static const drumdub_symbol symbols[] = {
    {(void **)&p_open, "sd_bus_open_system"},
    {(void **)&p_close, "sd_bus_flush_close_unref"},
    {(void **)&p_property, "sd_bus_get_property_trivial"},
    {(void **)&p_call, "sd_bus_call_method"},
};
static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  reason = drumdub_load_library("libsystemd.so.0", symbols, sizeof symbols / sizeof *symbols);
}

const char *drumdub_rtkit_load(void) {
  pthread_once(&once, load);
  return reason;
}

int drumdub_rtkit_offer(int32_t *priority, int64_t *longest_run) {
  sd_bus *bus = NULL;
  int result = p_open(&bus);
  if (result < 0) return result;
  result = p_property(bus, service, path, service, "MaxRealtimePriority", NULL, 'i', priority);
  if (result >= 0) result = p_property(bus, service, path, service, "RTTimeUSecMax", NULL, 'x', longest_run);
  p_close(bus);
  return result;
}

uint64_t drumdub_rtkit_thread(void) { return (uint64_t)gettid(); }

int drumdub_rtkit_limit(uint64_t *microseconds) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_RTTIME, &limit) != 0) return -1;
  *microseconds = limit.rlim_max == RLIM_INFINITY ? UINT64_MAX : limit.rlim_max;
  return 0;
}

int drumdub_rtkit_set_limit(uint64_t microseconds) {
  struct rlimit limit = {.rlim_cur = microseconds, .rlim_max = microseconds};
  return setrlimit(RLIMIT_RTTIME, &limit);
}

int drumdub_rtkit_grant(uint64_t thread, uint32_t priority) {
  sd_bus *bus = NULL;
  int result = p_open(&bus);
  if (result < 0) return result;
  result = p_call(bus, service, path, service, "MakeThreadRealtime", NULL, NULL, "tu", thread, priority);
  p_close(bus);
  return result;
}
