#include "CUchardet.h"

#include <dlfcn.h>
#include <iconv.h>
#include <pthread.h>
#include <string.h>

#include <uchardet/uchardet.h>

#define FUNCTIONS(X) \
  X(new)             \
  X(delete)          \
  X(handle_data)     \
  X(data_end)        \
  X(get_charset)

#define DECLARE(name) static __typeof__(&uchardet_##name) p_##name;
FUNCTIONS(DECLARE)

static int is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libuchardet.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
#define FIND(name) \
  if (!(p_##name = (__typeof__(p_##name))dlsym(library, "uchardet_" #name))) return;
  FUNCTIONS(FIND)
  is_there = 1;
}

int drumdub_guess_encoding(const uint8_t *bytes, size_t count, char *name, size_t room) {
  pthread_once(&once, load);
  if (!is_there || room == 0) return 0;
  uchardet_t detector = p_new();
  if (!detector) return 0;
  const int failed = p_handle_data(detector, (const char *)bytes, count);
  p_data_end(detector);
  const char *found = failed ? "" : p_get_charset(detector);
  const int fits = found[0] != 0 && strlen(found) < room;
  if (fits) strcpy(name, found);
  p_delete(detector);
  return fits;
}

ptrdiff_t drumdub_to_utf8(const char *encoding, const uint8_t *bytes, size_t count, uint8_t *text, size_t room) {
  iconv_t converter = iconv_open("UTF-8", encoding);
  if (converter == (iconv_t)-1) return -1;
  char *in = (char *)bytes, *out = (char *)text;
  size_t left = room;
  size_t replaced = iconv(converter, &in, &count, &out, &left);
  // Some encodings hold a letter back, for a mark that may follow.
  if (replaced == 0) replaced = iconv(converter, NULL, NULL, &out, &left);
  iconv_close(converter);
  return replaced == 0 && count == 0 ? (ptrdiff_t)(room - left) : -1;
}
