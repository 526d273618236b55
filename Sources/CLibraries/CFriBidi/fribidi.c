#include "CFriBidi.h"

#include <CLoader.h>
#include <fribidi/fribidi.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X)                     \
  X(fribidi_get_bidi_types)              \
  X(fribidi_get_bracket_types)           \
  X(fribidi_get_par_embedding_levels_ex) \
  X(fribidi_get_joining_types)           \
  X(fribidi_join_arabic)                 \
  X(fribidi_shape)                       \
  X(fribidi_reorder_line)

DRUMDUB_LIBRARY(drumdub_fribidi_load, "libfribidi.so.0", FUNCTIONS, (void)0)

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
  p_fribidi_get_bidi_types(shown, length, types);
  p_fribidi_get_bracket_types(shown, length, types, brackets);
  if (p_fribidi_get_par_embedding_levels_ex(types, brackets, length, &base, levels) == 0) return -1;
  p_fribidi_get_joining_types(shown, length, joining);
  p_fribidi_join_arabic(types, length, levels, joining);
  p_fribidi_shape(flags, levels, length, joining, shown);
  for (size_t index = 0; index < count; index++) places[index] = (int32_t)index;
  return p_fribidi_reorder_line(flags, types, length, 0, base, levels, shown, places) == 0 ? -1 : 0;
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
