#include "CFriBidi.h"

#include <CLoader.h>
#include <fribidi/fribidi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X)             \
  X(get_bidi_types)              \
  X(get_bracket_types)           \
  X(get_par_embedding_levels_ex) \
  X(get_joining_types)           \
  X(join_arabic)                 \
  X(shape)                       \
  X(reorder_line)

#define DECLARE(name) static __typeof__(&fribidi_##name) p_##name;
FUNCTIONS(DECLARE)

#define FIND(name) {(void **)&p_##name, "fribidi_" #name},
static const drumdub_symbol symbols[] = {FUNCTIONS(FIND)};

static const char *reason;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  reason = drumdub_load_library("libfribidi.so.0", symbols, sizeof symbols / sizeof *symbols);
}

const char *drumdub_fribidi_load(void) {
  pthread_once(&once, load);
  return reason;
}

// The memory per character of a line.
static const size_t bytes =
    sizeof(FriBidiCharType) + sizeof(FriBidiBracketType) + sizeof(FriBidiLevel) + sizeof(FriBidiArabicProp);

static int order(void *memory, size_t count, uint32_t *shown, int32_t *places) {
  FriBidiCharType *types = memory;
  FriBidiBracketType *brackets = (FriBidiBracketType *)(types + count);
  FriBidiLevel *levels = (FriBidiLevel *)(brackets + count);
  FriBidiArabicProp *joining = (FriBidiArabicProp *)(levels + count);
  const FriBidiStrIndex length = (FriBidiStrIndex)count;
  // Ligatures are off, so that each character keeps its cell.
  const FriBidiFlags flags = FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES;
  FriBidiParType base = FRIBIDI_PAR_ON;
  p_get_bidi_types(shown, length, types);
  p_get_bracket_types(shown, length, types, brackets);
  if (p_get_par_embedding_levels_ex(types, brackets, length, &base, levels) == 0) return -1;
  p_get_joining_types(shown, length, joining);
  p_join_arabic(types, length, levels, joining);
  p_shape(flags, levels, length, joining, shown);
  for (size_t index = 0; index < count; index++) places[index] = (int32_t)index;
  return p_reorder_line(flags, types, length, 0, base, levels, shown, places) == 0 ? -1 : 0;
}

int drumdub_fribidi_order(const uint32_t *text, size_t count, uint32_t *shown, int32_t *places) {
  if (count == 0) return 0;
  if (count > 1 << 20) return -1;
  void *memory = malloc(count * bytes);
  if (!memory) return -1;
  memcpy(shown, text, count * sizeof *text);
  int result = order(memory, count, shown, places);
  free(memory);
  return result;
}
