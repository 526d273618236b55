#include "CUchardet.h"

#define FUNCTIONS(X) DRUMDUB_UCHARDET_FUNCTIONS(X) X(uchardet_t, uchardet_new, (void))

DRUMDUB_TYPED_LIBRARY(drumdub_uchardet_load, "libuchardet.so.0", FUNCTIONS, (void)0)
DRUMDUB_UCHARDET_FUNCTIONS(DRUMDUB_FORWARD)
uchardet_t drumdub_uchardet_new(void) { return p_uchardet_new(); }
