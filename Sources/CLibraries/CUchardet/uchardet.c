#include "CUchardet.h"

#include <CLoader.h>
#include <stdio.h>
#include <uchardet/uchardet.h>

#define FUNCTIONS(X)      \
  X(uchardet_new)         \
  X(uchardet_delete)      \
  X(uchardet_handle_data) \
  X(uchardet_data_end)    \
  X(uchardet_get_charset)

DRUMDUB_LIBRARY(drumdub_uchardet_load, "libuchardet.so.0", FUNCTIONS, (void)0)

int drumdub_uchardet_detect(const char *bytes, size_t count, char *name, size_t room) {
  uchardet_t detector = p_uchardet_new();
  if (!detector) return -1;
  int result = p_uchardet_handle_data(detector, bytes, count);
  if (result == 0) {
    p_uchardet_data_end(detector);
    snprintf(name, room, "%s", p_uchardet_get_charset(detector));
  }
  p_uchardet_delete(detector);
  return result;
}
