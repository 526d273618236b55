#include "CUchardet.h"

#include <CLoader.h>
#include <pthread.h>
#include <stdio.h>
#include <uchardet/uchardet.h>

#define FUNCTIONS(X) \
  X(new)             \
  X(delete)          \
  X(handle_data)     \
  X(data_end)        \
  X(get_charset)

#define DECLARE(name) static __typeof__(&uchardet_##name) p_##name;
FUNCTIONS(DECLARE)

#define FIND(name) {(void **)&p_##name, "uchardet_" #name},
static const drumdub_symbol symbols[] = {FUNCTIONS(FIND)};

static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  reason = drumdub_load_library("libuchardet.so.0", symbols, sizeof symbols / sizeof *symbols);
}

const char *drumdub_uchardet_load(void) {
  pthread_once(&once, load);
  return reason;
}

int drumdub_uchardet_detect(const char *bytes, size_t count, char *name, size_t room) {
  uchardet_t detector = p_new();
  if (!detector) return -1;
  int result = p_handle_data(detector, bytes, count);
  if (result == 0) {
    p_data_end(detector);
    snprintf(name, room, "%s", p_get_charset(detector));
  }
  p_delete(detector);
  return result;
}
