#include "CRubberBand.h"

DRUMDUB_TYPED_LIBRARY(drumdub_rubberband_load, "librubberband.so.2", DRUMDUB_RUBBERBAND_FUNCTIONS, (void)0)
DRUMDUB_RUBBERBAND_FUNCTIONS(DRUMDUB_FORWARD)
