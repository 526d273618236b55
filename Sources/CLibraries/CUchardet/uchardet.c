#include "CUchardet.h"

#include <dlfcn.h>
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

static char reason[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int fail(void) {
  const char *text = dlerror();
  snprintf(reason, sizeof reason, "%s", text ? text : "dlopen");
  return 0;
}

static void load(void) {
  void *library = dlopen("libuchardet.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fail();
    return;
  }
#define FIND(name) \
  if (!(p_##name = (__typeof__(p_##name))dlsym(library, "uchardet_" #name)) && !fail()) return;
  FUNCTIONS(FIND)
}

const char *drumdub_uchardet_load(void) {
  pthread_once(&once, load);
  return reason[0] ? reason : NULL;
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
