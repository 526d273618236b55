#define _GNU_SOURCE
#include "CRealtimeKit.h"

#include <CLoader.h>
#include <stddef.h>
#include <unistd.h>

// The prototypes are written after sd-bus(3), so that the build does not need its header.
typedef struct sd_bus sd_bus;
#define FUNCTIONS(X) \
  X(int, sd_bus_open_system, (sd_bus **)) \
  X(sd_bus *, sd_bus_flush_close_unref, (sd_bus *)) \
  X(int, sd_bus_get_property_trivial, \
    (sd_bus *, const char *, const char *, const char *, const char *, void *error, char type, void *value)) \
  X(int, sd_bus_call_method, \
    (sd_bus *, const char *, const char *, const char *, const char *, void *error, void *reply, const char *types, ...))

DRUMDUB_TYPED_LIBRARY(drumdub_rtkit_load, "libsystemd.so.0", FUNCTIONS, (void)0)

static const char service[] = "org.freedesktop.RealtimeKit1";
static const char path[] = "/org/freedesktop/RealtimeKit1";

int drumdub_rtkit_offer(int32_t *priority, int64_t *longest_run) {
  sd_bus *bus = NULL;
  int result = p_sd_bus_open_system(&bus);
  if (result < 0) return result;
  result = p_sd_bus_get_property_trivial(bus, service, path, service, "MaxRealtimePriority", NULL, 'i', priority);
  if (result >= 0)
    result = p_sd_bus_get_property_trivial(bus, service, path, service, "RTTimeUSecMax", NULL, 'x', longest_run);
  p_sd_bus_flush_close_unref(bus);
  return result;
}

uint64_t drumdub_rtkit_thread(void) { return (uint64_t)gettid(); }

int drumdub_rtkit_grant(uint64_t thread, uint32_t priority) {
  sd_bus *bus = NULL;
  int result = p_sd_bus_open_system(&bus);
  if (result < 0) return result;
  result = p_sd_bus_call_method(bus, service, path, service, "MakeThreadRealtime", NULL, NULL, "tu", thread, priority);
  p_sd_bus_flush_close_unref(bus);
  return result;
}
